/** Gridwork, the spreadsheet, and Almanac, the calendar. */
import { page, type Screen } from './look.ts';

const CSS = `
.fx { flex: none; height: 36px; display: flex; align-items: center; gap: 14px; padding: 0 14px; border-bottom: 1px solid #dfe4e8; background: #f8f9fa; font-size: 13.5px; }
.fx b { width: 54px; } .fx span { flex: 1; background: #fff; border: 1px solid #d9dfe4; border-radius: 5px; padding: 2px 10px; }
.grid { flex: 1; border-collapse: collapse; }
table.cells { width: 100%; border-collapse: collapse; table-layout: fixed; font-size: 14px; }
table.cells td, table.cells th { border: 1px solid #e3e8eb; height: 29px; padding: 0 10px; white-space: nowrap; overflow: hidden; }
table.cells th { background: #f3f5f7; color: #75818e; font-weight: 500; font-size: 12px; }
table.cells th:first-child { width: 46px; }
td.num { text-align: right; font-variant-numeric: tabular-nums; }
td.head { font-weight: 650; background: #eef4ea; } td.sum { font-weight: 700; background: #f7f2e4; }
td.sel { outline: 2px solid #3c7a4f; outline-offset: -2px; background: #f1f8f2; }
.sheets { flex: none; height: 32px; display: flex; gap: 4px; padding: 0 14px; background: #f3f5f7; border-top: 1px solid #dfe4e8; font-size: 13px; }
.sheets span { padding: 6px 16px; color: #75818e; } .sheets .on { background: #fff; color: #1f2733; font-weight: 600; }
.cal { flex: 1; display: grid; grid-template-columns: 56px repeat(5, 1fr); grid-template-rows: 40px 1fr; }
.cal .day { border-left: 1px solid #e3e8eb; text-align: center; padding-top: 9px; font-weight: 600; font-size: 13.5px; border-bottom: 1px solid #e3e8eb; }
.cal .col { position: relative; border-left: 1px solid #e3e8eb; background: repeating-linear-gradient(#fff 0 65px, #eef1f3 65px 66px); }
.cal .hour { position: relative; } .cal .hour span { position: absolute; right: 8px; font-size: 11.5px; color: #8a96a2; }
.ev { position: absolute; left: 4px; right: 6px; border-radius: 6px; padding: 5px 8px; font-size: 12.5px; line-height: 1.35; border-left: 4px solid; overflow: hidden; }
.ev b { display: block; font-weight: 600; }
`;

export interface Sheet {
  file: string;
  cell: string;
  formula: string;
  /** Rows of cells; a leading * makes a heading, a leading = a sum, a leading > the selected cell. */
  rows: readonly (readonly string[])[];
  tabs: readonly string[];
}

const WIDTHS = [280, 150, 150, 110, 270, 120, 120];

export function spreadsheet(sheet: Sheet): Screen {
  const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
  const cell = (text: string) => {
    const kind = { '*': 'head', '=': 'sum', '>': 'sel' }[text[0] ?? ''] ?? '';
    const shown = kind === '' ? text : text.slice(1);
    const number = /^-?[\d.,]+( [€%])?$/.test(shown) ? 'num' : '';
    return `<td class="${kind} ${number}">${shown}</td>`;
  };
  const rows = Array.from({ length: 20 }, (_, index) => {
    const cells = letters.map((_letter, column) => cell(sheet.rows[index]?.[column] ?? ''));
    return `<tr><th>${index + 1}</th>${cells.join('')}</tr>`;
  });
  const tabs = sheet.tabs.map(
    (tab, index) => `<span class="${index === 0 ? 'on' : ''}">${tab}</span>`,
  );
  const body = `<div class="fx"><b>${sheet.cell}</b><span class="mono">${sheet.formula}</span></div><div class="main" style="display:block;overflow:hidden">
<table class="cells"><tr><th></th>${letters.map((letter, index) => `<th style="width:${WIDTHS[index]}px">${letter}</th>`).join('')}</tr>${rows.join('')}</table></div>
<div class="sheets">${tabs.join('')}</div>`;
  return { app: 'Gridwork', window: `${sheet.file} - Gridwork`, body };
}

export interface CalendarEvent {
  day: number;
  from: number;
  to: number;
  title: string;
  place?: string;
  colour: 'blue' | 'green' | 'sand' | 'plum';
}

const COLOURS = {
  blue: '#3f7d8c;background:#e1eff2',
  green: '#5b8a58;background:#e6f0e3',
  sand: '#b98a3a;background:#f7eeda',
  plum: '#86608f;background:#f0e6f2',
};

const FIRST_HOUR = 8;
const HOUR_PX = 66;

function clock(hour: number): string {
  return `${String(Math.floor(hour)).padStart(2, '0')}:${String(Math.round((hour % 1) * 60)).padStart(2, '0')}`;
}

export function calendar(title: string, events: readonly CalendarEvent[]): Screen {
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
  const hours = Array.from(
    { length: 10 },
    (_, index) => `<span style="top:${index * HOUR_PX + 2}px">${clock(FIRST_HOUR + index)}</span>`,
  );
  const columns = days.map((_day, index) => {
    const own = events
      .filter((event) => event.day === index)
      .map((event) => {
        const top = (event.from - FIRST_HOUR) * HOUR_PX + 1;
        const height = (event.to - event.from) * HOUR_PX - 4;
        return `<div class="ev" style="top:${top}px;height:${height}px;border-color:${COLOURS[event.colour]}"><b>${event.title}</b>${clock(event.from)}${event.place ? ` ${event.place}` : ''}</div>`;
      });
    return `<div class="col">${own.join('')}</div>`;
  });
  const body = `<div class="main"><div class="side"><p class="on">This week</p><p>Next week</p><h5>Calendars</h5><p>Mara</p><p>Petrel launch</p><p>Office</p><h5>Invitations</h5><p>Board dinner</p></div>
<div class="cal"><div></div>${days.map((day) => `<div class="day">${day}</div>`).join('')}<div class="hour">${hours.join('')}</div>${columns.join('')}</div></div>`;
  return { app: 'Almanac', window: `${title} - Almanac`, body };
}

export function officePage(screen: Screen): string {
  return page(screen, { css: CSS });
}
