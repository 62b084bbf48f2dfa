/** Pictures that lie at another place, in a real browser: fetched, unreachable and lost ones, and the row about them in the settings. */
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  NOTHING_CAPTURED,
  type RunningDaemon,
  startDaemon,
  temporaryFolder,
} from '../support/start-daemon.ts';
import { CHROMIUM, closeBrowser, openWebPage, type WebPage } from '../support/web-page.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });
if (CHROMIUM === undefined) process.stderr.write('moved pictures are not tested: no Chromium\n');

const OLD_MS = Date.now() - 100 * 24 * 3_600_000;
const home = temporaryFolder();
const place = join(home, 'place');
const unplugged = `${place}-unplugged`;
let daemon: RunningDaemon;
let web: WebPage;
let ids: number[];

async function json(path: string, body?: object): Promise<{ ids: number[]; moved: number }> {
  const headers = { 'content-type': 'application/json' };
  const init = body && { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await fetch(daemon.baseUrl + path, init);
  return (await answer.json()) as { ids: number[]; moved: number };
}

async function oldFrame(number: number) {
  const file_path = join(home, `${number}.png`);
  const create = { width: 640, height: 400, channels: 3, background: '#3a7ca5' } as const;
  await sharp({ create }).png().toFile(file_path);
  const timestamp = new Date(OLD_MS + number * 60_000).toISOString();
  return { file_path, timestamp, app_name: 'Notes', ocr_results: [{ text: `harbour ${number}` }] };
}

beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  mkdirSync(place);
  daemon = await startDaemon({
    args: [...NOTHING_CAPTURED],
    env: {
      HINDCAST_RETENTION_OFFLOAD_AFTER_DAYS: '30',
      HINDCAST_RETENTION_OFFLOAD_TO: place,
      HINDCAST_VISION_COMPACTION: 'false',
    },
  });
  const data = await Promise.all([1, 2, 3].map(oldFrame));
  const content = { content_type: 'frames', data };
  ({ ids } = await json('/add', { device_name: 'monitor_1', content }));
  await json('/offload/run', {});
  await vi.waitUntil(async () => (await json('/offload')).moved === 3, { timeout: 30_000 });
  web = await openWebPage(daemon.baseUrl);
});
afterAll(async () => {
  await closeBrowser();
  await daemon?.stop();
  rmSync(home, { recursive: true, force: true });
});
afterEach(() => {
  // A browser reports an answer that is an error by itself.
  const faults = web?.faults.filter((fault) => !/status of (?:410|503)/.test(fault)) ?? [];
  expect(faults).toEqual([]);
});

const withBrowser = test.skipIf(CHROMIUM === undefined);

// Pictures that came back stay for a while: nothing may be looked at before.
withBrowser('the page says when the place does not answer', async () => {
  const { page } = web;
  renameSync(place, unplugged);
  await web.open(`/app/frame/${ids[1]}`);
  await page.getByText('which does not answer now. The text is still here.').waitFor();
  await page.getByText('harbour 2').first().waitFor();
  await page.locator('.shot.textonly').first().waitFor();
  expect(await web.violations()).toEqual([]);
  renameSync(unplugged, place);
});

withBrowser('the page says when the place has lost a picture, and shows the others', async () => {
  const { page } = web;
  const files = readdirSync(place, { recursive: true, withFileTypes: true });
  const stored = files.find(({ name }) => name.startsWith('f-'));
  if (stored === undefined) throw new Error('nothing was moved');
  rmSync(join(stored.parentPath, stored.name), { recursive: true });
  const answers = () =>
    Promise.all(ids.map(async (id) => (await fetch(`${daemon.baseUrl}/frames/${id}`)).status));
  // A place that did not answer is asked again after a while.
  await vi.waitUntil(async () => !(await answers()).includes(503), {
    timeout: 60_000,
    interval: 500,
  });
  const statuses = await answers();
  const lost = ids.filter((_, i) => statuses[i] === 410);
  expect(lost).toHaveLength(1);
  await web.open(`/app/frame/${lost[0]}`);
  await page.getByText('and is no longer there. The text is still here.').waitFor();
  await web.open(`/app/frame/${ids.find((id) => id !== lost[0])}`);
  await page.locator('.canvas img').waitFor();
});

withBrowser('the settings say how many were moved', async () => {
  const { page } = web;
  await web.open('/app/settings/storage');
  await page.getByText('Pictures and sound at another place').waitFor();
  await page.getByText('3 files were moved, 0 are waiting.').waitFor();
  expect(await web.violations()).toEqual([]);
});
