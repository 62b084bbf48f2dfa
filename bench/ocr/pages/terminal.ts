/** Terminals. */
import { type Look, page, repeat, rowsThatFit } from '../look.ts';
import type { Prose } from '../prose.ts';

export function terminal(text: Prose, look: Look): string {
  const line = () =>
    text.pick([
      () =>
        `<b style="color:${look.isDark ? '#4ec9b0' : '#116329'}">user@${text.word()}</b>:~/${text.word()}$ ${text.word()} --${text.word()} ${text.whole(1, 99)}`,
      () =>
        `[${text.time()}:${text.whole(10, 59)}] <span style="color:${look.isDark ? '#f0883e' : '#953800'}">WARN</span> ${text.sentence()}`,
      () =>
        `-rw-r--r-- 1 ${text.word()} ${text.word()} ${text.whole(100, 99_999)} Nov ${text.whole(10, 28)} ${text.time()} ${text.word()}.log`,
      () => `${text.words(9)}`,
    ])();
  return page(
    look,
    `pre{margin:10px 14px;font:${look.size}px/1.25 ${look.mono};height:1060px;overflow:hidden}`,
    `<pre>${repeat(rowsThatFit(look, 1.25, 30), () => `${line()}\n`)}</pre>`,
  );
}

/** Panes of terminals, each with its own cursor shape: hollow below text at the left edge, bar, underline, filled block. */
export function shell(text: Prose, look: Look): string {
  const height = Math.round(look.size * 1.25);
  const rows = Math.floor(520 / height) - 1;
  // A filled block shows the letter below it in reverse.
  const block = `background:#fff;mix-blend-mode:difference`;
  const hollow = `outline:1px solid ${look.ink};outline-offset:-1px`;
  const pane = (style: string, at: 'left edge' | 'end' | 'letter') => {
    const lines = Array.from({ length: rows }, () => text.words(text.whole(2, 6)));
    const last = `$ ${text.words(3)}`;
    if (at !== 'left edge') lines.push(last);
    const column =
      at === 'left edge' ? 0 : at === 'end' ? last.length + 1 : last.indexOf(' ', 3) + 2;
    const row = at === 'left edge' ? lines.length : lines.length - 1;
    return `<pre><div>${lines.join('\n')}<u style="left:${column}ch;top:${row * height}px;${style}"></u></div></pre>`;
  };
  const under = `border-bottom:2px solid ${look.ink}`;
  const bar = `border-left:2px solid ${look.ink}`;
  return page(
    look,
    `body{display:grid;grid-template-columns:repeat(3,640px);grid-auto-rows:540px}pre{position:relative;margin:0;padding:1px 2px;border-left:1px solid ${look.border};font:${look.size}px/${height}px ${look.mono};overflow:hidden;isolation:isolate;background:${look.ground}}
     pre div{position:relative}pre u{position:absolute;width:1ch;height:${height}px;pointer-events:none;text-decoration:none}`,
    pane(hollow, 'left edge') +
      pane(bar, 'letter') +
      pane(under, 'letter') +
      pane(block, 'end') +
      pane(block, 'letter') +
      pane(hollow, 'end'),
  );
}
