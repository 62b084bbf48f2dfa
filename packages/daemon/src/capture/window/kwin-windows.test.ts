import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { FocusChange, WindowSource } from '#capture/source.ts';
import { connectWayland, type WaylandConnection } from '#capture/wayland/wayland-connection.ts';
import { waylandOutputs } from '#capture/wayland/wayland-outputs.ts';
import { type Kwin, startKwin, whyNoKwin } from '../../../../../test/support/kwin.ts';
import { kwinWindows } from './kwin-windows.ts';

const reason = whyNoKwin();
if (reason !== undefined) process.stderr.write(`KWin tests skipped: ${reason}\n`);

const patience = { timeout: 30_000, interval: 50 };
/** The windows with this in their title, by the words of Plasma 5 and 6. */
const each = (title: string, what: string) =>
  `(workspace.windowList || workspace.clientList)().forEach(function (w) { if (w.caption.indexOf('${title}') >= 0) { ${what} } });`;

describe.skipIf(reason !== undefined)('the windows of KWin', { timeout: 90_000 }, () => {
  let kwin: Kwin;
  let connection: WaylandConnection;
  let windows: WindowSource;
  beforeAll(async () => {
    kwin = await startKwin();
    connection = await connectWayland(kwin.display, kwin.runtimeDir);
    const opened = await kwinWindows(kwin.bus, await waylandOutputs(connection), Date.now);
    if (opened === undefined) throw new Error('KWin was not found on its bus');
    windows = opened;
  }, 120_000);
  afterEach(async () => {
    await kwin.tell(each('', 'w.closeWindow();'));
    await expect.poll(async () => (await windows.snapshot()).windows, patience).toEqual([]);
  });
  afterAll(async () => {
    windows?.close();
    connection?.close();
    await kwin?.stop();
  });

  const titled = async (title: string) =>
    (await windows.snapshot()).windows.find((one) => one.title.includes(title));

  async function open(file: string) {
    writeFileSync(join(kwin.home, file), '');
    kwin.start('mousepad', ['--disable-server', file]);
    await expect
      .poll(async () => (await windows.snapshot()).active?.title, patience)
      .toContain(file);
  }

  test('have program, title, process and place, topmost first, and one is in use', async () => {
    await open('left.txt');
    await open('right.txt');
    const place = 'w.frameGeometry = { x: 40, y: 60, width: 600, height: 400 };';
    await kwin.tell(each('left.txt', place));
    await expect
      .poll(async () => (await titled('left.txt'))?.bounds, patience)
      .toEqual({ x: 40, y: 60, width: 600, height: 400 });
    const { active, windows: all } = await windows.snapshot();
    expect(all).toHaveLength(2);
    expect(all[0]).toBe(active);
    expect(active).toMatchObject({ app: 'Mousepad', className: 'mousepad', isPopup: false });
    const left = await titled('left.txt');
    expect(left?.pid).toBeGreaterThan(0);
    expect(left?.surface).toMatchObject({ scale: 1 });
  });

  test('a change of window or title is reported once, and a window keeps its number', async () => {
    await open('first.txt');
    const first = await titled('first.txt');
    const reported: string[] = [];
    const stop = windows.onFocusChange(({ kind, window }: FocusChange) =>
      reported.push(`${kind} ${window.title}`),
    );
    await open('second.txt');
    await expect.poll(() => reported.at(-1), patience).toMatch(/^window_focus .*second/);
    const activate =
      'if (workspace.activeWindow !== undefined) workspace.activeWindow = w; else workspace.activeClient = w;';
    await kwin.tell(each('first.txt', activate));
    await expect.poll(() => reported.at(-1), patience).toMatch(/^window_focus .*first/);
    expect((await windows.snapshot()).active?.id).toBe(first?.id);
    expect(reported.filter((line) => line.startsWith('app_switch'))).toEqual([]);
    stop();
  });

  test('one that is minimised or on another desktop is not on the screen', async () => {
    await open('seen.txt');
    await open('hidden.txt');
    await kwin.tell(each('hidden.txt', 'w.minimized = true;'));
    expect(await titled('hidden.txt')).toBeUndefined();
    await kwin.tell(each('hidden.txt', 'w.minimized = false;'));
    expect(await titled('hidden.txt')).toBeDefined();
    await kwin.tell("workspace.createDesktop(1, 'second');");
    const away =
      'if (w.desktop !== undefined) w.desktop = 2; else w.desktops = [workspace.desktops[1]];';
    await kwin.tell(each('seen.txt', away));
    expect(await titled('seen.txt')).toBeUndefined();
    expect(await titled('hidden.txt')).toBeDefined();
  });

  const call = (to: string, path: string, method: string, ...args: string[]) =>
    kwin.run(
      'gdbus',
      'call',
      '--session',
      '--timeout',
      '3',
      '-d',
      to,
      '-o',
      path,
      '-m',
      method,
      ...args,
    );
  const namesOnBus = async () => {
    const bus = 'org.freedesktop.DBus';
    return (await call(bus, '/org/freedesktop/DBus', `${bus}.ListNames`)).match(/:1\.\d+/g) ?? [];
  };

  test('what somebody else on the bus says of windows is not believed', async () => {
    await open('real.txt');
    const lie = JSON.stringify({ kind: 'all', windows: [], desktop: {} });
    const heard = await Promise.allSettled(
      (await namesOnBus()).map((name) =>
        call(name, '/org/hindcast/Windows', 'org.hindcast.Windows.Tell', lie),
      ),
    );
    expect(heard.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await titled('real.txt')).toBeDefined();
  });

  test('a script that somebody unloads is loaded again by the next question', async () => {
    await open('kept.txt');
    const { active } = await windows.snapshot();
    for (const name of await namesOnBus()) {
      const script = `hindcast-windows-${name.replace(/\W/g, '')}-0`;
      await call('org.kde.KWin', '/Scripting', 'org.kde.kwin.Scripting.unloadScript', script);
    }
    process.kill(active?.pid ?? Number.NaN);
    await expect.poll(() => titled('kept.txt'), patience).toBeUndefined();
    await open('next.txt');
  });
});
