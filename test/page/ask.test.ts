/**
 * The Ask view, moments like a picture, and results by meaning, in a real browser against the real service with its sample day. Every test
 * also fails on a console error, on a request that leaves the service, and on what axe-core finds where it is asked.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type RunningDaemon, startDaemon } from '../support/start-daemon.ts';
import { CHROMIUM, closeBrowser, openWebPage, type WebPage } from '../support/web-page.ts';

// A busy machine takes its time over a browser, and over the meaning of a day.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

const MODELS = join(import.meta.dirname, '..', '..', 'node_modules/.cache/hindcast/models');
const hasModel = existsSync(join(MODELS, 'minilm-moments'));
const canRun = CHROMIUM !== undefined && hasModel;

let daemon: RunningDaemon;
let web: WebPage;
let page: WebPage['page'];
let open: WebPage['open'];

beforeAll(async () => {
  if (!canRun) return;
  daemon = await startDaemon({ args: ['--replay'] });
  const get = async <Reply>(path: string) =>
    (await (await fetch(`${daemon.baseUrl}${path}`)).json()) as Reply;
  type Found = { pagination: { total: number } };
  type Health = { meaning: { waiting: number } };
  const patience = { timeout: 240_000, interval: 500 };
  await vi.waitFor(async () => {
    expect((await get<Found>('/search?limit=1')).pagination.total).toBeGreaterThan(50);
    expect((await get<Health>('/health')).meaning.waiting).toBe(0);
  }, patience);
});

afterAll(async () => {
  await closeBrowser();
  await daemon?.stop();
});

beforeEach(async (context) => {
  context.skip(!canRun, 'no Chromium, or no model of meaning');
  web = await openWebPage(daemon.baseUrl);
  ({ page, open } = web);
});

afterEach(async () => {
  await web?.close();
  expect(web?.faults ?? []).toEqual([]);
});

test('a question is answered with the keyboard alone, and each sentence leads to its proof', async () => {
  await open('/app/timeline');
  await page.locator('canvas[data-frame-id]').waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Ask');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app/ask');
  await page.locator('.askform input:focus').waitFor();
  await page.keyboard.type('what does the change of the tool cost?');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/app\/ask\?q=what/);
  const cite = page.getByRole('region', { name: 'Answer' }).getByRole('link').first();
  await cite.waitFor();
  const number = await cite.textContent();
  await cite.press('Enter');
  const proof = page.locator(`#evidence-e${number}`);
  await page.locator(`#evidence-e${number}:focus`).waitFor();
  await proof.getByRole('link', { name: 'Show in timeline' }).waitFor();
  expect(await web.violations()).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 420, height: 860 });
  await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' });
  expect(await web.violations()).toEqual([]);
  await page.keyboard.press('t');
  await page.waitForURL(/\/app\/timeline\?at=20/);
});

test('the words of the evidence are marked where they stand on the picture', async () => {
  await open('/app/ask?q=what+number+did+Dele+need+for+the+board+paper%3F');
  const box = page.locator('.evi svg.boxes rect').first();
  await box.waitFor();
  const card = page.locator('.evi', { has: page.locator('svg.boxes rect') }).first();
  // At one moment: pictures above that load meanwhile move both.
  const { place, picture } = await card.evaluate(async (element) => {
    const [img, mark] = ['img', 'svg.boxes rect'].map((name) => element.querySelector(name));
    await img.decode();
    const placeOf = (one: typeof img): { x: number; y: number; width: number; height: number } =>
      one.getBoundingClientRect().toJSON();
    return { place: placeOf(mark), picture: placeOf(img) };
  });
  const reply = await fetch(
    `${daemon.baseUrl}/ask?q=what+number+did+Dele+need+for+the+board+paper%3F`,
  );
  const { evidence } = (await reply.json()) as {
    evidence: { id: string; place: { boxes?: { left: number; top: number }[] } }[];
  };
  const id = await card.getAttribute('id');
  const first = evidence.find((one) => `evidence-${one.id}` === id)?.place.boxes?.[0];
  expect(place.x - picture.x).toBeCloseTo((first?.left ?? -1) * picture.width, -1);
  expect(place.y - picture.y).toBeCloseTo((first?.top ?? -1) * picture.height, -1);
});

test('a recording plays from its second', async () => {
  await open('/app/ask?q=what+did+Jonas+say+about+the+deposit%3F');
  const heard = page.waitForResponse(/\/audio\/\d+$/);
  await page.getByRole('button', { name: 'Play: evidence 1' }).click();
  expect((await heard).ok()).toBe(true);
  await page.getByRole('button', { name: 'Stop: evidence 1' }).click();
  await page.getByRole('button', { name: 'Play: evidence 1' }).waitFor();
});

test('what was understood is a chip that can be removed and put back', async () => {
  await open('/app/ask?q=what+did+Jonas+say+about+the+deposit%3F');
  await page.getByRole('button', { name: 'Remove the filter Person: Jonas Weidel' }).click();
  await page.waitForURL(/ignore=person/);
  await page.getByRole('button', { name: 'Put the filter Person back' }).click();
  await page.waitForURL((url) => !url.searchParams.has('ignore'));
  await page.getByRole('button', { name: 'Remove the filter Person: Jonas Weidel' }).waitFor();
});

test('nothing found is said so, with a way on', async () => {
  await open('/app/ask?q=what+happened+on+3+March+2024%3F');
  await page.getByText('Nothing that was recorded answers this').waitFor();
  expect(await web.violations()).toEqual([]);
  await page.getByRole('button', { name: /^Not only / }).click();
  await page.waitForURL(/ignore=time/);
});

test('a picture leads to moments like it', async () => {
  await open('/app/frame/2');
  await page.getByRole('button', { name: 'Moments like this' }).click();
  const moment = page.locator('.relatedlist a').first();
  await moment.waitFor();
  expect(await web.violations()).toEqual([]);
  const href = await moment.getAttribute('href');
  await moment.click();
  await page.waitForURL(`**${href}`);
});

test('the best match goes on with what means the same, after the words and without moving them', async () => {
  await open('/app/search?q=train&order=best');
  const rows = page.locator('[role=option]');
  await rows.first().waitFor();
  const first = await rows.first().getAttribute('id');
  await page
    .getByText(/by meaning/i)
    .first()
    .waitFor();
  expect(await rows.first().getAttribute('id')).toBe(first);
  expect(await page.locator('[role=option] mark').count()).toBeGreaterThan(0);
  await open('/app/search?q=journey+by+rail&order=best');
  await page.locator('[role=option]', { hasText: 'By meaning' }).first().waitFor();
});
