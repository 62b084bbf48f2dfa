import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccessibilitySource, WindowSource } from '#capture/source.ts';
import { x11Windows } from '#capture/window/x11-windows.ts';
import { connectX11, type X11Connection } from '#capture/x11/x11-connection.ts';
import type { AccessibleWindow, WindowInfo } from '#core/observation.ts';
import { openPage, servePages, whyNoBrowser } from '../../../../../test/support/browser.ts';
import {
  type Desktop,
  startDesktop,
  until,
  whyNoDesktop,
} from '../../../../../test/support/desktop.ts';
import { atspiSource } from './atspi-source.ts';

const reason = whyNoDesktop();
if (reason !== undefined) process.stderr.write(`accessibility tests skipped: ${reason}\n`);
const SCREEN = { x: 0, y: 0, width: 1280, height: 720 };
const patience = { timeout: 10_000, interval: 100 };
const longPatience = { timeout: 40_000, interval: 100 };

describe.skipIf(reason !== undefined)('atspi source', { timeout: 90_000 }, () => {
  let desktop: Desktop;
  let connection: X11Connection;
  let windows: WindowSource;
  let source: AccessibilitySource;
  beforeAll(async () => {
    desktop = await startDesktop();
    connection = await connectX11(desktop.display);
    windows = await x11Windows(connection, () => Date.now());
    source = makeSource();
    source.wakeBrowsersWhile(() => true);
  }, 120_000);
  afterAll(async () => {
    source?.close();
    connection?.close();
    await desktop?.stop();
  });

  const makeSource = () =>
    atspiSource({
      sessionBusAddress: desktop.env.DBUS_SESSION_BUS_ADDRESS ?? '',
      // Readings follow each other without a rest.
      readingShare: Number.POSITIVE_INFINITY,
      now: () => Date.now(),
    });
  async function windowTitled(title: string): Promise<WindowInfo> {
    const found = (await windows.snapshot()).windows.find((one) => one.title.includes(title));
    if (found === undefined) throw new Error(`no window titled ${title}`);
    return found;
  }
  const linesOf = (read: AccessibleWindow | undefined) =>
    read?.nodes.flatMap(({ text }) => text.split('\n')) ?? [];

  describe('a text editor', () => {
    beforeAll(async () => {
      const lines = Array.from({ length: 5_000 }, (_, index) => `line number ${index}`);
      writeFileSync(join(desktop.home, 'long.txt'), lines.join('\n'));
      await desktop.open('mousepad', ['--disable-server', 'long.txt'], 'long.txt');
      await until('the editor shows its file', async () =>
        linesOf(await source.read(await windowTitled('long.txt'), SCREEN)).includes(
          'line number 0',
        ),
      );
    });

    test('shows the lines that are on screen and no others', async () => {
      const read = await source.read(await windowTitled('long.txt'), SCREEN);
      const lines = linesOf(read).filter((line) => line.startsWith('line number'));
      expect(lines.length).toBeGreaterThan(10);
      expect(lines.length).toBeLessThan(60);
      expect(lines).toEqual(lines.map((_, index) => `line number ${index}`));
    });

    /** The editor glides to its new place, and what it is asked on the way is about the way. */
    async function linesAtRest(window: WindowInfo): Promise<string[]> {
      let before: string[] = [];
      return until('the editor to hold still', async () => {
        const now = linesOf(await source.read(window, SCREEN));
        const isStill = now.length > 0 && now.join() === before.join();
        before = now;
        return isStill && now;
      });
    }

    test('shows other lines after scrolling, and no others', async () => {
      const window = await windowTitled('long.txt');
      await expect
        .poll(async () => {
          // The window manager may refuse, and a file that is still being measured stops the glide half way: from the top again.
          await desktop.run('wmctrl', '-ia', String(window.id));
          await desktop.run('xdotool', 'key', 'ctrl+Home');
          await linesAtRest(window);
          await desktop.run('xdotool', 'key', 'ctrl+End');
          return linesAtRest(window);
        }, longPatience)
        .toContain('line number 4999');
      const shown = (await linesAtRest(window)).filter((line) => line.startsWith('line number'));
      expect(shown.length).toBeGreaterThan(10);
      expect(shown.length).toBeLessThan(60);
      expect(shown).toEqual(shown.map((_, index) => `line number ${5_000 - shown.length + index}`));
      await desktop.run('xdotool', 'key', 'ctrl+Home');
    }, 60_000);

    test('what is read on the way from one end to the other was on screen together', async () => {
      const window = await windowTitled('long.txt');
      await desktop.run('wmctrl', '-ia', String(window.id));
      for (const key of ['ctrl+End', 'ctrl+Home', 'ctrl+End', 'ctrl+Home']) {
        await desktop.run('xdotool', 'key', key);
        for (let count = 0; count < 8; count += 1) {
          const lines = linesOf(await source.read(window, SCREEN));
          expect(lines.length).toBeLessThan(60);
        }
      }
    }, 60_000);

    test('gives roles, depth and places on the desktop', async () => {
      const window = await windowTitled('long.txt');
      // What was pressed before may still move it.
      await linesAtRest(window);
      const text = await until('the text', async () =>
        (await source.read(window, SCREEN))?.nodes.find(({ role }) => role === 'text'),
      );
      expect(text.depth).toBeGreaterThan(2);
      expect(text.bounds.x).toBeGreaterThanOrEqual(window.bounds.x);
      expect(text.bounds.width).toBeGreaterThan(100);
    });

    test('gives nothing for a monitor the window is not on', async () => {
      const elsewhere = { x: 5_000, y: 0, width: 800, height: 600 };
      expect(await source.read(await windowTitled('long.txt'), elsewhere)).toBeUndefined();
    });

    test('has the keyboard in its text', async () => {
      const window = await windowTitled('long.txt');
      await desktop.run('wmctrl', '-ia', String(window.id));
      await expect
        .poll(() => source.focus(window), patience)
        .toMatchObject({ kind: 'element', element: { role: 'text' } });
    });

    test('is not waited for when it hangs, and is asked again when it lives', async () => {
      const window = await windowTitled('long.txt');
      const impatient = makeSource();
      await expect.poll(() => impatient.read(window, SCREEN), patience).toBeDefined();
      process.kill(window.pid ?? 0, 'SIGSTOP');
      try {
        expect(await impatient.read(window, SCREEN)).toBeUndefined();
        // Left alone from now on: the answer comes before anything outside this process could have said something.
        const answer = impatient.read(window, SCREEN).then(() => 'at once');
        const later = new Promise((resolve) => setImmediate(resolve, 'after a question'));
        expect(await Promise.race([answer, later])).toBe('at once');
      } finally {
        process.kill(window.pid ?? 0, 'SIGCONT');
      }
      await expect.poll(() => impatient.read(window, SCREEN), patience).toBeDefined();
      impatient.close();
    }, 30_000);
  });

  test('a program without accessibility gives nothing, and its keyboard focus is unknown', async () => {
    await desktop.open('xterm', ['-T', 'plain term', '-e', 'sleep 600'], 'plain term');
    const window = await windowTitled('plain term');
    expect(await source.read(window, SCREEN)).toBeUndefined();
    expect(await source.describe(window)).toEqual({});
    expect(await source.focus(window)).toEqual({ kind: 'unknown' });
  });

  test('a session without accessibility gives nothing at once', async () => {
    const none = atspiSource({
      sessionBusAddress: 'unix:path=/nowhere/bus',
      now: () => Date.now(),
    });
    const window = await windowTitled('plain term');
    expect(await none.read(window, SCREEN)).toBeUndefined();
    expect(await none.focus(window)).toEqual({ kind: 'unknown' });
    none.close();
  });

  const noBrowser = whyNoBrowser();
  if (noBrowser !== undefined) process.stderr.write(`browser tests skipped: ${noBrowser}\n`);

  describe.skipIf(noBrowser !== undefined)('a browser that nobody asked to be accessible', () => {
    let pages: Awaited<ReturnType<typeof servePages>>;
    let address: string;
    const page = `<!doctype html><title>Hindcast test page</title><h1>Quarterly figures</h1>
      <p>Please read the <a href="/m">handbook</a> before Monday.</p>
      <input type="text" id="plain" value="plain words"><input type="password" id="pw" value="hunter2secret">
      <p><label>Surname <input placeholder="Your family name"></label><input type="password" placeholder="Twelve signs or more"></p>
      <p style="margin-top:4000px">far below the fold</p>`;
    const open = (...flags: string[]) =>
      openPage(desktop, { url: address, title: 'Hindcast test page', flags });

    beforeAll(async () => {
      pages = await servePages(() => page);
      address = `${pages.base}/start`;
      await open();
      await until(
        'the browser reports its address',
        async () => {
          const window = await windowTitled('Hindcast test page');
          return (await source.describe(window)).browserUrl === address;
        },
        30_000,
      );
    }, 90_000);
    afterAll(() => pages?.close());

    test('gives the text of the page once, what is seen of it, and its address', async () => {
      const window = await windowTitled('Hindcast test page');
      await expect
        .poll(
          async () => (await source.read(window, SCREEN))?.nodes.map(({ text }) => text),
          patience,
        )
        .toContain('Quarterly figures');
      const read = await source.read(window, SCREEN);
      const texts = read?.nodes.map(({ text }) => text) ?? [];
      expect(read?.browserUrl).toBe(address);
      expect(texts.filter((text) => text === 'Quarterly figures')).toHaveLength(1);
      expect(texts.filter((text) => text === 'handbook')).toHaveLength(1);
      expect(texts).toContain('plain words');
      expect(texts.join('\n')).not.toContain('far below');
      const link = read?.nodes.find(({ text }) => text === 'handbook');
      expect(read?.nodes[link?.parent ?? -1]?.role).toBe('paragraph');
    });

    test('gives what empty fields show: their labels and their hints', async () => {
      const read = await source.read(await windowTitled('Hindcast test page'), SCREEN);
      const field = read?.nodes.find(({ text }) => text.includes('Your family name'));
      expect(field).toMatchObject({ role: 'entry', text: 'Surname\nYour family name' });
      expect(field?.bounds.width).toBeGreaterThan(50);
      expect(read?.nodes.map(({ role, text }) => [role, text])).toContainEqual([
        'password text',
        'Twelve signs or more',
      ]);
    });

    test('never gives a password, nor its dots, and says that the keyboard is in a secret place', async () => {
      const window = await windowTitled('Hindcast test page');
      const texts = (await source.read(window, SCREEN))?.nodes.map(({ text }) => text).join('\n');
      expect(texts).not.toMatch(/hunter2|[•●*]{3}/);
      await desktop.run('wmctrl', '-ia', String(window.id));
      const plain = (await source.read(window, SCREEN))?.nodes.find(
        ({ text }) => text === 'plain words',
      );
      const { x = 0, y = 0, width = 0 } = plain?.bounds ?? {};
      await desktop.run('xdotool', 'mousemove', String(x + 20), String(y + 8), 'click', '1');
      await expect
        .poll(() => source.focus(window), patience)
        .toMatchObject({ kind: 'element', element: { role: 'entry' } });
      await desktop.run(
        'xdotool',
        'mousemove',
        String(x + width + 30),
        String(y + 8),
        'click',
        '1',
      );
      await expect.poll(() => source.focus(window), patience).toEqual({ kind: 'secret' });
    });

    test('distinguishes a private window from an ordinary one with the same title', async () => {
      await open('--incognito');
      const titled = async () =>
        (await windows.snapshot()).windows.filter(({ title }) =>
          title.includes('Hindcast test page'),
        );
      await expect.poll(async () => (await titled()).length, patience).toBe(2);
      const names = async () =>
        (await Promise.all((await titled()).map((one) => source.describe(one)))).map(
          ({ accessibleName }) => /incognito/i.test(accessibleName ?? ''),
        );
      await expect.poll(async () => (await names()).toSorted(), patience).toEqual([false, true]);
    });
  });
});
