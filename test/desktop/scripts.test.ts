/**
 * Pages in other scripts, in a real browser, read without any setting. Their words are drawn on a canvas, so no program publishes them:
 * what is found was read from the picture, with a place for each word.
 */
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPage, servePages, whyNoBrowser } from '../support/browser.ts';
import { type Desktop, startDesktop, until } from '../support/desktop.ts';
import { type RunningDaemon, startDaemon } from '../support/start-daemon.ts';

const reason = whyNoBrowser();
if (reason !== undefined) process.stderr.write(`tests of scripts are skipped: ${reason}\n`);

const PATIENCE_MS = 90_000;
/** Of the drawing, in pixels; the browser decides where the page is. */
const FIRST = { x: 60, y: 60 };
const SECOND = { x: 300, y: 240 };
const NEAR = 14;

interface Page {
  lang: string;
  /** The order in which it is said and stored. */
  first: string;
  second: string;
  /** Of the second line, as a person searches for it. */
  search: string;
}

const PAGES: Readonly<Record<string, Page>> = {
  chinese: { lang: 'zh', first: '会议预算报告', second: '数据库服务器备份', search: '服务器' },
  japanese: {
    lang: 'ja',
    first: '会議の予算報告書',
    second: '来週の打ち合わせ',
    search: '打ち合わせ',
  },
  korean: { lang: 'ko', first: '회의 예산 보고서', second: '데이터베이스 백업', search: '백업' },
  arabic: { lang: 'ar', first: 'تقرير الميزانية', second: 'قاعدة بيانات الشبكة', search: 'بيانات' },
  russian: { lang: 'ru', first: 'Отчёт о бюджете', second: 'Резервная копия', search: 'копия' },
  german: {
    lang: 'de',
    first: 'Prüfung der Größe',
    second: 'Straßenübersicht',
    search: 'Straßenübersicht',
  },
};

const hasFont = (lang: string) =>
  reason === undefined &&
  execFileSync('fc-list', [`:lang=${lang}`], { encoding: 'utf8' }).trim() !== '';

function pageOf(path: string): string {
  const page = PAGES[path];
  if (!page) return '';
  const { lang, first, second } = page;
  const draw = (text: string, { x, y }: typeof FIRST) =>
    `c.fillText(${JSON.stringify(text)}, ${x}, ${y});`;
  return `<!doctype html><html lang="${lang}"><meta charset="utf-8">
    <meta name="google" content="notranslate"><title>Page ${path}</title>
    <body style="margin: 0; background: white"><canvas width="700" height="320"></canvas><script>
    const canvas = document.querySelector('canvas');
    const c = canvas.getContext('2d');
    c.font = '20px sans-serif'; c.textBaseline = 'top'; c.textAlign = 'left'; c.direction = 'ltr';
    ${draw(first, FIRST)} ${draw(second, SECOND)}</script></html>`;
}

interface Position {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

describe.skipIf(reason !== undefined)('pages in other scripts', () => {
  let desktop: Desktop;
  let daemon: RunningDaemon;
  let pages: Awaited<ReturnType<typeof servePages>>;

  beforeAll(async () => {
    pages = await servePages(pageOf);
    desktop = await startDesktop({ accessibility: 'off' });
    daemon = await startDaemon({ args: ['--disable-audio'], env: desktop.env });
    await until(
      'the display',
      async () => (await get<{ status: string }>('/vision/status')).status === 'ok',
    );
  }, 90_000);
  afterAll(async () => {
    await daemon?.stop();
    pages?.close();
    await desktop?.stop();
  });

  async function get<T>(path: string): Promise<T> {
    return (await (await fetch(`${daemon.baseUrl}${path}`)).json()) as T;
  }

  const withoutSpaces = (text: string) => text.replace(/\s+/g, '');
  /** The upper left corner of a line: of the words that it consists of. */
  function cornerOf(positions: readonly Position[], line: string) {
    const words = positions.filter(({ text }) => {
      const word = withoutSpaces(text);
      // A single letter may stand in both lines.
      return [...word].length > 1 && withoutSpaces(line).includes(word);
    });
    return {
      count: words.length,
      x: Math.min(...words.map(({ x }) => x)),
      y: Math.min(...words.map(({ y }) => y)),
    };
  }

  for (const [script, { lang, first, second, search }] of Object.entries(PAGES)) {
    test.skipIf(!hasFont(lang))(
      `${script} is read, stored in its order, found and has its places`,
      async () => {
        await openPage(desktop, { url: `${pages.base}/${script}`, title: `Page ${script}` });
        const query = new URLSearchParams({ content_type: 'ocr', q: search, limit: '1' });
        type Found = { data: { content: { frame_id: number; text: string } }[] };
        const found = await until(
          `"${search}" to be found`,
          async () => (await get<Found>(`/search?${query}`)).data[0]?.content,
          PATIENCE_MS,
        );
        const text = withoutSpaces(found.text);
        for (const line of [first, second]) expect(text).toContain(withoutSpaces(line));
        const { text_positions } = await get<{ text_positions: Position[] }>(
          `/frames/${found.frame_id}/text`,
        );
        const [a, b] = [cornerOf(text_positions, first), cornerOf(text_positions, second)];
        expect(a.count).toBeGreaterThan(0);
        expect(b.count).toBeGreaterThan(0);
        expect(Math.abs(b.x - a.x - (SECOND.x - FIRST.x))).toBeLessThan(NEAR);
        expect(Math.abs(b.y - a.y - (SECOND.y - FIRST.y))).toBeLessThan(NEAR);
      },
      2 * PATIENCE_MS,
    );
  }
});
