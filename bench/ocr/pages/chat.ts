/** Conversations: logs, bubbles and calls. */
import { type Look, page, photo, repeat } from '../look.ts';
import type { Prose } from '../prose.ts';

export function chat(text: Prose, look: Look): string {
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

/** A video call: pictures with name tags, and a chat next to them. */
export function call(text: Prose, look: Look): string {
  // Some programs give the name no ground, only a shadow; the picture of a camera is calmer than a photo.
  const tile = (i: number) =>
    `<div class="p">${photo(text.whole(1, 999), 460, 320)}<span class="${i % 3 === 2 ? 'bare' : ''}">${text.name()}</span></div>`;
  return page(
    look,
    `.g{position:absolute;left:0;top:0;display:grid;grid-template-columns:repeat(3,460px);gap:12px;padding:16px;background:#202124}.p{position:relative}.p span{position:absolute;left:10px;bottom:10px;background:#0009;color:#fff;padding:2px 8px;border-radius:4px}.p:has(.bare) svg{filter:brightness(.5) contrast(.6)}.p .bare{background:none;font-weight:bold;text-shadow:0 0 3px #000,0 1px 2px #000}
     .s{position:absolute;right:0;top:0;width:480px;height:1080px;padding:16px;overflow:hidden;background:${look.panel}}`,
    `<div class="g">${repeat(9, tile)}</div><div class="s">${repeat(14, () => `<p><b>${text.name()}</b> ${text.time()}<br>${text.sentence()}</p>`)}</div>`,
  );
}

/** Bubbles with a border, a quoted message and the time inside. */
export function bubbles(text: Prose, look: Look): string {
  const own = look.isDark ? '#005c4b' : '#d9fdd3';
  const other = look.isDark ? '#2f3b45' : '#ffffff';
  const quote = () =>
    text.random() < 0.3 ? `<blockquote><b>${text.name()}</b><br>${text.words(4)}</blockquote>` : '';
  const bubble = (i: number) =>
    `<div class="w ${i % 2 ? 'own' : ''}"><div class="u">${quote()}${text.paragraph(text.whole(1, 2))}<time>${text.time()}</time></div></div>`;
  const side = (left: number) =>
    `<div class="s" style="left:${left}px">${repeat(24, bubble)}</div>`;
  return page(
    look,
    `.s{position:absolute;top:0;width:960px;height:1080px;overflow:hidden;padding:10px 24px;background:${look.isDark ? '#0b141a' : '#efeae2'}}.w{display:flex;margin:5px 0}.own{justify-content:flex-end}
     .u{max-width:560px;background:${other};border:1px solid ${look.border};border-radius:9px;padding:3px 9px}.own .u{background:${own}}time{float:right;font-size:${Math.max(9, look.size - 3)}px;color:${look.faint};margin:5px 0 0 10px}
     blockquote{margin:2px 0;padding:1px 8px;border-left:4px solid ${look.accent};background:#8882;border-radius:4px}`,
    side(0) + side(960),
  );
}
