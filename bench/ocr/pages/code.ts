/** Editors. */
import { type Look, page, repeat, rowsThatFit } from '../look.ts';
import type { Prose } from '../prose.ts';

export function code(text: Prose, look: Look): string {
  const colours = look.isDark
    ? ['#569cd6', '#ce9178', '#6a9955', '#dcdcaa', '#9cdcfe']
    : ['#0000c0', '#a31515', '#267f3f', '#795e26', '#001080'];
  const tint = (value: string, at: number) => `<span style="color:${colours[at]}">${value}</span>`;
  const statement = () =>
    text.pick([
      () => `${tint('const', 0)} ${text.identifier()} = ${tint(`'${text.words(2)}'`, 1)};`,
      () => `${tint('if', 0)} (${text.identifier()}.length &gt; ${text.whole(2, 90)}) {`,
      () => `${tint(`// ${text.sentence()}`, 2)}`,
      () => `${tint('return', 0)} ${tint(text.identifier(), 3)}(${text.word()}, ${text.word()});`,
      () => `${tint('await', 0)} ${text.word()}.${tint(text.identifier(), 3)}();`,
      () => '}',
    ])();
  const rows = repeat(
    rowsThatFit(look, 1.5, 70),
    (i) =>
      `<div class="row"><span class="no">${i + 1}</span><span style="padding-left:${text.whole(0, 4) * 2}ch">${statement()}</span></div>`,
  );
  const files = repeat(30, () => `<div>${text.word()}-${text.word()}.ts</div>`);
  return page(
    look,
    `.side{position:absolute;left:0;top:0;width:280px;height:1080px;background:${look.panel};padding:16px;overflow:hidden;font-size:${Math.max(11, look.size - 1)}px}
     .tabs{position:absolute;left:280px;right:0;top:0;height:36px;background:${look.panel};display:flex}.tabs div{padding:8px 18px;border-right:1px solid ${look.border}}
     .code{position:absolute;left:280px;top:44px;right:0;height:1000px;overflow:hidden;font:${look.size}px/1.5 ${look.mono};white-space:pre}.no{display:inline-block;width:5ch;text-align:right;margin-right:2ch;color:${look.faint}}
     .status{position:absolute;left:0;right:0;bottom:0;height:24px;background:${look.accent};color:#fff;font-size:12px;padding:3px 12px}`,
    `<div class="side">${files}</div><div class="tabs">${repeat(4, () => `<div>${text.word()}.ts</div>`)}</div><div class="code">${rows}</div><div class="status">${text.words(6)}</div>`,
  );
}

interface Theme {
  readonly ground: string;
  readonly ink: string;
  readonly faint: string;
  readonly tints: readonly string[];
}

const theme = (ground: string, ink: string, faint: string, ...tints: string[]): Theme => ({
  ground,
  ink,
  faint,
  tints,
});
/** Well-known colours of editors: [dark, light] of each set. */
const THEMES = {
  tuning: {
    dark: theme('#272822', '#f8f8f2', '#90908a', '#f92672', '#e6db74', '#88846f', '#a6e22e'),
    light: theme('#fdf6e3', '#586e75', '#839496', '#859900', '#2aa198', '#93a1a1', '#268bd2'),
  },
  'held-out': {
    dark: theme('#282a36', '#f8f8f2', '#6272a4', '#ff79c6', '#f1fa8c', '#7d8bb8', '#50fa7b'),
    light: theme('#fafafa', '#383a42', '#9d9d9f', '#a626a4', '#50a14f', '#8e8f96', '#4078f2'),
  },
};

/** An editor in a known theme: guides, a current line, a selection, squiggles, hints and a completion list over the code. */
export function ide(text: Prose, look: Look): string {
  const { ground, ink, faint, tints } =
    THEMES[look.isHeldOut ? 'held-out' : 'tuning'][look.isDark ? 'dark' : 'light'];
  const [keyword, string, comment, called] = tints;
  const tint = (value: string, colour = ink) => `<span style="color:${colour}">${value}</span>`;
  const statement = () =>
    text.pick([
      () =>
        `${tint('let', keyword)} ${text.identifier()}: ${tint(text.word(), called)} = ${text.whole(2, 900)};`,
      () =>
        `${tint(text.identifier(), called)}(<em>${text.word()}:</em> ${tint(`"${text.words(2)}"`, string)});`,
      () => tint(`# ${text.sentence()}`, comment),
      () =>
        `${tint('for', keyword)} ${text.word()} ${tint('in', keyword)} <s>${text.identifier()}</s>.${text.word()} {`,
      () =>
        `${tint('match', keyword)} <mark>${text.identifier()}</mark> =&gt; ${text.word()}_${text.word()},`,
    ])();
  const row = (i: number) =>
    `<div class="r ${i === 12 ? 'now' : ''}"><span class="no">${i + 101}</span>${repeat(text.whole(0, 4), () => '<span class="g">    </span>')}${statement()}</div>`;
  const choice = (i: number) =>
    `<div class="${i === 2 ? 'on' : ''}">${text.identifier()} <small>${text.word()}</small></div>`;
  return page(
    look,
    `body{background:${ground};color:${ink}}.t{position:absolute;left:0;top:0;width:260px;height:1080px;padding:8px;overflow:hidden;border-right:1px solid ${faint}}
     .e{position:absolute;left:260px;top:0;right:0;height:1080px;overflow:hidden;font:${look.size}px/1.45 ${look.mono};white-space:pre}.no{display:inline-block;width:5ch;text-align:right;margin-right:2ch;color:${faint}}
     .g{border-left:1px solid #8885}.now{background:#8882;box-shadow:inset 0 0 0 1px #8884}em{font-style:normal;background:#8883;color:${faint};border-radius:3px;padding:0 3px;font-size:.85em}s{text-decoration:underline wavy #e5484d}mark{background:#4a72d480;color:inherit}
     .l{position:absolute;left:620px;top:340px;width:360px;background:${ground};border:1px solid ${faint};font:${look.size}px/1.5 ${look.mono}}.l div{padding:0 8px}.l .on{background:${look.accent};color:#fff}small{float:right}`,
    `<div class="t">${repeat(44, () => `<div>${text.word()}_${text.word()}.rs</div>`)}</div><div class="e">${repeat(rowsThatFit(look, 1.45, 20), row)}</div><div class="l">${repeat(9, choice)}</div>`,
  );
}
