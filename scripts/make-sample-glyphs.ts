/**
 * Draws the letters that the live part of the sample day writes its screens with (packages/daemon/assets/sample-live/glyphs.png):
 * the 95 printable ASCII characters in one row, white on black. Run it by hand; the result is committed.
 *
 *   node scripts/make-sample-glyphs.ts     needs Chromium and the font JetBrains Mono (Debian: chromium fonts-jetbrains-mono)
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';

const TARGET = join(import.meta.dirname, '../packages/daemon/assets/sample-live');
// At this size a letter of JetBrains Mono is exactly 12 pixels wide.
const [FONT_PX, WIDTH, HEIGHT] = [20, 12, 26];
const LETTERS = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--disable-lcd-text'],
});
const width = WIDTH * LETTERS.length;
const page = await browser.newPage({ viewport: { width, height: HEIGHT } });
const style = `background:#000;color:#fff;font:${FONT_PX}px/${HEIGHT}px 'JetBrains Mono';font-variant-ligatures:none`;
const escaped = LETTERS.join('').replaceAll('&', '&amp;').replaceAll('<', '&lt;');
await page.setContent(
  `<body style="margin:0;${style}"><pre style="margin:0;font:inherit">${escaped}</pre>`,
);
const png = await page.screenshot();
await browser.close();
mkdirSync(TARGET, { recursive: true });
await sharp(png).greyscale().png({ palette: true }).toFile(join(TARGET, 'glyphs.png'));
console.log(`${LETTERS.length} letters of ${WIDTH}x${HEIGHT} pixels in ${TARGET}`);
