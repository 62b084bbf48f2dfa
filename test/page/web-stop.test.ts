/** A page that stays open while the service stops and starts again, in a real browser against the real service. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningDaemon, startDaemon, temporaryFolder } from '../support/start-daemon.ts';
import { CHROMIUM, closeBrowser, openWebPage } from '../support/web-page.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

let folder: string;
let daemon: RunningDaemon;

beforeAll(async () => {
  folder = temporaryFolder();
  daemon = await start();
});

afterAll(async () => {
  await closeBrowser();
  await daemon?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const start = (...args: string[]) =>
  startDaemon({
    dataDir: `${folder}/data`,
    args: ['--no-replay', '--disable-vision', '--disable-audio', ...args],
  });

test('a page whose service stops says so, never that the store is locked, and recovers', async (context) => {
  context.skip(CHROMIUM === undefined, 'no Chromium is installed');
  const { page, open, close } = await openWebPage(daemon.baseUrl);
  await open('/app/health');
  await page.getByText('screen and sound are off').first().waitFor();
  // What is shown for a moment counts too.
  await page.evaluate(`
    globalThis.wasLocked = false;
    new MutationObserver(() => {
      if (/(store|vault) is locked|passphrase/i.test(document.body.textContent)) wasLocked = true;
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  `);
  await daemon.stop();
  await page.getByRole('alert').getByText('Hindcast is not answering').waitFor();
  await page.getByRole('button', { name: /^Not reachable/ }).waitFor();
  daemon = await start('--port', new URL(daemon.baseUrl).port);
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await page.getByText('screen and sound are off').first().waitFor();
  expect(await page.evaluate('wasLocked')).toBe(false);
  await close();
});
