/** The welcome of an installed service in a real browser: nothing is recorded until the person has chosen and agreed. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type RunningDaemon, startDaemon } from '../support/start-daemon.ts';
import { CHROMIUM, closeBrowser, openWebPage, type WebPage } from '../support/web-page.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });
if (CHROMIUM === undefined) process.stderr.write('the welcome is not tested: no Chromium\n');

let daemon: RunningDaemon;
let web: WebPage | undefined;

beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  daemon = await startDaemon({ args: ['--ask-first'] });
});
afterAll(async () => {
  await closeBrowser();
  await daemon?.stop();
});
afterEach(async () => {
  await web?.close();
  // Encrypting stops the service for a moment, and there is no display here to record.
  const faults = (web?.faults ?? []).filter((fault) => !/\b(503|423)\b/.test(fault));
  expect(faults).toEqual([]);
});

const get = async (path: string) =>
  (await (await fetch(`${daemon.baseUrl}${path}`)).json()) as Record<string, unknown>;

test.skipIf(CHROMIUM === undefined)('the person chooses, agrees, and it starts', async () => {
  web = await openWebPage(daemon.baseUrl);
  const { page } = web;
  await web.open('/');
  await page.getByRole('heading', { name: 'Nothing is recorded yet' }).waitFor();
  expect(await page.getByText(daemon.dataDir).count()).toBe(1);
  await page.getByText('waiting for your agreement').waitFor();
  expect(await web.violations()).toEqual([]);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await web.violations()).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const isWider = 'document.documentElement.scrollWidth > window.innerWidth';
  expect(await page.evaluate(isWider)).toBe(false);
  expect(await web.violations()).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('switch', { name: 'Record sound' }).click();
  await page.getByRole('button', { name: 'Text only' }).click();
  await page.getByLabel('Apps that are never recorded').fill('Signal, bank');
  await page.getByLabel('How long everything is kept').selectOption('90');
  await page.getByLabel('Encryption').selectOption('passphrase');
  await page.getByRole('button', { name: 'Agree and start recording' }).click();
  await page.getByRole('alert').getByText('at least 8 characters').waitFor();
  expect(await get('/agreement')).toMatchObject({ state: 'waiting' });

  await page.getByLabel('Passphrase', { exact: true }).fill('correct horse');
  await page.getByLabel('The same passphrase again').fill('correct horse');
  await page.getByRole('button', { name: 'Agree and start recording' }).click();
  await page.getByRole('heading', { name: 'Your memory starts here' }).waitFor();
  expect(await get('/agreement')).toMatchObject({ state: 'given', starts_at_login: false });
  await expect.poll(() => get('/vault/status')).toMatchObject({ state: 'unlocked', set_up: true });
  // The service starts again with what was chosen.
  await expect.poll(async () => (await get('/config')).data, { timeout: 30_000 }).toBeDefined();
  const { data } = (await get('/config')) as { data: { key: string; value: unknown }[] };
  const value = (key: string) => data.find((one) => one.key === key)?.value;
  expect([value('audio.enabled'), value('vision.pictures')]).toEqual([false, 'off']);
  expect([value('vision.ignoredApps'), value('retention.text')]).toEqual([
    ['Signal', 'bank'],
    '90',
  ]);
  expect(data.filter((one) => 'restart_pending' in one && one.restart_pending)).toEqual([]);
});
