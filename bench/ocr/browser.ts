/** Shows invented pages in a headless browser and takes both the pixels and the truth: every visible word with its box. */

import type { OcrImage } from '@hindcast/screen-ocr';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { browserIn } from '../../scripts/bootstrap/browser.mjs';

export interface TrueWord {
  readonly text: string;
  /** Partly covered or cut off: reading it is neither asked for nor wrong. */
  readonly isOptional: boolean;
}

export interface Shot {
  readonly image: OcrImage;
  readonly truth: readonly TrueWord[];
}

export const SCREEN = { width: 1920, height: 1080 };

export async function openBrowser(): Promise<Browser> {
  const executablePath = browserIn(process.env.PATH ?? '');
  if (executablePath === undefined) throw new Error('no browser found: install chromium');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--hide-scrollbars'] });
}

// Runs in the page. A word counts when five points of its box show its own element.
const COLLECT_WORDS = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const owner = node.parentElement;
    if (!owner || owner.closest('style,script')) continue;
    for (const match of node.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const boxes = range.getClientRects();
      for (const box of boxes) {
        if (box.width < 1 || box.height < 1) continue;
        const shown = [[.05, .3], [.95, .3], [.5, .5], [.05, .7], [.95, .7]].filter(([x, y]) => {
          const at = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
          return at && (at === owner || owner.contains(at) || at.contains(owner));
        }).length;
        const inside = box.left >= 1 && box.top >= 2 && box.right <= innerWidth - 1 && box.bottom <= innerHeight - 2;
        const whole = shown === 5 && boxes.length === 1 && inside && !isClipped(owner, box);
        if (shown > 0) found.push({ text: match[0], isOptional: !whole });
      }
    }
  }
  function isClipped(element, box) {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflow === 'visible') continue;
      const clip = at.getBoundingClientRect();
      if (box.left < clip.left - 1 || box.right > clip.right + 1 || box.top < clip.top - 1 || box.bottom > clip.bottom + 1) return true;
    }
    return false;
  }
  return found;
})()`;

/** `jpegQuality` sends the pixels through a lossy codec first. */
export async function shoot(page: Page, jpegQuality?: number): Promise<Shot> {
  const encoded = await page.screenshot(
    jpegQuality === undefined ? { type: 'png' } : { type: 'jpeg', quality: jpegQuality },
  );
  const { data, info } = await sharp(encoded)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    image: {
      width: info.width,
      height: info.height,
      format: 'rgb',
      pixels: new Uint8Array(data),
    },
    truth: (await page.evaluate(COLLECT_WORDS)) as TrueWord[],
  };
}
