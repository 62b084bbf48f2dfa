/** Rows and columns: tables, spreadsheets, plain HTML tables and a menu over rows. */
import { type Look, page, repeat } from '../look.ts';
import type { Prose } from '../prose.ts';

export function table(text: Prose, look: Look): string {
  const states = ['#1a7f37', '#9a6700', '#cf222e'];
  const row = (i: number) =>
    `<tr class="${i % 2 ? 'odd' : ''}"><td>${text.whole(1000, 99_999)}</td><td>${text.name()}</td><td>${text.title(2)}</td><td class="r">${text.amount()}</td><td class="r">${text.whole(1, 99)}.${text.whole(0, 9)} %</td><td>2026-0${text.whole(1, 9)}-${text.whole(10, 28)}</td><td><span class="b" style="background:${text.pick(states)}">${text.word()}</span></td><td>${text.words(4)}</td></tr>`;
  return page(
    look,
    `table{border-collapse:collapse;width:1880px;margin:20px}td,th{border:1px solid ${look.border};padding:3px 10px;text-align:left;white-space:nowrap;overflow:hidden}th{background:${look.panel}}.odd td{background:${look.isDark ? '#2a2e35' : '#f1f4f8'}}.r{text-align:right}.b{color:#fff;border-radius:9px;padding:0 8px}`,
    `<table><tr>${['Number', 'Customer', 'Project', 'Amount', 'Share', 'Date', 'State', 'Remark'].map((h) => `<th>${h}</th>`).join('')}</tr>${repeat(Math.floor(1000 / (look.size * 1.45 + 7)) - 1, row)}</table>`,
  );
}

/** A spreadsheet: a grid that is mostly empty. */
export function sheet(text: Prose, look: Look): string {
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

/** Cells with separate borders, as plain HTML draws them. */
export function ledger(text: Prose, look: Look): string {
  const row = () =>
    `<tr><td>${text.whole(100, 9999)}</td><td>${text.name()}</td><td>${text.title(2)}</td><td>${text.amount()}</td><td>${text.words(3)}</td><td>${text.word()}</td></tr>`;
  return page(
    look,
    'table{width:1880px;margin:12px}',
    `<table border="1">${repeat(Math.floor(1020 / (look.size * 1.45 + 6)), row)}</table>`,
  );
}

/** Dense rows with a drop-down over them. */
export function menu(text: Prose, look: Look): string {
  const row = () => `<tr>${repeat(6, () => `<td>${text.word()} ${text.whole(10, 999)}</td>`)}</tr>`;
  return page(
    look,
    `table{width:1900px;line-height:1.15}td{padding:0 8px;border-bottom:1px solid ${look.border}}
     .m{position:absolute;left:600px;top:200px;width:320px;background:${look.panel};border:1px solid ${look.faint};line-height:1.3}.m div{padding:1px 10px;border-bottom:1px solid ${look.border}}`,
    `<table>${repeat(Math.floor(1040 / (look.size * 1.15 + 2)), row)}</table><div class="m">${repeat(16, () => `<div>${text.title(2)} ${text.word()}</div>`)}</div>`,
  );
}
