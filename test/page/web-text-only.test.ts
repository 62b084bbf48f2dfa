/** A memory without pictures in a real browser: every view shows text, and asks for no image that does not exist. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { NOTHING_CAPTURED, type RunningDaemon, startDaemon } from '../support/start-daemon.ts';
import { CHROMIUM, closeBrowser, openWebPage, type WebPage } from '../support/web-page.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });
if (CHROMIUM === undefined) process.stderr.write('text-only views are not tested: no Chromium\n');

let daemon: RunningDaemon;
let web: WebPage | undefined;
let ids: number[];

beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  daemon = await startDaemon({ args: ['--no-pictures', ...NOTHING_CAPTURED] });
  const frames = ['copper lantern', 'granite harbour'].map((text, i) => ({
    file_path: '/nowhere/picture.png',
    app_name: 'Notes',
    window_name: 'plan',
    timestamp: new Date(Date.now() - (i + 1) * 60_000).toISOString(),
    ocr_results: [{ text }],
  }));
  const content = { content_type: 'frames', data: frames };
  const reply = await fetch(`${daemon.baseUrl}/add`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ device_name: 'monitor_1', content }),
  });
  ({ ids } = (await reply.json()) as { ids: number[] });
});
afterAll(async () => {
  await closeBrowser();
  await daemon?.stop();
});
afterEach(async () => {
  await web?.close();
  expect(web?.faults ?? []).toEqual([]);
});

test.skipIf(CHROMIUM === undefined)('search, frame and timeline show text instead', async () => {
  web = await openWebPage(daemon.baseUrl);
  const { page } = web;
  await web.open('/app/search?q=lantern');
  await page.getByText('No picture was kept of this moment.').waitFor();
  expect(await page.locator('.hit .shot.textonly').count()).toBe(1);
  expect(await web.violations()).toEqual([]);
  await web.open(`/app/frame/${ids[0]}`);
  await page.getByText('No picture was kept of this moment. The text is still here.').waitFor();
  await page.getByText('copper lantern').first().waitFor();
  expect(await page.getByRole('link', { name: 'Save' }).count()).toBe(0);
  expect(await web.violations()).toEqual([]);
  await web.open('/app/timeline');
  await page.getByText('No picture was kept of this moment. The text is still here.').waitFor();
});
