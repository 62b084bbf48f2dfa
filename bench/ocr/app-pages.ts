/** More kinds of screen: what is common in web applications and hard for a line finder. Each shows one 1080p screen. */
import { type Look, page, photo, repeat } from './look.ts';
import type { PageKind } from './pages.ts';
import type { Prose } from './prose.ts';

/** Filled cards with a border of another shade, whose first line stands close below it. */
function calendar(text: Prose, look: Look): string {
  const fills = ['#d2e3fc', '#ceead6', '#fad2cf', '#feefc3'];
  const event = () => {
    const fill = text.pick(fills);
    return `<div class="e" style="background:${fill};border-left:4px solid ${look.accent}"><b>${text.title(2)}</b><br>${text.time()} ${text.word()}</div>`;
  };
  const day = (i: number) =>
    `<div class="d"><span class="no">${i + 1}</span>${repeat(text.whole(1, 2), event)}</div>`;
  return page(
    look,
    `.g{display:grid;grid-template-columns:repeat(7,1fr);grid-auto-rows:205px;padding:10px}.d{border:1px solid ${look.border};padding:2px 4px;overflow:hidden}.no{color:${look.faint}}
     .e{color:#1f1f1f;border:1px solid #0004;border-radius:4px;margin:3px 0;padding:0 5px;line-height:1.3;white-space:nowrap;overflow:hidden}`,
    `<div class="g">${repeat(35, day)}</div>`,
  );
}

/** A video call: pictures with name tags, and a chat beside them. */
function call(text: Prose, look: Look): string {
  const tile = () =>
    `<div class="p">${photo(text.whole(1, 999), 460, 320)}<span>${text.name()}</span></div>`;
  return page(
    look,
    `.g{position:absolute;left:0;top:0;display:grid;grid-template-columns:repeat(3,460px);gap:12px;padding:16px;background:#202124}.p{position:relative}.p span{position:absolute;left:10px;bottom:10px;background:#0009;color:#fff;padding:2px 8px;border-radius:4px}
     .s{position:absolute;right:0;top:0;width:480px;height:1080px;padding:16px;overflow:hidden;background:${look.panel}}`,
    `<div class="g">${repeat(9, tile)}</div><div class="s">${repeat(14, () => `<p><b>${text.name()}</b> ${text.time()}<br>${text.sentence()}</p>`)}</div>`,
  );
}

/** A spreadsheet: a grid that is mostly empty. */
function sheet(text: Prose, look: Look): string {
  const cell = (row: number, column: number) =>
    row < 12 && column < 6 ? (column === 0 ? text.title(2) : text.amount()) : '';
  const letters = [...'ABCDEFGHIJKLMNOPQRS'];
  const row = (i: number) =>
    `<tr><th>${i + 1}</th>${letters.map((_, column) => `<td>${cell(i, column)}</td>`).join('')}</tr>`;
  return page(
    look,
    `table{border-collapse:collapse;table-layout:fixed;width:1920px}td,th{border:1px solid ${look.border};height:21px;padding:0 4px;white-space:nowrap;overflow:hidden;font-weight:400}th{background:${look.panel}}th:first-child{width:40px}`,
    `<table><tr><th></th>${letters.map((letter) => `<th>${letter}</th>`).join('')}</tr>${repeat(48, row)}</table>`,
  );
}

/** Cells with borders of their own, as plain HTML draws them. */
function ledger(text: Prose, look: Look): string {
  const row = () =>
    `<tr><td>${text.whole(100, 9999)}</td><td>${text.name()}</td><td>${text.title(2)}</td><td>${text.amount()}</td><td>${text.words(3)}</td><td>${text.word()}</td></tr>`;
  return page(
    look,
    'table{width:1880px;margin:12px}',
    `<table border="1">${repeat(Math.floor(1020 / (look.size * 1.45 + 6)), row)}</table>`,
  );
}

/** A terminal whose hollow cursor stands at the left edge, right below the last line of output. */
function shell(text: Prose, look: Look): string {
  const rows = Math.floor(1000 / (look.size * 1.25));
  return page(
    look,
    `pre{margin:0;font:${look.size}px/1.25 ${look.mono}}.c{outline:1px solid ${look.ink};outline-offset:-1px}`,
    `<pre>${repeat(rows, () => `${text.words(text.whole(2, 9))}\n`)}<span class="c"> </span></pre>`,
  );
}

/** Dense rows with a drop-down over them. */
function menu(text: Prose, look: Look): string {
  const row = () => `<tr>${repeat(6, () => `<td>${text.word()} ${text.whole(10, 999)}</td>`)}</tr>`;
  return page(
    look,
    `table{width:1900px;line-height:1.15}td{padding:0 8px;border-bottom:1px solid ${look.border}}
     .m{position:absolute;left:600px;top:200px;width:320px;background:${look.panel};border:1px solid ${look.faint};line-height:1.3}.m div{padding:1px 10px;border-bottom:1px solid ${look.border}}`,
    `<table>${repeat(Math.floor(1040 / (look.size * 1.15 + 2)), row)}</table><div class="m">${repeat(16, () => `<div>${text.title(2)} ${text.word()}</div>`)}</div>`,
  );
}

export const APP_PAGE_KINDS: Readonly<Record<string, PageKind>> = {
  calendar,
  call,
  sheet,
  ledger,
  shell,
  menu,
};
