/** Calendars and boards: filled cards whose first line stands close below the border. */
import { type Look, page, repeat } from '../look.ts';
import type { Prose } from '../prose.ts';

/** Filled cards with a border of another shade, whose first line stands close below it. */
export function calendar(text: Prose, look: Look): string {
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

/** A board: columns of filled cards with labels and initials. */
export function kanban(text: Prose, look: Look): string {
  const labels = ['#b42318', '#175cd3', '#067647', '#b54708', '#5925dc'];
  const fill = look.isDark ? '#3a4150' : '#ffffff';
  const card = () =>
    `<div class="k" style="background:${fill}"><span class="l" style="background:${text.pick(labels)}">${text.word()}</span><div>${text.sentence()}</div><small>${text.title(1).slice(0, 4).toUpperCase()}-${text.whole(10, 999)} · ${text.time()}<i>${text.initials()}</i></small></div>`;
  const column = () =>
    `<div class="c"><b>${text.title(1)} <span class="n">${text.whole(10, 99)}</span></b>${repeat(text.whole(7, 9), card)}</div>`;
  return page(
    look,
    `.b{display:grid;grid-template-columns:repeat(6,1fr);gap:12px;padding:12px;height:1080px}.c{background:${look.panel};border-radius:8px;padding:8px;overflow:hidden}.n{background:${look.faint};color:#fff;border-radius:8px;padding:0 7px}
     .k{border:1px solid ${look.border};border-radius:6px;margin:7px 0;padding:2px 8px;line-height:1.3}.l{color:#fff;border-radius:4px;padding:0 6px;font-size:${Math.max(9, look.size - 2)}px}.k small{display:block;color:${look.faint}}.k i{float:right;font-style:normal;background:${look.accent};color:#fff;border-radius:9px;padding:0 4px}`,
    `<div class="b">${repeat(6, column)}</div>`,
  );
}
