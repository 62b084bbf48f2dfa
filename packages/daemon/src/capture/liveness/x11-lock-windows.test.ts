import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connectX11, type X11Connection } from '#capture/x11/x11-connection.ts';
import {
  type Desktop,
  missingPrograms,
  startDesktop,
  until,
  whyNoDesktop,
} from '../../../../../test/support/desktop.ts';
import { x11LockWindows } from './x11-lock-windows.ts';

const reason = whyNoDesktop();
if (reason !== undefined) process.stderr.write(`lock window tests skipped: ${reason}\n`);

const SCREEN = { x: 0, y: 0, width: 1280, height: 720 };
const LEFT = { ...SCREEN, width: 640 };
const RIGHT = { ...LEFT, x: 640 };
const WM_CLASS = 67;
const STRING = 31;

describe.skipIf(reason !== undefined)('windows that lock an X session', () => {
  let desktop: Desktop;
  let connection: X11Connection;
  /** Of a program other than the service. */
  let program: X11Connection;
  const drawn: number[] = [];

  beforeAll(async () => {
    desktop = await startDesktop();
    connection = await connectX11(desktop.display);
    program = await connectX11(desktop.display);
  }, 60_000);
  afterEach(() => {
    for (const id of drawn.splice(0)) program.client.DestroyWindow(id);
  });
  afterAll(async () => {
    connection?.close();
    program?.close();
    await desktop?.stop();
  });

  async function draw(className: string, bounds = SCREEN, overrideRedirect = true) {
    const { client, root } = program;
    const id = client.AllocID();
    const { x, y, width, height } = bounds;
    client.CreateWindow(id, root, x, y, width, height, 0, 0, 0, 0, { overrideRedirect });
    client.ChangeProperty(0, id, WM_CLASS, STRING, 8, Buffer.from(`one\0${className}\0`));
    client.MapWindow(id);
    drawn.push(id);
    await program.ask<void>((reply) => client.sync(reply));
    return id;
  }
  const watch = (...monitors: (typeof SCREEN)[]) =>
    x11LockWindows(connection, async () => (monitors.length > 0 ? monitors : [SCREEN]));

  test.each([
    'i3lock',
    'xsecurelock',
    'XScreenSaver',
    'light-locker',
    'Xfce4-screensaver',
    'lightdm-gtk-greeter',
  ])(
    'one of %s over the whole screen is known with the next answer, until it is closed',
    async (name) => {
      const windows = await watch();
      expect(await windows.isLocked()).toBe(false);
      const id = await draw(name);
      expect(await windows.isLocked()).toBe(true);
      program.client.DestroyWindow(id);
      await program.ask<void>((reply) => program.client.sync(reply));
      expect(await windows.isLocked()).toBe(false);
      windows.stop();
    },
  );

  test.each([
    ['of an ordinary program', 'flameshot', SCREEN, true],
    ['of a clock', 'xclock', SCREEN, true],
    ['of a locker that is only a small dialogue', 'i3lock', { ...SCREEN, width: 300 }, true],
    ['of a locker that the window manager manages', 'light-locker', SCREEN, false],
  ] as const)('one %s is none', async (_, name, bounds, isUnmanaged) => {
    const windows = await watch();
    await draw(name, bounds, isUnmanaged);
    expect(await windows.isLocked()).toBe(false);
    windows.stop();
  });

  test('one that covers a single monitor counts, and one that was there before too', async () => {
    await draw('i3lock', RIGHT);
    const windows = await watch(LEFT, RIGHT);
    expect(await windows.isLocked()).toBe(true);
    windows.stop();
  });

  test('one that grows over the screen counts from then on', async () => {
    const windows = await watch();
    const id = await draw('i3lock', { ...SCREEN, width: 10 });
    expect(await windows.isLocked()).toBe(false);
    await desktop.run('xdotool', 'windowsize', '--sync', String(id), '1280', '720');
    expect(await windows.isLocked()).toBe(true);
    windows.stop();
  });

  test('one that comes and goes again while it is looked at leaves no lock behind', async () => {
    const windows = await watch();
    for (let round = 0; round < 20; round += 1) {
      program.client.DestroyWindow(await draw('i3lock'));
    }
    await program.ask<void>((reply) => program.client.sync(reply));
    expect(await windows.isLocked()).toBe(false);
    windows.stop();
  });

  test.skipIf(missingPrograms(['picom']).length > 0)(
    'the overlay that a compositor draws on is none',
    async () => {
      const windows = await watch();
      let maps = 0;
      connection.onEvent(({ name, overrideRedirect }) => {
        if (name === 'MapNotify' && overrideRedirect) maps += 1;
      });
      const compositor = desktop.start('picom', ['--backend', 'xrender']);
      await until('the overlay', () => maps > 0);
      const atom = await connection.atom('_NET_WM_CM_S0');
      await until('the compositor', () =>
        connection.ask<number>((reply) => connection.client.GetSelectionOwner(atom, reply)),
      );
      expect(await windows.isLocked()).toBe(false);
      compositor.kill();
      windows.stop();
    },
  );
});
