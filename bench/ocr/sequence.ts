/**
 * An hour's work in sixty frames: three windows seen for the first time, typing with a blinking caret, scrolling, incoming messages,
 * switching back. Yields each frame as the screen would show it.
 */
import type { Browser, Page } from 'playwright-core';
import { SCREEN, type Shot, shoot } from './browser.ts';
import { makeLook, page as pageOf, repeat } from './look.ts';
import { PAGE_KINDS } from './pages/index.ts';
import { prose } from './prose.ts';

export type Step =
  | 'first view'
  | 'typing'
  | 'blink'
  | 'scroll'
  | 'message'
  | 'switch back'
  | 'moving pictures';

export interface SequenceFrame extends Shot {
  readonly step: Step;
}

const SEED = 4_711;

interface Tabs {
  readonly editor: Page;
  readonly article: Page;
  readonly chat: Page;
}

async function openTabs(browser: Browser): Promise<Tabs> {
  const text = prose(SEED, false);
  const open = async (html: string) => {
    const tab = await browser.newPage({ viewport: SCREEN });
    await tab.setContent(html);
    return tab;
  };
  const look = makeLook(text, { isDark: true, size: 13, isHeldOut: false });
  const light = makeLook(text, { isDark: false, size: 15, isHeldOut: false });
  const long = pageOf(
    light,
    'main{width:1100px;margin:0 auto;height:1080px;overflow:hidden}p{margin:0 0 12px}',
    `<main>${repeat(60, () => `<p>${text.paragraph(5)}</p>`)}</main>`,
  );
  return {
    editor: await open(PAGE_KINDS.code(text, look)),
    article: await open(long),
    chat: await open(PAGE_KINDS.chat(text, light)),
  };
}

// The caret is a separate element, as editors draw it.
const ADD_CARET = `(() => {
  const row = document.querySelectorAll('.code .row')[14];
  row.innerHTML = '<span class="no">15</span><span id="typed">    const </span><span id="caret" style="border-left:2px solid #aeafad;margin-right:-2px"></span>';
})()`;
const TYPE = (text: string) =>
  `document.querySelector('#typed').textContent += ${JSON.stringify(text)}`;
const BLINK = `(() => { const caret = document.querySelector('#caret'); caret.style.visibility = caret.style.visibility ? '' : 'hidden'; })()`;
const SCROLL = `document.querySelector('main').scrollTop += 120`;
const ADD_MESSAGE = (text: string) =>
  `(() => { const log = document.querySelector('.log'); const all = log.querySelectorAll('.m'); const next = all[0].cloneNode(true);
    next.querySelector('p').textContent = ${JSON.stringify(text)}; log.append(next); all[0].remove(); })()`;

export async function* sequence(browser: Browser): AsyncGenerator<SequenceFrame> {
  const tabs = await openTabs(browser);
  const text = prose(SEED + 1, false);
  const frame = async (step: Step, tab: Page): Promise<SequenceFrame> => ({
    step,
    ...(await shoot(tab)),
  });
  await tabs.editor.evaluate(ADD_CARET);
  yield await frame('first view', tabs.editor);
  const typed = [
    ...`${text.identifier()} = ${text.word()}.${text.identifier()}(${text.words(3).replaceAll(' ', ', ')});`,
  ];
  const chunk = Math.ceil(typed.length / 23);
  for (let i = 0; i < 23; i++) {
    await tabs.editor.evaluate(TYPE(typed.slice(i * chunk, (i + 1) * chunk).join('') || ' x'));
    yield await frame('typing', tabs.editor);
    if (i % 3 !== 2) continue;
    await tabs.editor.evaluate(BLINK);
    yield await frame('blink', tabs.editor);
  }
  await tabs.editor.evaluate(BLINK);
  yield await frame('blink', tabs.editor);
  yield await frame('first view', tabs.article);
  for (let i = 0; i < 13; i++) {
    await tabs.article.evaluate(SCROLL);
    yield await frame('scroll', tabs.article);
  }
  yield await frame('switch back', tabs.editor);
  yield await frame('first view', tabs.chat);
  for (let i = 0; i < 9; i++) {
    await tabs.chat.evaluate(ADD_MESSAGE(text.paragraph(2)));
    yield await frame('message', tabs.chat);
  }
  yield await frame('switch back', tabs.article);
  yield await frame('switch back', tabs.chat);
  yield await frame('switch back', tabs.editor);
  await Promise.all(Object.values(tabs).map((tab: Page) => tab.close()));
}

/** The caret alone, long enough for the compiler of the runtime to have warmed up: the state of a service that runs all day. */
export async function* blinking(browser: Browser, frames: number): AsyncGenerator<SequenceFrame> {
  const { editor } = await openTabs(browser);
  await editor.evaluate(ADD_CARET);
  for (let i = 0; i < frames; i++) {
    yield { step: i === 0 ? 'first view' : 'blink', ...(await shoot(editor)) };
    await editor.evaluate(BLINK);
  }
  await editor.close();
}

const MOVE = (step: number) =>
  `document.querySelectorAll('feTurbulence').forEach((each, i) => each.setAttribute('seed', String(7 * ${step} + i)))`;

/** Eight pictures that change in every frame over captions that do not, as in a video call. */
export async function* movingPictures(
  browser: Browser,
  frames: number,
): AsyncGenerator<SequenceFrame> {
  const text = prose(SEED + 2, false);
  const look = makeLook(text, { isDark: true, size: 13, isHeldOut: false });
  const tab = await browser.newPage({ viewport: SCREEN });
  await tab.setContent(PAGE_KINDS.gallery(text, look));
  for (let i = 0; i < frames; i++) {
    await tab.evaluate(MOVE(i));
    yield { step: i === 0 ? 'first view' : 'moving pictures', ...(await shoot(tab)) };
  }
  await tab.close();
}

const ADD_FILM = `document.body.insertAdjacentHTML('beforeend', '<canvas id="film" width="1280" height="720" style="position:fixed;left:560px;top:200px"></canvas>')`;
const DRAW_STARS = (frame: number) => `(() => {
  const film = document.querySelector('#film').getContext('2d');
  let seed = 97 * ${frame} + 13;
  const next = (limit) => { seed = (seed * 16807) % 2147483647; return seed % limit; };
  film.fillStyle = 'rgb(11,' + (10 + 2 * ${frame}) + ',32)';
  film.fillRect(0, 0, 1280, 720);
  for (let i = 0; i < 900; i++) {
    film.fillStyle = next(2) ? '#fff' : '#bbc';
    film.beginPath();
    film.ellipse(next(1280), next(720), 2 + next(4), 2 + next(5), 0, 0, 7);
    film.fill();
  }
})()`;

/** A film of stars over an editor: texture that looks like short words and is new in every frame. */
export async function* starryFilm(browser: Browser, frames: number): AsyncGenerator<SequenceFrame> {
  const { editor } = await openTabs(browser);
  await editor.evaluate(ADD_FILM);
  for (let i = 0; i < frames; i++) {
    await editor.evaluate(DRAW_STARS(i));
    yield { step: i < 4 ? 'first view' : 'moving pictures', ...(await shoot(editor)) };
  }
  await editor.close();
}
