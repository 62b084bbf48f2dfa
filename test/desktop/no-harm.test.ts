/**
 * Capture keeps no other program busy: real programs with very large content are used while the service watches them, and their
 * main loops stay free.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Blocks, startBlockMeter } from '../support/block-meter.ts';
import { openPage, servePages, whyNoBrowser } from '../support/browser.ts';
import {
  type Desktop,
  missingPrograms,
  startDesktop,
  until,
  whyNoDesktop,
} from '../support/desktop.ts';
import { LARGE_PAGE, LARGE_PROGRAMS, LONG_TEXT_PAGE } from '../support/large-programs.ts';
import { type RunningDaemon, startDaemon } from '../support/start-daemon.ts';

const reason = whyNoDesktop();
const browserReason = whyNoBrowser();
if (reason !== undefined) process.stderr.write(`tests of other programs are skipped: ${reason}\n`);
const firefoxReason = missingPrograms(['firefox']).length > 0 ? 'missing firefox' : undefined;
if (firefoxReason !== undefined) {
  process.stderr.write('the test with Firefox is skipped: apt-get install -y firefox-esr\n');
}
for (const { name, packages } of LARGE_PROGRAMS.filter((program) => !program.isInstalled())) {
  process.stderr.write(`the test with ${name} is skipped: apt-get install -y ${packages}\n`);
}

const TEST_MS = 300_000;
/** What the service may add to the longest time that the program is busy by itself. */
const MOST_BUSY_MS = 50;
const MOST_CPU_SHARE = 0.1;
const SCROLLS = 2;
const PAUSE_MS = 300;
/** A program that uses less of a core is done with what it began by itself, such as laying out pages. */
const QUIET_SHARE = 0.1;

describe.skipIf(reason !== undefined)('the main loop of another program', () => {
  let desktop: Desktop;
  let daemon: RunningDaemon;

  beforeAll(async () => {
    desktop = await startDesktop();
    daemon = await startDaemon({ args: ['--disable-audio'], env: desktop.env });
  }, 90_000);
  afterAll(async () => {
    await daemon?.stop();
    await desktop?.stop();
  });

  const vision = (action: 'start' | 'stop') =>
    fetch(`${daemon.baseUrl}/vision/${action}`, { method: 'POST' });
  const countFrames = async (title: string) => {
    const query = new URLSearchParams({ content_type: 'ocr', window_name: title, limit: '1' });
    const reply = await fetch(`${daemon.baseUrl}/search?${query}`);
    return ((await reply.json()) as { pagination: { total: number } }).pagination.total;
  };

  /** Scrolls and selects, as a person would, and says how busy the program was since the last `take`. */
  async function use(meter: { take(): Blocks }): Promise<Blocks & { elapsedMs: number }> {
    const startedAtMs = performance.now();
    for (let turn = 0; turn < SCROLLS; turn += 1) {
      await desktop.run('xdotool', 'mousemove', '500', '400', 'click', '--repeat', '3', '5');
      await wait(PAUSE_MS);
      await desktop.run('xdotool', 'key', 'Down');
      await wait(PAUSE_MS);
    }
    return { ...meter.take(), elapsedMs: performance.now() - startedAtMs };
  }

  async function expectNoHarm(window: number, title: string): Promise<void> {
    const pid = Number(await desktop.run('xdotool', 'getwindowpid', String(window)));
    await desktop.run('wmctrl', '-ia', String(window));
    const meter = await startBlockMeter(desktop.env.DBUS_SESSION_BUS_ADDRESS ?? '', pid);
    try {
      await vision('stop');
      await until('the program is quiet', async () => {
        meter.take();
        await wait(PAUSE_MS);
        return meter.take().wantedMs < PAUSE_MS * QUIET_SHARE;
      });
      // As often as with capture: once for the first reading, once for use.
      const alone = [await use(meter), await use(meter)];
      await vision('start');
      await until('a frame of the program', async () => (await countFrames(title)) > 0, 60_000);
      // The first reading, before anything is known about the program, costs most.
      const opened = meter.take();
      const watched = await use(meter);
      const longestMs = Math.max(opened.longestMs, watched.longestMs);
      const longestAloneMs = Math.max(...alone.map((blocks) => blocks.longestMs));
      const extraCpuMs = watched.cpuMs - Math.max(...alone.map((blocks) => blocks.cpuMs));
      expect(opened.isHanging || watched.isHanging).toBe(false);
      expect(longestMs).toBeLessThan(longestAloneMs + MOST_BUSY_MS);
      expect(extraCpuMs).toBeLessThan(watched.elapsedMs * MOST_CPU_SHARE);
    } finally {
      meter.stop();
      process.kill(pid, 'SIGKILL');
    }
  }

  for (const program of LARGE_PROGRAMS) {
    test.skipIf(!program.isInstalled())(
      `stays free: ${program.name}`,
      async () => expectNoHarm(await program.open(desktop), program.title),
      TEST_MS,
    );
  }

  test.skipIf(browserReason !== undefined)(
    'stays free: Chromium with a table of 20,000 rows',
    async () => {
      const pages = await servePages(() => LARGE_PAGE);
      try {
        const url = `${pages.base}/table`;
        await expectNoHarm(await openPage(desktop, { url, title: 'large table' }), 'large table');
      } finally {
        pages.close();
      }
    },
    TEST_MS,
  );

  test.skipIf(firefoxReason !== undefined)(
    'stays free: Firefox at the end of a text of a megabyte',
    async () => {
      const pages = await servePages(() => LONG_TEXT_PAGE);
      try {
        const args = ['--new-instance', `${pages.base}/text`];
        const window = await desktop.open('firefox', args, 'long text', TEST_MS / 2);
        await expectNoHarm(window, 'long text');
      } finally {
        pages.close();
      }
    },
    TEST_MS,
  );
});
