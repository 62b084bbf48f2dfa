/** A browser that was started before accessibility was on does not tell whether a window is private: it has to be left out. */
import { describe, expect, test } from 'vitest';
import { openPage, servePages, whyNoBrowser } from '../support/browser.ts';
import { startDesktop, until } from '../support/desktop.ts';
import { startDaemon } from '../support/start-daemon.ts';

const reason = whyNoBrowser();
if (reason !== undefined) process.stderr.write(`silent browser test is skipped: ${reason}\n`);

const PATIENCE_MS = 90_000;
const TEST_MS = 300_000;
const PAGE = '<!doctype html><title>Surprise</title><h1>Balloon confetti</h1>';

describe.skipIf(reason !== undefined)('a browser that was started before the service', () => {
  test(
    'is left out, and the status says why and what to do',
    async () => {
      const pages = await servePages(() => PAGE);
      const desktop = await startDesktop({ accessibility: 'off' });
      await openPage(desktop, { url: `${pages.base}/party`, title: 'Surprise' });
      const daemon = await startDaemon({ args: ['--disable-audio'], env: desktop.env });
      try {
        const status = await until(
          'the note',
          async () => {
            const reply = await fetch(`${daemon.baseUrl}/vision/status`);
            const now = (await reply.json()) as { status: string; message?: string };
            return now.message?.includes('Chromium') && now;
          },
          PATIENCE_MS,
        );
        expect(status).toMatchObject({
          status: 'ok',
          message: expect.stringContaining('start it again'),
        });
        const health = await fetch(`${daemon.baseUrl}/health`);
        expect(await health.json()).toMatchObject({
          frame_status: 'ok',
          verbose_instructions: expect.stringContaining('Chromium is left out'),
        });
        const { data } = (await (await fetch(`${daemon.baseUrl}/search`)).json()) as {
          data: unknown[];
        };
        expect(data).toEqual([]);
      } finally {
        await daemon.stop();
        pages.close();
        await desktop.stop();
      }
    },
    TEST_MS,
  );
});
