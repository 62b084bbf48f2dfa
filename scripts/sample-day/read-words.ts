/**
 * Reads the words of a drawn page with their boxes, which the browser knows exactly. The function runs inside the page,
 * so it is kept as text; it uses nothing from outside.
 */

/** A word with x, y, width and height in pixels. */
export type Word = [text: string, x: number, y: number, width: number, height: number];

export interface Line {
  /** Only when it is not the words joined by spaces (Chinese and Japanese have none). */
  text?: string;
  words: Word[];
}

export const READ_WORDS = `(() => {
  const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });
  const isWide = (text) => /[\\u3000-\\u30ff\\u3400-\\u9fff\\uff00-\\uffef]/.test(text);
  const tokens = [];

  const isShown = (rect) => rect.width > 0.5 && rect.left >= 0 && rect.top >= 0 && rect.right <= 1281 && rect.bottom <= 801;
  const isClipped = (node, rect) => {
    for (let at = node.parentElement; at; at = at.parentElement) {
      if (at.closest('svg')) continue;
      if (getComputedStyle(at).overflow !== 'hidden') continue;
      const box = at.getBoundingClientRect();
      if (rect.right > box.right + 1 || rect.bottom > box.bottom + 1 || rect.top < box.top - 1) return true;
    }
    return false;
  };
  const add = (node, start, end, text) => {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    const rects = [...range.getClientRects()];
    // A word broken at a line end has two boxes; it is taken as two words.
    if (rects.length > 1 && new Set(rects.map((rect) => Math.round(rect.top))).size > 1 && end - start > 1) {
      for (let at = start; at < end; at += 1) add(node, at, at + 1, node.data[at]);
      return;
    }
    const rect = range.getBoundingClientRect();
    if (!isShown(rect) || isClipped(node, rect)) return;
    tokens.push({ text, left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom, wide: isWide(text) });
  };

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest('[aria-hidden], style')) continue;
    for (const match of node.data.matchAll(/\\S+/g)) {
      if (!isWide(match[0])) {
        add(node, match.index, match.index + match[0].length, match[0]);
        continue;
      }
      for (const { segment, index } of segmenter.segment(match[0])) {
        const start = match.index + index;
        add(node, start, start + segment.length, segment);
      }
    }
  }

  const lines = [];
  let line;
  let last;
  for (const token of tokens) {
    const middle = (token.top + token.bottom) / 2;
    const gap = last ? token.left - last.right : 0;
    const isSameLine = last && middle > last.top && middle < last.bottom && gap > -2 && gap < 60;
    if (!isSameLine) {
      line = { text: '', words: [] };
      lines.push(line);
    }
    const isGlued = isSameLine && gap < 2;
    line.text += (isSameLine && !isGlued ? ' ' : '') + token.text;
    const before = line.words.at(-1);
    if (isGlued && before && !token.wide && !before.wide) {
      before.text += token.text;
      before.right = token.right;
      before.bottom = Math.max(before.bottom, token.bottom);
    } else {
      line.words.push({ ...token });
    }
    last = token;
  }
  const round = Math.round;
  return lines.map(({ text, words }) => {
    const boxes = words.map((word) => [word.text, round(word.left), round(word.top), round(word.right - word.left), round(word.bottom - word.top)]);
    return text === words.map((word) => word.text).join(' ') ? { words: boxes } : { text, words: boxes };
  });
})()`;
