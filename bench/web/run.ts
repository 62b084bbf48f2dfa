/**
 * npm run bench -- web [--frames 1000000] [--words 20] [--only scrub]
 *
 * The page in a real browser: size of what is sent, first paint and search-as-you-type on the store of `bench/search` (built when it is
 * missing), and pictures per second while scrubbing snapshots and video chunks. Other work on the machine makes the times worse, never better.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright-core';
import { NODE_FLAGS } from '../../packages/cli/src/service/node-flags.ts';
import { buildStore } from '../search/filled-store.ts';
import { percentile, print } from '../search/measuring.ts';
import { fillDay } from './scrub-day.ts';

const { values: flags } = parseArgs({
  options: {
    frames: { type: 'string', default: '1000000' },
    words: { type: 'string', default: '20' },
    only: { type: 'string', default: 'all' },
  },
});
const ROOT = join(import.meta.dirname, '..', '..');
const MAIN = join(ROOT, 'packages', 'daemon', 'src', 'main.ts');
const SCRUB_FRAMES = 300;
const SCRUB_SECONDS = 6;
const GIVE_UP_MS = 60_000;

async function withService<Result>(
  dataDir: string,
  work: (base: string) => Promise<Result>,
): Promise<Result> {
  const args = ['--port', '0', '--data-dir', dataDir, '--disable-vision', '--disable-audio'];
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN, ...args, '--no-replay'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const base = await new Promise<string>((resolve, reject) => {
      setTimeout(() => reject(new Error('the service did not start')), GIVE_UP_MS).unref();
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const url = /answers on (http:\S+)/.exec(said)?.[1];
        if (url) resolve(url);
      });
    });
    return await work(base);
  } finally {
    child.kill('SIGTERM');
  }
}

const CATALOGUE = /^[a-z]{2}-[\w-]{8}\.js$/;

/** Everything that one browser may load: all views, and the catalogue of one language. */
function bundleSize(): void {
  const folder = join(ROOT, 'packages', 'web', 'dist', 'assets');
  const sizes = readdirSync(folder)
    .map((name) => ({
      name,
      bytes: gzipSync(readFileSync(join(folder, name)), { level: 9 }).length,
    }))
    .toSorted((a, b) => b.bytes - a.bytes);
  const catalogues = sizes.filter(({ name }) => CATALOGUE.test(name));
  const others = sizes.filter(({ name }) => !CATALOGUE.test(name));
  const total = others.reduce((sum, { bytes }) => sum + bytes, catalogues[0]?.bytes ?? 0);
  print(
    `bundle: ${(total / 1000).toFixed(1)} kB gzipped in ${others.length} files and one of ${catalogues.length} languages (at most 350)`,
  );
  for (const { name, bytes } of [...others.slice(0, 4), ...catalogues.slice(0, 1)])
    print(`  ${(bytes / 1000).toFixed(1).padStart(7)} kB ${name}`);
}

async function firstPaint(browser: Browser, base: string): Promise<void> {
  const paints: number[] = [];
  const usable: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const started = performance.now();
    await page.goto(`${base}/app/search`);
    await page.getByRole('combobox', { name: /Search everything/ }).waitFor();
    usable.push(performance.now() - started);
    paints.push(
      await page.evaluate(
        () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1,
      ),
    );
    await context.close();
  }
  print(`first paint: ${figures(paints)} ms (goal 1000); field ready: ${figures(usable)} ms`);
}

const figures = (values: number[]) =>
  `median ${Math.round(percentile(values, 0.5))}, p95 ${Math.round(percentile(values, 0.95))}`;

/** From a key to the list that answers it, as the person sees it; measured in the page, where the key arrives and the list is drawn. */
async function typing(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/app/search`);
  const field = page.getByRole('combobox', { name: /Search everything/ });
  await field.waitFor();
  const reply = await fetch(`${base}/search?limit=200&content_type=ocr`);
  const { data } = (await reply.json()) as { data: { content: { text: string } }[] };
  const words = [
    ...new Set(data.flatMap(({ content }) => content.text.match(/\p{L}{5,9}/gu) ?? [])),
  ];
  const times: number[] = [];
  const waits: number[] = [];
  await page.evaluate(WATCH_LIST);
  for (const word of words.slice(0, Number(flags.words))) {
    await field.fill('');
    for (let letters = 1; letters <= word.length; letters += 1) {
      await page.evaluate((q) => globalThis.watchList(q), `${word.slice(0, letters)}*`);
      await field.press(word.charAt(letters - 1));
      const { drawnMs, waitedMs } = await page.evaluate(() => globalThis.listDrawn);
      times.push(drawnMs);
      waits.push(waitedMs);
    }
  }
  print(
    `search as you type: ${figures(times)} ms from key to drawn list over ${times.length} keys (goal 100)`,
  );
  print(`  of that waiting for the service: ${figures(waits)} ms`);
}

declare global {
  var watchList: (q: string) => void;
  var listDrawn: Promise<{ drawnMs: number; waitedMs: number }>;
}

/** Resolves one frame after the list says that it answers `q`; the frame is what people see. */
const WATCH_LIST = `{
  let pressedMs = 0;
  addEventListener('keydown', (event) => { pressedMs = event.timeStamp; }, true);
  globalThis.watchList = (q) => {
    globalThis.listDrawn = new Promise((resolve) => {
      const look = () => {
        if (document.querySelector('.hits')?.dataset.answered !== q) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          const asked = performance.getEntriesByType('resource').findLast(({ name }) => name.includes('/search?'));
          resolve({ drawnMs: performance.now() - pressedMs, waitedMs: asked?.duration ?? 0 });
          performance.clearResourceTimings();
        });
      };
      const observer = new MutationObserver(look);
      observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    });
  };
}`;

async function scrubbing(browser: Browser, isVideo: boolean): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hindcast-bench-web-'));
  // Hours ago, as what became video is; on the same day, unless that has only begun.
  const startMs = Date.now() - 4 * 3_600_000;
  try {
    await fillDay({ dataDir, startMs, frames: SCRUB_FRAMES, isVideo });
    await withService(dataDir, async (base) => {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(`${base}/app/timeline?z=15m&at=${new Date(startMs).toISOString()}`);
      await page.locator('canvas[data-frame-id]').waitFor();
      await page.keyboard.press('Home');
      await sleep(500);
      const { drawn, seconds } = (await page.evaluate(SCRUB)) as { drawn: number; seconds: number };
      const rate = (drawn / seconds).toFixed(1);
      const [from, goal] = isVideo ? ['video chunks', 5] : ['snapshots', 15];
      print(`scrubbing: ${rate} pictures a second from ${from} (goal ${goal})`);
      await page.close();
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** In the page itself, because a key that comes from outside takes longer than a picture. One step in two frames of the display. */
const SCRUB = `new Promise((done) => {
  const canvas = document.querySelector('canvas');
  const seen = new Set();
  const started = performance.now();
  let frame = 0;
  const step = () => {
    const seconds = (performance.now() - started) / 1000;
    seen.add(canvas.dataset.frameId);
    if (seconds > ${SCRUB_SECONDS}) return done({ drawn: seen.size, seconds });
    frame += 1;
    if (frame % 2 === 0)
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;

bundleSize();
const big = join(ROOT, '.cache', 'bench', `search-${flags.frames}`);
if (flags.only !== 'scrub' && !existsSync(join(big, 'facts.json')))
  buildStore(big, Number(flags.frames));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  if (flags.only !== 'scrub')
    await withService(big, async (base) => {
      print(`store of ${flags.frames} frames`);
      await firstPaint(browser, base);
      await typing(await browser.newPage(), base);
    });
  await scrubbing(browser, false);
  await scrubbing(browser, true);
} finally {
  await browser.close();
}
