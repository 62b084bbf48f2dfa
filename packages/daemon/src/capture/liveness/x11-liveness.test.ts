import { createServer } from 'node:net';
import { join } from 'node:path';
import { Message, sessionBus } from '@jellybrick/dbus-next';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DesktopLiveness } from '#capture/source.ts';
import { connectX11, type X11Connection } from '#capture/x11/x11-connection.ts';
import { type Desktop, startDesktop, whyNoDesktop } from '../../../../../test/support/desktop.ts';
import { x11Liveness } from './x11-liveness.ts';

const reason = whyNoDesktop();
if (reason !== undefined) process.stderr.write(`x11 liveness tests skipped: ${reason}\n`);

const PATIENCE = { timeout: 20_000 };
const SCREEN = { x: 0, y: 0, width: 1280, height: 720 };

describe.skipIf(reason !== undefined)('the liveness of an X session', () => {
  let desktop: Desktop;
  let connection: X11Connection;

  beforeAll(async () => {
    desktop = await startDesktop();
    connection = await connectX11(desktop.display);
  }, 60_000);
  afterAll(async () => {
    connection?.close();
    await desktop?.stop();
  });

  const livenessOf = (sessionBusAddress?: string) =>
    x11Liveness(connection, { sessionBusAddress, listMonitors: async () => [SCREEN] });
  /** As the service asks it: with a beat now and then. */
  const isLocked = async (liveness: DesktopLiveness) => {
    await liveness.beat();
    return liveness.isLocked();
  };

  test('is there without a session bus, and reports a screen saver', async () => {
    const liveness = await livenessOf();
    expect(await liveness.isLocked()).toBe(false);
    await desktop.run('xset', 's', 'activate');
    await expect.poll(() => isLocked(liveness), PATIENCE).toBe(true);
    await desktop.run('xset', 's', 'reset');
    await expect.poll(() => isLocked(liveness), PATIENCE).toBe(false);
    liveness.close();
  });

  test('says at once that a screen saver or another console is in front', async () => {
    const liveness = await livenessOf();
    const setConsole = (value: string) =>
      ['xprop', '-root', '-f', 'XFree86_has_VT', '32c', '-set', 'XFree86_has_VT', value] as const;
    const steps = [
      [['xset', 's', 'activate'], true],
      [['xset', 's', 'reset'], false],
      // As the server of a real machine writes it.
      [setConsole('0'), true],
      [setConsole('1'), false],
    ] as const;
    for (const [[program, ...args], isLockedThen] of steps) {
      const reported = Promise.withResolvers<void>();
      const stop = liveness.onLockNews(reported.resolve);
      await desktop.run(program, ...args);
      await reported.promise;
      stop();
      expect(await liveness.isLocked()).toBe(isLockedThen);
    }
    liveness.close();
  });

  test('reports monitors that are switched off', async (context) => {
    const liveness = await livenessOf();
    await desktop.run('xset', 'dpms', 'force', 'off').catch(() => '');
    const isOff = (await desktop.run('xset', 'q')).includes('Monitor is Off');
    if (!isOff) return context.skip('this X server cannot switch monitors off');
    expect(await liveness.isLocked()).toBe(true);
    await desktop.run('xset', 'dpms', 'force', 'on');
    expect(await liveness.isLocked()).toBe(false);
    liveness.close();
  });

  test('reports a locker on the session bus, and one that went away', async () => {
    const busAddress = desktop.env.DBUS_SESSION_BUS_ADDRESS ?? '';
    const liveness = await livenessOf(busAddress);
    expect(await liveness.isLocked()).toBe(false);
    const locker = sessionBus({ busAddress });
    let isActive = true;
    // The least a locker is: a name, and an answer to one question.
    (
      locker as unknown as { addMethodHandler(handler: (message: Message) => boolean): void }
    ).addMethodHandler((message) => {
      if (message.member !== 'GetActive') return false;
      locker.send(Message.newMethodReturn(message, 'b', [isActive]));
      return true;
    });
    await locker.requestName('org.freedesktop.ScreenSaver', 0);
    await expect.poll(() => isLocked(liveness), PATIENCE).toBe(true);
    isActive = false;
    await expect.poll(() => isLocked(liveness), PATIENCE).toBe(false);
    isActive = true;
    await expect.poll(() => isLocked(liveness), PATIENCE).toBe(true);
    locker.disconnect();
    await expect.poll(() => isLocked(liveness), PATIENCE).toBe(false);
    liveness.close();
  });

  test('lets go of a session bus that refuses it, and does without', async () => {
    const path = join(desktop.home, 'refusing-bus');
    const over = Promise.withResolvers<void>();
    const bus = createServer((socket) => {
      socket.on('data', () => socket.write('REJECTED\r\n'));
      socket.once('end', () => over.resolve());
    });
    await new Promise<void>((resolve) => bus.listen(path, resolve));
    const liveness = await livenessOf(`unix:path=${path}`);
    expect(await liveness.isLocked()).toBe(false);
    await over.promise;
    liveness.close();
    await new Promise((resolve) => bus.close(resolve));
  });

  test('stands still with a frozen server and comes back with it', async () => {
    const liveness = await livenessOf();
    desktop.freezeServer();
    let isAnswered = false;
    const beat = liveness.beat().then(() => {
      isAnswered = true;
    });
    // As long as a whole process takes: an answer that does not wait for the server is there by then.
    await desktop.run('true');
    expect(isAnswered).toBe(false);
    desktop.thawServer();
    await beat;
    liveness.close();
  });
});
