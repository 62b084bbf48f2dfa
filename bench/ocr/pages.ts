/** The kinds of screen in the corpus. Each returns the HTML of a full 1080p screen in the given look. */
import { type Look, page, photo, repeat } from './look.ts';
import type { Prose } from './prose.ts';

export type PageKind = (text: Prose, look: Look) => string;

/** Rows of a given line height that fit below `top`. */
const rowsThatFit = (look: Look, lineHeight: number, top = 40) =>
  Math.floor((1080 - top) / (look.size * lineHeight));

function code(text: Prose, look: Look): string {
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

function chat(text: Prose, look: Look): string {
  const message = (i: number) =>
    `<div class="m ${i % 3 === 0 ? 'own' : ''}"><b>${text.name()}</b> <i>${text.time()}</i><p>${text.paragraph(text.whole(1, 3))}</p></div>`;
  return page(
    look,
    `.rooms{position:absolute;left:0;top:0;width:300px;height:1080px;background:${look.panel};padding:18px;overflow:hidden}.rooms div{padding:7px 0;border-bottom:1px solid ${look.border}}
     .n{background:${look.accent};color:#fff;border-radius:10px;padding:1px 8px;font-size:11px;margin-left:8px}
     .log{position:absolute;left:300px;right:0;top:0;height:1080px;overflow:hidden;padding:20px}.m{max-width:900px;margin:0 0 12px;background:${look.panel};border-radius:12px;padding:10px 16px}
     .own{margin-left:500px;background:${look.accent};color:#fff}.m p{margin:4px 0 0}.m i{font-style:normal;font-size:12px;opacity:.8}`,
    `<div class="rooms">${repeat(22, () => `<div>${text.word()} ${text.word()}<span class="n">${text.whole(10, 99)}</span></div>`)}</div><div class="log">${repeat(16, message)}</div>`,
  );
}

function article(text: Prose, look: Look): string {
  const linked = () =>
    text
      .paragraph(5)
      .split(' ')
      .map((word, i) =>
        i % 17 === 5 ? `<a>${word}</a>` : i % 29 === 11 ? `<mark>${word}</mark>` : word,
      )
      .join(' ');
  return page(
    look,
    `main{width:1500px;margin:30px auto;columns:2;column-gap:60px;font:${look.size}px/1.6 ${look.serif};height:1020px;column-fill:auto}h1{font-size:${look.size * 2}px;margin:0 0 12px;line-height:1.2}h2{font-size:${Math.round(look.size * 1.4)}px;margin:12px 0 6px}a{color:${look.isDark ? '#79b8ff' : '#0645ad'};text-decoration:underline}mark{background:#ffe066;color:#111}p{margin:0 0 10px}`,
    `<main><h1>${text.title(4)}</h1>${repeat(10, (i) => `${i % 3 === 0 ? `<h2>${text.title(3)}</h2>` : ''}<p>${linked()}</p>`)}</main>`,
  );
}

function table(text: Prose, look: Look): string {
  const states = ['#1a7f37', '#9a6700', '#cf222e'];
  const row = (i: number) =>
    `<tr class="${i % 2 ? 'odd' : ''}"><td>${text.whole(1000, 99_999)}</td><td>${text.name()}</td><td>${text.title(2)}</td><td class="r">${text.amount()}</td><td class="r">${text.whole(1, 99)}.${text.whole(0, 9)} %</td><td>2026-0${text.whole(1, 9)}-${text.whole(10, 28)}</td><td><span class="b" style="background:${text.pick(states)}">${text.word()}</span></td><td>${text.words(4)}</td></tr>`;
  return page(
    look,
    `table{border-collapse:collapse;width:1880px;margin:20px}td,th{border:1px solid ${look.border};padding:3px 10px;text-align:left;white-space:nowrap;overflow:hidden}th{background:${look.panel}}.odd td{background:${look.isDark ? '#2a2e35' : '#f1f4f8'}}.r{text-align:right}.b{color:#fff;border-radius:9px;padding:0 8px}`,
    `<table><tr>${['Number', 'Customer', 'Project', 'Amount', 'Share', 'Date', 'State', 'Remark'].map((h) => `<th>${h}</th>`).join('')}</tr>${repeat(Math.floor(1000 / (look.size * 1.45 + 7)) - 1, row)}</table>`,
  );
}

function terminal(text: Prose, look: Look): string {
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

function settings(text: Prose, look: Look): string {
  const group = () =>
    `<section><h3>${text.title(2)}</h3>${repeat(5, () => `<label><span class="t ${text.random() < 0.5 ? 'on' : ''}"><u></u></span><span>${text.title(1)} ${text.words(3)}</span><small>${text.words(6)}</small></label>`)}<div class="f"><span class="in">${text.words(2)}</span><span class="btn">${text.title(1)}</span><span class="btn ghost">${text.title(1)}</span></div></section>`;
  return page(
    look,
    `.grid{display:grid;grid-template-columns:repeat(3,1fr);gap:18px;padding:20px}section{border:1px solid ${look.border};border-radius:8px;padding:12px 18px;height:330px;overflow:hidden}h3{margin:0 0 8px}label{display:block;margin:6px 0;white-space:nowrap}small{display:block;color:${look.faint};margin-left:46px;font-size:${Math.max(9, look.size - 2)}px}.t{display:inline-block;width:34px;height:18px;border-radius:9px;background:${look.faint};margin-right:12px;vertical-align:middle}.t.on{background:${look.accent}}.t u{display:block;width:14px;height:14px;border-radius:7px;background:#fff;margin:2px}.t.on u{margin-left:18px}.f{margin-top:10px}.in{border:1px solid ${look.faint};border-radius:4px;padding:4px 10px;margin-right:10px}.btn{background:${look.accent};color:#fff;border-radius:5px;padding:5px 14px;margin-right:8px}.ghost{background:none;color:${look.ink};border:1px solid ${look.faint}}`,
    `<div class="grid">${repeat(9, group)}</div>`,
  );
}

function dashboard(text: Prose, look: Look): string {
  const bars = () =>
    repeat(12, (i) => {
      const height = text.whole(20, 170);
      return `<rect x="${20 + i * 44}" y="${200 - height}" width="30" height="${height}" fill="${look.accent}"/><text x="${22 + i * 44}" y="222" font-size="11" fill="${look.faint}">${text.whole(10, 99)}k</text>`;
    });
  const card = () =>
    `<div class="c"><small>${text.title(2)}</small><strong>${text.whole(100, 9999)}</strong><span class="up">+${text.whole(10, 89)}.${text.whole(0, 9)} %</span></div>`;
  const chart = () =>
    `<div class="c w"><small>${text.title(3)}</small><svg width="560" height="230">${bars()}</svg></div>`;
  const list = () =>
    `<div class="c w"><small>${text.title(2)}</small>${repeat(8, () => `<div class="li"><span>${text.words(3)}</span><span class="pill">${text.word()}</span><b>${text.amount()}</b></div>`)}</div>`;
  return page(
    look,
    `.g{display:grid;grid-template-columns:repeat(6,1fr);gap:16px;padding:20px}.c{background:${look.panel};border-radius:10px;padding:14px;overflow:hidden}.w{grid-column:span 2;height:300px}small{display:block;color:${look.faint}}strong{font-size:30px;display:block}.up{color:${look.isDark ? '#56d364' : '#1a7f37'}}.li{display:flex;gap:14px;padding:3px 0;white-space:nowrap}.li b{margin-left:auto}.pill{background:${look.accent};color:#fff;border-radius:9px;padding:0 9px}`,
    `<div class="g">${repeat(6, card)}${repeat(2, chart)}${list()}${repeat(2, list)}${chart()}</div>`,
  );
}

function windows(text: Prose, look: Look): string {
  const places = [
    [40, 60, 900, 640],
    [760, 200, 900, 620],
    [300, 520, 820, 500],
  ];
  const shades = [look.ground, look.isDark ? '#f7f7f7' : '#20242b', look.panel];
  const inks = [look.ink, look.isDark ? '#202020' : '#e8e8e8', look.ink];
  const window = (i: number) => {
    const [x, y, w, h] = places[i] ?? [];
    return `<div style="position:absolute;left:${x}px;top:${y}px;width:${w}px;height:${h}px;background:${shades[i]};color:${inks[i]};border:1px solid ${look.border};box-shadow:0 6px 24px #0008;overflow:hidden"><div style="background:${look.accent};color:#fff;padding:5px 12px">${text.title(4)}</div><div style="padding:14px">${repeat(12, () => `<p style="margin:0 0 9px">${text.paragraph(3)}</p>`)}</div></div>`;
  };
  return page(
    look,
    `.bg{position:absolute;left:0;top:0}.bar{position:absolute;left:0;right:0;bottom:0;height:34px;background:#101418;color:#e8e8e8;padding:7px 14px;font-size:13px}`,
    `<div class="bg">${photo(text.whole(1, 90), 1920, 1080)}</div>${repeat(3, window)}<div class="bar">${text.words(5)} ${text.time()}</div>`,
  );
}

function gallery(text: Prose, look: Look): string {
  const tile = () =>
    `<figure>${photo(text.whole(1, 999), 440, 280)}<figcaption>${text.title(3)}<br><small>${text.name()} ${text.time()}</small></figcaption><span class="over">${text.title(1)}</span></figure>`;
  return page(
    look,
    `.g{display:grid;grid-template-columns:repeat(4,440px);gap:22px;padding:24px}figure{margin:0;position:relative}figcaption{padding:6px 2px}.over{position:absolute;left:12px;top:236px;background:#000c;color:#fff;padding:3px 10px;border-radius:4px}`,
    `<div class="g">${repeat(8, tile)}</div><p style="padding:0 24px">${text.paragraph(6)}</p>`,
  );
}

function overPhoto(text: Prose, look: Look): string {
  return page(
    look,
    `.bg{position:absolute;left:0;top:0;filter:brightness(.45) contrast(.5)}.t{position:absolute;left:120px;top:140px;width:1500px;color:#fff;font-size:${look.size + 8}px;line-height:1.7;text-shadow:0 1px 3px #000}h1{font-size:44px;margin:0 0 20px}`,
    `<div class="bg">${photo(text.whole(1, 90), 1920, 1080)}</div><div class="t"><h1>${text.title(4)}</h1>${repeat(5, () => `<p>${text.paragraph(2)}</p>`)}</div>`,
  );
}

export const PAGE_KINDS: Readonly<Record<string, PageKind>> = {
  code,
  chat,
  article,
  table,
  terminal,
  settings,
  dashboard,
  windows,
  gallery,
  overPhoto,
};
