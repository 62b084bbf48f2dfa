import { createServer } from 'node:net';
import { join } from 'node:path';
import { Message, sessionBus } from '@jellybrick/dbus-next';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DesktopPulse } from '#capture/source.ts';
import { connectX11, type X11Connection } from '#capture/x11-connection.ts';
import { type Desktop, startDesktop, whyNoDesktop } from '../../../../../test/support/desktop.ts';
import { x11Pulse } from './x11-pulse.ts';

const reason = whyNoDesktop();
if (reason !== undefined) process.stderr.write(`x11 pulse tests skipped: ${reason}\n`);

const PATIENCE = { timeout: 20_000 };
const SCREEN = { x: 0, y: 0, width: 1280, height: 720 };

describe.skipIf(reason !== undefined)('the pulse of an X session', () => {
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

  const pulseOf = (sessionBusAddress?: string) =>
    x11Pulse(connection, { sessionBusAddress, listMonitors: async () => [SCREEN] });
  /** As the service asks it: with a beat now and then. */
  const isLocked = async (pulse: DesktopPulse) => {
    await pulse.beat();
    return pulse.isLocked();
  };

  test('is there without a session bus, and reports a screen saver', async () => {
    const pulse = await pulseOf();
    expect(await pulse.isLocked()).toBe(false);
    await desktop.run('xset', 's', 'activate');
    await expect.poll(() => isLocked(pulse), PATIENCE).toBe(true);
    await desktop.run('xset', 's', 'reset');
    await expect.poll(() => isLocked(pulse), PATIENCE).toBe(false);
    pulse.close();
  });

  test('says at once that a screen saver or another console is in front', async () => {
    const pulse = await pulseOf();
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
      const stop = pulse.onLockNews(reported.resolve);
      await desktop.run(program, ...args);
      await reported.promise;
      stop();
      expect(await pulse.isLocked()).toBe(isLockedThen);
    }
    pulse.close();
  });

  test('reports monitors that are switched off', async (context) => {
    const pulse = await pulseOf();
    await desktop.run('xset', 'dpms', 'force', 'off').catch(() => '');
    const isOff = (await desktop.run('xset', 'q')).includes('Monitor is Off');
    if (!isOff) return context.skip('this X server cannot switch monitors off');
    expect(await pulse.isLocked()).toBe(true);
    await desktop.run('xset', 'dpms', 'force', 'on');
    expect(await pulse.isLocked()).toBe(false);
    pulse.close();
  });

  test('reports a locker on the session bus, and one that went away', async () => {
    const busAddress = desktop.env.DBUS_SESSION_BUS_ADDRESS ?? '';
    const pulse = await pulseOf(busAddress);
    expect(await pulse.isLocked()).toBe(false);
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
    await expect.poll(() => isLocked(pulse), PATIENCE).toBe(true);
    isActive = false;
    await expect.poll(() => isLocked(pulse), PATIENCE).toBe(false);
    isActive = true;
    await expect.poll(() => isLocked(pulse), PATIENCE).toBe(true);
    locker.disconnect();
    await expect.poll(() => isLocked(pulse), PATIENCE).toBe(false);
    pulse.close();
  });

  test('lets go of a session bus that refuses it, and does without', async () => {
    const path = join(desktop.home, 'refusing-bus');
    const over = Promise.withResolvers<void>();
    const bus = createServer((socket) => {
      socket.on('data', () => socket.write('REJECTED\r\n'));
      socket.once('end', () => over.resolve());
    });
    await new Promise<void>((resolve) => bus.listen(path, resolve));
    const pulse = await pulseOf(`unix:path=${path}`);
    expect(await pulse.isLocked()).toBe(false);
    await over.promise;
    pulse.close();
    await new Promise((resolve) => bus.close(resolve));
  });

  test('stands still with a frozen server and comes back with it', async () => {
    const pulse = await pulseOf();
    desktop.freezeServer();
    let isAnswered = false;
    const beat = pulse.beat().then(() => {
      isAnswered = true;
    });
    // As long as a whole process takes: a pulse that does not wait for the server is there by then.
    await desktop.run('true');
    expect(isAnswered).toBe(false);
    desktop.thawServer();
    await beat;
    pulse.close();
  });
});
