/** Screens in other scripts: running text, dense rows and bubbles of one script, and code with comments in it. */
import type { CorpusSet } from '../corpus-set.ts';
import type { Script } from '../fonts.ts';
import { type Look, page, repeat, rowsThatFit } from '../look.ts';
import type { Prose } from '../prose.ts';
import { isRightToLeft, type ScriptText } from '../script-text.ts';

export interface ScriptPage {
  readonly script: Script;
  readonly set: CorpusSet;
  readonly font: string;
  readonly text: ScriptText;
  readonly look: Look;
}

const LANGUAGES: Readonly<Record<Script, string>> = {
  chinese: 'zh-CN',
  japanese: 'ja',
  korean: 'ko',
  arabic: 'ar',
  hebrew: 'he',
  russian: 'ru',
  german: 'de',
};

export function scriptPage({ script, font, text, look }: ScriptPage): string {
  const direction = isRightToLeft(script) ? 'rtl' : 'ltr';
  const row = () =>
    `<tr><td>${text.words(2)}</td><td>${text.whole(100, 9999)}</td><td>${text.words(1)}</td><td>${text.time()}</td></tr>`;
  const bubble = (i: number) => `<p class="b ${i % 2 ? 'own' : ''}">${text.sentence()}</p>`;
  return page(
    look,
    `body{font-family:'${font}',sans-serif}main{position:absolute;left:20px;top:16px;width:780px;height:1050px;overflow:hidden}main p{margin:0 0 10px}h1{font-size:${look.size * 2}px;margin:0 0 8px}
     table{position:absolute;left:830px;top:16px;width:520px;border-collapse:collapse}td{border:1px solid ${look.border};padding:2px 8px;white-space:nowrap}
     aside{position:absolute;left:1380px;top:0;width:520px;height:1080px;overflow:hidden}.b{background:${look.panel};border:1px solid ${look.border};border-radius:9px;padding:4px 10px;margin:8px 60px 8px 0}.own{margin:8px 0 8px 60px;background:${look.accent};color:#fff}`,
    `<div lang="${LANGUAGES[script]}" dir="${direction}"><main><h1>${text.words(3)}</h1>${repeat(14, () => `<p>${repeat(3, () => `${text.sentence()} `)}</p>`)}</main>` +
      `<table>${repeat(Math.floor(1000 / (look.size * 1.45 + 6)), row)}</table><aside>${repeat(20, bubble)}</aside></div>`,
  );
}

/** Code whose comments and strings are in another script. */
export function mixedPage({ script, font, text, look }: ScriptPage, code: Prose): string {
  const statement = () =>
    code.pick([
      () => `const ${code.identifier()} = '${text.words(2)}';`,
      () => `${code.word()}.${code.identifier()}(${code.whole(1, 99)}); // ${text.sentence()}`,
      () => `// TODO ${code.word()}: ${text.sentence()}`,
      () => `return ${code.identifier()}(${code.word()}, ${code.word()});`,
    ])();
  const row = (i: number) =>
    `<div><i>${i + 1}</i>${'  '.repeat(code.whole(0, 3))}${statement()}</div>`;
  return page(
    look,
    `.e{height:1060px;overflow:hidden;padding:8px;font:${look.size}px/1.5 ${look.mono.split(',')[0]},'${font}',monospace;white-space:pre}i{display:inline-block;width:5ch;font-style:normal;color:${look.faint}}`,
    `<div class="e" lang="${LANGUAGES[script]}">${repeat(rowsThatFit(look, 1.5), row)}</div>`,
  );
}
