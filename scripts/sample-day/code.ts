/** Inkstone, the editor, and the terminal. */
import { escapeHtml, page, type Screen } from './look.ts';

const CSS = `
.dark { background: #12171d; color: #d3dce5; }
.tree { flex: none; width: 220px; background: #181f27; padding: 14px 8px; font-size: 13px; color: #9aa8b6; }
.tree h5 { padding: 0 10px 8px; font-size: 11px; letter-spacing: .08em; color: #6d7b89; }
.tree p { padding: 2px 10px; border-radius: 5px; white-space: pre; }
.tree p.on { background: #26323e; color: #e6edf3; }
.edit { flex: 1; display: flex; flex-direction: column; min-width: 0; }
.tabs { flex: none; display: flex; background: #181f27; font-size: 13px; }
.tabs span { padding: 8px 18px; color: #8695a3; border-right: 1px solid #0f1419; }
.tabs span.on { background: #12171d; color: #e6edf3; box-shadow: inset 0 2px #d9a05b; }
.lines { flex: 1; padding: 12px 0; font: 14px/21.5px "JetBrains Mono", "Noto Sans CJK JP", monospace; overflow: hidden; }
.lines div { display: flex; white-space: pre; padding-right: 16px; }
.lines div.hit { background: #2b2a1c; }
.lines u { flex: none; width: 54px; padding-right: 18px; text-align: right; color: #4d5a67; text-decoration: none; }
.k { color: #d98f7a; } .s { color: #a3c585; } .c { color: #71808e; } .n { color: #d9a05b; } .f { color: #7fb4d4; }
.status { flex: none; height: 26px; display: flex; gap: 22px; align-items: center; padding: 0 14px; background: #1f4657; color: #d7e5ec; font-size: 12px; }
.status .right { margin-left: auto; }
.term { flex: 1; padding: 16px 20px; font: 14.5px/22px "JetBrains Mono", "Noto Sans CJK JP", monospace; white-space: pre-wrap; background: #10161c; }
.ok { color: #8fbf77; } .bad { color: #e07a66; } .path { color: #7fb4d4; } .dim { color: #71808e; } .warn { color: #d9a05b; }
.lines, .term { font-variant-ligatures: none; }
.caret { display: inline-block; width: 9px; height: 17px; background: #d3dce5; vertical-align: -3px; }
`;

/** Words that the colouring knows; enough for the look of code. */
const PATTERN =
  /(?<c>\/\/.*|^\s*#.*)|(?<s>'[^']*'|`[^`]*`)|(?<k>\b(?:export|function|const|return|if|for|of|import|from|let|type|interface|while|test|expect)\b)|(?<n>\b\d[\d_.]*\b)|(?<f>\b[a-zA-Z]\w*(?=\())/g;

function coloured(line: string): string {
  let [html, last] = ['', 0];
  for (const match of line.matchAll(PATTERN)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [
      'c',
    ];
    html += `${escapeHtml(line.slice(last, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`;
    last = match.index + match[0].length;
  }
  return html + escapeHtml(line.slice(last));
}

export interface EditorView {
  project: string;
  files: readonly string[];
  open: string;
  tabs: readonly string[];
  code: string;
  firstLine?: number;
  hits?: readonly number[];
  problems?: number;
}

export function editor(view: EditorView): Screen {
  const first = view.firstLine ?? 1;
  const lines = view.code
    .replace(/^\n/, '')
    .trimEnd()
    .split('\n')
    .map((line, index) => {
      const number = first + index;
      const hit = view.hits?.includes(number) ? 'hit' : '';
      return `<div class="${hit}"><u>${number}</u><span>${coloured(line) || ' '}</span></div>`;
    });
  const name = (file: string) => file.split('/').at(-1);
  const tree = view.files.map((file) => {
    const indent = '  '.repeat(file.split('/').length - 1);
    return `<p class="${file === view.open ? 'on' : ''}">${indent}${name(file)}</p>`;
  });
  const tabs = view.tabs.map(
    (tab) => `<span class="${tab === view.open ? 'on' : ''}">${name(tab)}</span>`,
  );
  const body = `<div class="main"><div class="tree"><h5>${view.project.toUpperCase()}</h5>${tree.join('')}</div>
<div class="edit"><div class="tabs">${tabs.join('')}</div><div class="lines">${lines.join('')}</div></div></div>
<div class="status"><span>main</span><span>${view.problems ?? 0} problems</span><span class="right">UTF-8</span><span>Spaces: 2</span></div>`;
  return { app: 'Inkstone', window: `${name(view.open)} - ${view.project} - Inkstone`, body };
}

/** A line that starts with $ is a command; {ok:…}, {bad:…}, {path:…}, {dim:…} and {warn:…} colour a part. */
export function terminal(folder: string, text: string): Screen {
  const html = escapeHtml(text.replace(/^\n/, ''))
    .replace(/\{(ok|bad|path|dim|warn):([^}]*)\}/g, '<span class="$1">$2</span>')
    .replace(/^\$ /gm, `<span class="ok">mara@moor</span> <span class="path">${folder}</span> $ `);
  return {
    app: 'Terminal',
    window: `mara@moor: ${folder}`,
    body: `<div class="main"><div class="term">${html}<span class="caret"></span></div></div>`,
  };
}

export function codePage(screen: Screen): string {
  return page(screen, { dark: true, css: CSS });
}
