/** Running text: articles, overlapping windows, text over pictures. */
import { type Look, page, photo, repeat } from '../look.ts';
import type { Prose } from '../prose.ts';

export function article(text: Prose, look: Look): string {
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

export function windows(text: Prose, look: Look): string {
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

export function gallery(text: Prose, look: Look): string {
  const tile = () =>
    `<figure>${photo(text.whole(1, 999), 440, 280)}<figcaption>${text.title(3)}<br><small>${text.name()} ${text.time()}</small></figcaption><span class="over">${text.title(1)}</span></figure>`;
  return page(
    look,
    `.g{display:grid;grid-template-columns:repeat(4,440px);gap:22px;padding:24px}figure{margin:0;position:relative}figcaption{padding:6px 2px}.over{position:absolute;left:12px;top:236px;background:#000c;color:#fff;padding:3px 10px;border-radius:4px}`,
    `<div class="g">${repeat(8, tile)}</div><p style="padding:0 24px">${text.paragraph(6)}</p>`,
  );
}

export function overPhoto(text: Prose, look: Look): string {
  return page(
    look,
    `.bg{position:absolute;left:0;top:0;filter:brightness(.45) contrast(.5)}.t{position:absolute;left:120px;top:140px;width:1500px;color:#fff;font-size:${look.size + 8}px;line-height:1.7;text-shadow:0 1px 3px #000}h1{font-size:44px;margin:0 0 20px}`,
    `<div class="bg">${photo(text.whole(1, 90), 1920, 1080)}</div><div class="t"><h1>${text.title(4)}</h1>${repeat(5, () => `<p>${text.paragraph(2)}</p>`)}</div>`,
  );
}
