/**
 * Takes the two screenshots of the README (docs/images): the timeline and a search, both of the sample day. Run it by hand after a
 * visible change of the page; the result is committed.
 *
 *   node scripts/take-screenshots.ts     needs Chromium (Debian: chromium)
 */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { startDaemon } from '../test/support/start-daemon.ts';
import { buildPage } from '../test/support/web-page.ts';
import { browserIn } from './bootstrap/browser.mjs';

const TARGET = join(import.meta.dirname, '..', 'docs', 'images');
const VIEWPORT = { width: 1280, height: 800 };
const LOAD_TIMEOUT_MS = 120_000;
// Thumbnails arrive one after the other, and no event marks the last one.
const SETTLE_MS = 8000;
// Said and shown in the call of the sample day.
const QUERY = 'tooling';
// A palette keeps the text sharp and the file small.
const PNG = { palette: true, colours: 128, effort: 10, compressionLevel: 9 };

/** A time zone in which the sample day, which ends now, ends at about six in the evening. */
function eveningTimeZone(): string {
  const eastwardHours = ((18 - new Date().getUTCHours() + 12) % 24) - 12;
  return `Etc/GMT${eastwardHours > 0 ? '-' : '+'}${Math.abs(eastwardHours)}`;
}

async function waitForSampleDay(baseUrl: string): Promise<void> {
  const deadlineMs = Date.now() + LOAD_TIMEOUT_MS;
  for (let before = -1; Date.now() < deadlineMs; ) {
    const reply = await fetch(`${baseUrl}/search?limit=1`);
    const { pagination } = (await reply.json()) as { pagination: { total: number } };
    if (pagination.total > 20 && pagination.total === before) return;
    before = pagination.total;
    await sleep(5000);
  }
  throw new Error('the sample day was not loaded in time');
}

/** The time of a frame near the call of the sample day, where speech is shown next to the image. */
async function timeNearCall(baseUrl: string): Promise<string> {
  const reply = await fetch(`${baseUrl}/search?q=${QUERY}&content_type=ocr&limit=5`);
  const { data } = (await reply.json()) as { data: { content: { timestamp: string } }[] };
  const time = data.at(-1)?.content.timestamp;
  if (time === undefined) throw new Error('the sample day has no frame near the call');
  return time;
}

async function take(page: Page, name: string, url: string, ready: string): Promise<void> {
  await page.goto(url);
  await page.locator(ready).first().waitFor({ timeout: LOAD_TIMEOUT_MS });
  await sleep(SETTLE_MS);
  const file = join(TARGET, `${name}.png`);
  await sharp(await page.screenshot({ animations: 'disabled' }))
    .png(PNG)
    .toFile(file);
  console.log(`${file}: ${Math.round(statSync(file).size / 1000)} kB`);
}

mkdirSync(TARGET, { recursive: true });
buildPage();
const daemon = await startDaemon({ args: ['--replay'] });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? browserIn(process.env.PATH ?? '') ?? '',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  await waitForSampleDay(daemon.baseUrl);
  const context = await browser.newContext({
    viewport: VIEWPORT,
    timezoneId: eveningTimeZone(),
    colorScheme: 'light',
  });
  const page = await context.newPage();
  const at = await timeNearCall(daemon.baseUrl);
  await take(
    page,
    'timeline',
    `${daemon.baseUrl}/app/timeline?z=6h&at=${at}`,
    'canvas[data-frame-id]',
  );
  // Twice, because the first search of a store that was just filled reads its index from the disk.
  await take(page, 'search', `${daemon.baseUrl}/app/search?q=${QUERY}`, 'main img');
  await take(page, 'search', `${daemon.baseUrl}/app/search?q=${QUERY}`, 'main img');
} finally {
  await browser.close();
  await daemon.stop();
}
