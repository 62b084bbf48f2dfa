import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FocusChange, WindowSource } from '#capture/source.ts';
import { connectX11, type X11Connection } from '#capture/x11/x11-connection.ts';
import { x11Painter } from '#capture/x11/x11-painter.fixture.ts';
import { type Desktop, startDesktop, whyNoDesktop } from '../../../../../test/support/desktop.ts';
import { x11Windows } from './x11-windows.ts';

const reason = whyNoDesktop();
if (reason !== undefined) process.stderr.write(`x11 window tests skipped: ${reason}\n`);

const TRANSIENT_FOR = ['-f', 'WM_TRANSIENT_FOR', '32x', '-set', 'WM_TRANSIENT_FOR'];

/** On a busy machine the desktop takes its time. */
const eventually = <T>(probe: () => T) => expect.poll(probe, { timeout: 10_000 });

describe.skipIf(reason !== undefined)('x11 windows', () => {
  let desktop: Desktop;
  let connection: X11Connection;
  let windows: WindowSource;
  let alpha: number;
  let editor: number;
  const changes: FocusChange[] = [];

  beforeAll(async () => {
    desktop = await startDesktop();
    alpha = await openTerminal('alpha term', '+20+20');
    await openTerminal('beta term', '+500+300');
    editor = await desktop.open('mousepad', ['--disable-server'], 'Mousepad');
    connection = await connectX11(desktop.display);
    windows = await x11Windows(connection, () => Date.now());
    windows.onFocusChange((change) => changes.push(change));
  }, 120_000);
  afterAll(async () => {
    connection?.close();
    await desktop?.stop();
  });

  const openTerminal = (title: string, place: string) =>
    desktop.open('xterm', ['-T', title, '-geometry', `60x10${place}`, '-e', 'sleep 600'], title);
  const activate = async (title: string) => {
    await desktop.run('wmctrl', '-a', title);
    await eventually(async () => (await windows.snapshot()).active?.title).toContain(title);
  };

  test('the focused window has its title, program and process', async () => {
    await activate('alpha term');
    const { active } = await windows.snapshot();
    expect(active).toMatchObject({ id: alpha, app: 'XTerm', title: 'alpha term', isPopup: false });
    const pid = Number((await desktop.run('xdotool', 'getwindowpid', String(alpha))).trim());
    expect(active?.pid).toBe(pid);
  });

  test('windows come topmost first, with their decorations', async () => {
    await activate('beta term');
    await activate('alpha term');
    const list = (await windows.snapshot()).windows.filter(({ isPopup }) => !isPopup);
    expect(list.map(({ title }) => title).filter((title) => title.endsWith('term'))).toEqual([
      'alpha term',
      'beta term',
    ]);
    const geometry = await desktop.run('xdotool', 'getwindowgeometry', '--shell', String(alpha));
    const inner = Number(/HEIGHT=(\d+)/.exec(geometry)?.[1]);
    expect(list[0]?.bounds.height).toBeGreaterThan(inner);
  });

  test('a minimised window is not on screen', async () => {
    await desktop.run('xdotool', 'windowminimize', String(editor));
    await eventually(async () =>
      (await windows.snapshot()).windows.some(({ id }) => id === editor),
    ).toBe(false);
    await desktop.run('wmctrl', '-ia', String(editor));
    await eventually(async () => (await windows.snapshot()).active?.id).toBe(editor);
  });

  test('a window on another workspace is not on screen', async () => {
    await activate('beta term');
    await desktop.run('wmctrl', '-r', 'beta term', '-t', '1');
    const titles = async () => (await windows.snapshot()).windows.map(({ title }) => title);
    await eventually(titles).not.toContain('beta term');
    await desktop.run('wmctrl', '-r', 'beta term', '-t', '0');
    await eventually(titles).toContain('beta term');
  });

  test('a menu the window manager does not know is seen, on top, as a popup', async () => {
    const painter = await x11Painter(desktop.display);
    await painter.paint({ x: 30, y: 40, width: 50, height: 60 }, [1, 2, 3]);
    const [top] = (await windows.snapshot()).windows;
    expect(top).toMatchObject({
      isPopup: true,
      isOpaque: false,
      bounds: { x: 30, y: 40, width: 50, height: 60 },
    });
    painter.close();
  });

  test('a change of program and a change of window are distinguished and reported once', async () => {
    for (const title of ['Mousepad', 'beta term']) {
      await activate(title);
      await eventually(() => changes.at(-1)?.window.title).toContain(title);
    }
    changes.length = 0;
    await activate('alpha term');
    await eventually(() => changes.length).toBe(1);
    await activate('Mousepad');
    await eventually(() => changes.length).toBe(2);
    // Anything said twice would arrive with the same burst of events.
    await wait(200);
    expect(changes.map(({ kind, window }) => [kind, window.app])).toEqual([
      ['window_focus', 'XTerm'],
      ['app_switch', 'Mousepad'],
    ]);
  });

  test('a new title of the focused window is reported, one of another window is not', async () => {
    await activate('alpha term');
    await wait(200);
    changes.length = 0;
    await desktop.run('wmctrl', '-r', 'beta term', '-N', 'beta term two');
    await desktop.run('wmctrl', '-r', 'alpha term', '-N', 'Grüße term');
    await eventually(() => changes.length).toBe(1);
    expect(changes[0]).toMatchObject({ kind: 'title', window: { id: alpha, title: 'Grüße term' } });
  });

  test('a dialog has the name of the program that it was opened for', async () => {
    const open = (className: string, title: string) =>
      desktop.open('xterm', ['-class', className, '-T', title, '-e', 'sleep 600'], title);
    const [sheet, dialog, question] = [
      await open('libreoffice-calc', 'a sheet'),
      await open('Soffice', 'save as'),
      await open('Helper-dialog', 'not responding'),
    ];
    const attach = (window: number, parent: number) =>
      desktop.run('xprop', '-id', `${window}`, ...TRANSIENT_FOR, `${parent}`);
    const appOf = async (id: number) =>
      (await windows.snapshot()).windows.find((window) => window.id === id)?.app;
    expect(await appOf(dialog)).toBe('LibreOffice');
    await attach(dialog, sheet);
    await attach(question, dialog);
    expect(await Promise.all([sheet, dialog, question].map(appOf))).toEqual(
      Array(3).fill('LibreOffice Calc'),
    );
    // A window may claim to be a dialog of itself.
    await attach(dialog, dialog);
    expect(await appOf(dialog)).toBe('LibreOffice');
  });
});
