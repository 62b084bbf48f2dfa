/** Settings and dashboards. */
import { type Look, page, repeat } from '../look.ts';
import type { Prose } from '../prose.ts';

export function settings(text: Prose, look: Look): string {
  const group = () =>
    `<section><h3>${text.title(2)}</h3>${repeat(5, () => `<label><span class="t ${text.random() < 0.5 ? 'on' : ''}"><u></u></span><span>${text.title(1)} ${text.words(3)}</span><small>${text.words(6)}</small></label>`)}<div class="f"><span class="in">${text.words(2)}</span><span class="btn">${text.title(1)}</span><span class="btn ghost">${text.title(1)}</span></div></section>`;
  return page(
    look,
    `.grid{display:grid;grid-template-columns:repeat(3,1fr);gap:18px;padding:20px}section{border:1px solid ${look.border};border-radius:8px;padding:12px 18px;height:330px;overflow:hidden}h3{margin:0 0 8px}label{display:block;margin:6px 0;white-space:nowrap}small{display:block;color:${look.faint};margin-left:46px;font-size:${Math.max(9, look.size - 2)}px}.t{display:inline-block;width:34px;height:18px;border-radius:9px;background:${look.faint};margin-right:12px;vertical-align:middle}.t.on{background:${look.accent}}.t u{display:block;width:14px;height:14px;border-radius:7px;background:#fff;margin:2px}.t.on u{margin-left:18px}.f{margin-top:10px}.in{border:1px solid ${look.faint};border-radius:4px;padding:4px 10px;margin-right:10px}.btn{background:${look.accent};color:#fff;border-radius:5px;padding:5px 14px;margin-right:8px}.ghost{background:none;color:${look.ink};border:1px solid ${look.faint}}`,
    `<div class="grid">${repeat(9, group)}</div>`,
  );
}

export function dashboard(text: Prose, look: Look): string {
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
