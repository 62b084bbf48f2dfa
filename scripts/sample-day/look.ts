/** The invented desktop of the sample day: its colours, its top bar, its window frame. */

export interface Screen {
  app: string;
  window: string;
  url?: string;
  body: string;
}

const STYLE = `
* { box-sizing: border-box; margin: 0; padding: 0; }
body { width: 1280px; height: 800px; overflow: hidden; color: #1f2733; -webkit-font-smoothing: antialiased;
  font: 14px/1.5 Inter, "Noto Sans CJK JP", sans-serif; background: linear-gradient(160deg, #31506b, #6c8f97 55%, #d9b48a); }
:lang(zh) { font-family: Inter, "Noto Sans CJK SC", sans-serif; }
.bar { height: 30px; padding: 0 14px; display: flex; align-items: center; gap: 20px; background: #14202bd9; color: #dfe7ec; font-size: 12.5px; }
.bar b { font-weight: 600; color: #fff; }
.bar .right { margin-left: auto; display: flex; gap: 16px; color: #b9c6cf; }
.win { position: absolute; left: 10px; top: 40px; width: 1260px; height: 750px; background: #fff; border-radius: 10px;
  overflow: hidden; display: flex; flex-direction: column; box-shadow: 0 14px 40px #0b162066; }
.title { flex: none; height: 38px; display: flex; align-items: center; padding: 0 14px; background: #eef1f3; border-bottom: 1px solid #d5dbe0;
  font-size: 13px; font-weight: 500; color: #455363; }
.dots { display: flex; gap: 7px; margin-right: 16px; }
.dots i { width: 11px; height: 11px; border-radius: 50%; background: #c3ccd4; }
.dots i:first-child { background: #d9866f; }
.dark .title { background: #1c232b; border-color: #0f1419; color: #aab7c4; }
.dark .dots i { background: #3a4754; }
.dark .dots i:first-child { background: #d9866f; }
.main { flex: 1; min-height: 0; display: flex; }
.side { flex: none; width: 210px; background: #f6f7f8; border-right: 1px solid #e1e6ea; padding: 14px 12px; font-size: 13.5px; }
.side p { padding: 5px 10px; border-radius: 6px; display: flex; justify-content: space-between; color: #3b4857; }
.side p.on { background: #dbe7ef; color: #16364d; font-weight: 600; }
.side h5 { margin: 16px 10px 6px; font-size: 11px; letter-spacing: .06em; color: #7d8a97; }
.mono { font-family: "JetBrains Mono", monospace; }
.muted { color: #75818e; }
.btn { display: inline-block; padding: 8px 18px; border-radius: 7px; background: #1f6f8b; color: #fff; font-weight: 600; font-size: 14px; }
.btn.quiet { background: #e8edf1; color: #33424f; }
.tag { display: inline-block; padding: 1px 8px; border-radius: 10px; background: #e4ecd9; color: #4a6322; font-size: 12px; font-weight: 500; }
.face { flex: none; display: inline-flex; align-items: center; justify-content: center; border-radius: 50%; color: #fff; font-weight: 600; }
`;

const MENUS: Record<string, string[]> = {
  'Pigeon Mail': ['File', 'Edit', 'Message', 'View', 'Help'],
  Inkstone: ['File', 'Edit', 'Selection', 'Run', 'Help'],
  Terminal: ['Shell', 'Edit', 'View', 'Help'],
  Wayfarer: ['File', 'Edit', 'History', 'Bookmarks', 'Help'],
  Gridwork: ['File', 'Insert', 'Format', 'Data', 'Help'],
  Parley: ['File', 'Channel', 'View', 'Help'],
  Almanac: ['File', 'Event', 'View', 'Help'],
  Roundtable: ['Meeting', 'View', 'Help'],
};

/** A whole page for the browser to draw. */
export function page(screen: Screen, options: { dark?: boolean; css: string }): string {
  const menu = (MENUS[screen.app] ?? []).map((name) => `<span>${name}</span>`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><style>${STYLE}${options.css}</style></head>
<body><div class="bar"><b>${screen.app}</b>${menu}<span class="right"><span>EN</span><span>Wi-Fi</span><span>82 %</span></span></div>
<div class="win${options.dark ? ' dark' : ''}"><div class="title"><span class="dots"><i></i><i></i><i></i></span>${screen.window}</div>
${screen.body}</div></body></html>`;
}

const FACE_COLOURS = ['#b4654a', '#3f7d8c', '#7a6a9e', '#5b8a58', '#a8833c', '#9b5575'];

/** A round picture with initials; its letters are decoration, like those of an icon. */
export function face(name: string, size: number): string {
  const initials = name
    .split(' ')
    .map((part) => part[0] ?? '')
    .join('')
    .slice(0, 2);
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  const colour = FACE_COLOURS[sum % FACE_COLOURS.length];
  return `<span class="face" aria-hidden="true" style="width:${size}px;height:${size}px;background:${colour};font-size:${size * 0.4}px">${initials}</span>`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
