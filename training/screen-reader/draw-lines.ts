/**
 * Draws lines of text in a headless browser, which shapes Arabic and hints as the product's screens do; the generator draws glyph by
 * glyph. Leaves `drawn.json` and `drawn.bin` (coverage, one byte a pixel) in a data folder. Usage: node draw-lines.ts DATA/eastern PAGES SEED
 */
import { execFileSync } from 'node:child_process';
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { browserIn } from '../../scripts/bootstrap/browser.mjs';

interface DrawnLine {
  readonly kind: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const [folder = '.', pageCount = '60', firstSeed = '11'] = process.argv.slice(2);
const SCREEN = { width: 1920, height: 1080 };
const COLUMN = 480;
// The last lines of each file are kept for evaluation.
const HELD_OUT_LINES = 300;
// With the families made from them: Takao and Monapo from IPA, Ume Plus and Ricty from M PLUS, MigMix from both, Lexi from Baekmuk,
// D2Coding from NanumBarunGothic.
const HELD_OUT_FONTS =
  /Amiri|Vazirmatn|Droid|IPA|Takao|Monapo|M ?PLUS|UmePlus|Ricty|MigMix|MigMono|NanumBarun|D2Coding|Baekmuk|Lexi/i;
// Fonts for posters and handwriting: no screen shows text in them.
const DISPLAY_FONTS =
  /Brush|Pen$|Pen |Pilgi|Decorative|Tholoth|Graph|Art$|3D|Chechek|Jamo|YetHangul|Quran|Nastaliq|Tughra|Shado|Imaret|Zilwa|Neqish|Tiken|Saet|Vibes/;
// Fonts of running text come more often.
const TEXT_FONTS =
  /Naskh|Nasq|Scheherazade|Lateef|Mirza|Markazi|Nazli|Serif|Book|Office|Kitab|Basma|Gothic|Sans|Batang|Dotum|Mincho|Hei/;
const TEXT_FONT_SHARE = 3;
// Book fonts are narrower at the same height than those for screens.
const NARROW_SHARE = 0.4;
const NARROWEST = 0.7;
const SIZES = [11, 12, 13, 13, 14, 14, 15, 16, 16, 18, 20, 24];
const KINDS = [
  { kind: 'arabic', language: 'ar', share: 9, fits: /^[\u0621-\u064a\u0660-\u0669پچژکگی ،.؟؛]+$/ },
  { kind: 'korean', language: 'ko', share: 2, fits: /\p{sc=Hangul}/u },
  {
    kind: 'japanese',
    language: 'ja',
    share: 2,
    fits: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u,
  },
  { kind: 'chinese', language: 'zh-cn', share: 2, fits: /\p{sc=Han}/u },
] as const;

let seed = Number(firstSeed);
/** Mulberry32: products of doubles would lose low bits, and the numbers repeat soon. */
const random = () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
const turns = KINDS.flatMap((each) => Array<(typeof KINDS)[number]>(each.share).fill(each));
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function fontsOf(language: string): string[] {
  const listed = execFileSync('fc-list', [`:lang=${language}`, 'family'], { encoding: 'utf8' });
  const names = listed.split('\n').map((line) => line.split(',')[0] ?? '');
  const isUsed = (name: string) => !HELD_OUT_FONTS.test(name) && !DISPLAY_FONTS.test(name);
  const used = [...new Set(names)].filter((name) => name !== '' && isUsed(name)).sort();
  return used.flatMap((name) => Array(TEXT_FONTS.test(name) ? TEXT_FONT_SHARE : 1).fill(name));
}

function linesOf(kind: string, fits: RegExp): string[] {
  const lines = readFileSync(`${folder}/text/${kind}.txt`, 'utf8').split('\n');
  return lines.slice(0, -HELD_OUT_LINES).filter((line) => fits.test(line));
}

/** Some neighbouring words; of text without spaces, some characters. */
function partOf(text: string, widest: number): string {
  const words = text.split(' ');
  const from = Math.floor(random() * words.length);
  const most = 1 + Math.floor(random() * widest);
  const characters = [...words.slice(from).join(' ')];
  if (characters.length <= most) return characters.join('');
  const cut = characters.slice(0, most).join('');
  const space = cut.lastIndexOf(' ');
  return space > 0 ? cut.slice(0, space) : text.includes(' ') ? (words[from] ?? '') : cut;
}

const sources = new Map(
  KINDS.map(({ kind, language, fits }) => [
    kind,
    { fonts: fontsOf(language), lines: linesOf(kind, fits) },
  ]),
);
const executablePath = browserIn(process.env.PATH ?? '');
if (executablePath === undefined) throw new Error('no browser found: install chromium');
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--hide-scrollbars'],
});
const page = await browser.newPage({ viewport: SCREEN });
const pixels = createWriteStream(`${folder}/drawn.bin`);
const index: { kind: string; text: string; width: number; height: number }[] = [];
for (let shown = 0; shown < Number(pageCount); shown++) {
  const cells: string[] = [];
  const lines: DrawnLine[] = [];
  for (let x = 0; x < SCREEN.width; x += COLUMN) {
    for (let y = 4; y < SCREEN.height - 60; ) {
      const { kind } = pick(turns);
      const { fonts, lines: texts } = sources.get(kind) as { fonts: string[]; lines: string[] };
      const size = pick(SIZES);
      const height = Math.ceil(2.2 * size);
      const letter = kind === 'arabic' ? 0.45 : 0.95;
      const isNarrow = kind === 'arabic' && random() < NARROW_SHARE;
      const across = isNarrow ? NARROWEST + (1 - NARROWEST) * random() : 1;
      const widest = Math.floor((COLUMN - 20) / (size * letter * across));
      const text = partOf(pick(texts), widest).trim();
      const style = `left:${x + 8}px;top:${y}px;font:${random() < 0.2 ? 'bold ' : ''}${size}px/${height}px '${pick(fonts)}';transform:${across === 1 ? 'none' : `scaleX(${across})`}`;
      const direction = kind === 'arabic' ? 'rtl' : 'ltr';
      cells.push(`<div dir="${direction}" style="${style}">${escaped(text)}</div>`);
      lines.push({ kind, text, x, y, width: COLUMN, height });
      y += height + 2;
    }
  }
  await page.setContent(
    `<!doctype html><meta charset="utf-8"><style>body{margin:0;background:#fff;color:#000}div{position:absolute;white-space:pre;transform-origin:0 0}</style>${cells.join('')}`,
  );
  const widths = (await page.evaluate(
    `[...document.querySelectorAll('div')].map((each) => each.getBoundingClientRect().width)`,
  )) as number[];
  const screen = sharp(await page.screenshot()).greyscale();
  const { data } = await screen.raw().toBuffer({ resolveWithObject: true });
  for (const [i, { kind, text, x, y, width, height }] of lines.entries()) {
    const taken = Math.ceil((widths[i] ?? COLUMN) + 16);
    if (text === '' || taken > width) continue;
    const box = Buffer.alloc(taken * height);
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < taken; column++) {
        const level = 255 - (data[(y + row) * SCREEN.width + x + column] ?? 255);
        // Sixteen levels are enough, and take half the space when packed.
        box[row * taken + column] = 17 * (level >> 4);
      }
    }
    pixels.write(box);
    index.push({ kind, text, width: taken, height });
  }
}
pixels.end();
writeFileSync(`${folder}/drawn.json`, JSON.stringify(index));
await browser.close();
process.stdout.write(`${index.length} lines\n`);
