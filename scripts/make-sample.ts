/**
 * Draws the bundled sample day (packages/daemon/assets/sample) with a headless Chromium: one JPEG per frame, and in
 * day.ndjson what is on them, word by word. Run it by hand after changing scripts/sample-day; the result is committed.
 *
 *   node scripts/make-sample.ts     needs Chromium and the fonts Inter, JetBrains Mono and Noto Sans CJK
 *                                   (Debian: chromium fonts-inter fonts-jetbrains-mono fonts-noto-cjk)
 *   node scripts/make-sample.ts --keep-pictures     takes the frames as they are and writes the rest again; needs nothing
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { type FrameRecord, inputEvents } from './sample-day/input.ts';
import { MEMORIES, TAGS } from './sample-day/notes.ts';
import { type Line, READ_WORDS } from './sample-day/read-words.ts';
import { TRANSCRIPTS, UI_TEXTS } from './sample-day/sound.ts';
import { FRAMES } from './sample-day/story.ts';

const TARGET = join(import.meta.dirname, '../packages/daemon/assets/sample');
const [WIDTH, HEIGHT] = [1280, 800];
const FONTS = ['Inter', 'JetBrains Mono', 'Noto Sans CJK JP', 'Noto Sans CJK SC'];

function requireFonts(): void {
  const installed = execFileSync('fc-list', [':', 'family'], { encoding: 'utf8' });
  const missing = FONTS.filter((font) => !installed.includes(font));
  if (missing.length > 0) throw new Error(`missing fonts: ${missing.join(', ')}`);
}

async function draw(): Promise<FrameRecord[]> {
  requireFonts();
  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(TARGET, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
  });
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
  const records: FrameRecord[] = [];
  for (const [index, frame] of FRAMES.entries()) {
    await page.setContent(frame.html);
    const lines = await page.evaluate<Line[]>(READ_WORDS);
    const image = `${String(index + 1).padStart(2, '0')}-${frame.name}.jpg`;
    await page.screenshot({ path: join(TARGET, image), type: 'jpeg', quality: 72 });
    const { app, window, url } = frame.screen;
    const atSecs = frame.atMin * 60;
    records.push({ kind: 'frame', image, atSecs, app, window, url, trigger: frame.trigger, lines });
  }
  await browser.close();
  return records;
}

function drawnBefore(): FrameRecord[] {
  const lines = readFileSync(join(TARGET, 'day.ndjson'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'frame');
}

const frames = process.argv.includes('--keep-pictures') ? drawnBefore() : await draw();
const atSecs = (minutes: number) => Math.round(minutes * 60);
const records = [
  { kind: 'day', width: WIDTH, height: HEIGHT },
  ...frames,
  ...TRANSCRIPTS.map(({ atMin, speaker, text, language }) => ({
    kind: 'transcript',
    atSecs: atSecs(atMin),
    speaker,
    text,
    ...(language !== 'en' && { language }),
  })),
  ...UI_TEXTS.map(({ atMin, ...text }) => ({ kind: 'uiText', atSecs: atSecs(atMin), ...text })),
  ...inputEvents(frames).map((event) => ({ kind: 'inputEvent', ...event })),
  ...TAGS.map((tagged) => ({ kind: 'tags', ...tagged })),
  ...MEMORIES.map(({ atMin, ...memory }) => ({ kind: 'memory', atSecs: atSecs(atMin), ...memory })),
];
writeFileSync(
  join(TARGET, 'day.ndjson'),
  `${records.map((record) => JSON.stringify(record)).join('\n')}\n`,
);
console.log(`${frames.length} frames, ${TRANSCRIPTS.length} transcripts in ${TARGET}`);
