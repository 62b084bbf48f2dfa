import { createServer } from 'node:net';
import { join } from 'node:path';
import { Message, sessionBus } from '@jellybrick/dbus-next';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectX11, type X11Connection } from '#capture/x11-connection.ts';
import { type Desktop, startDesktop, whyNoDesktop } from '../../../../../test/support/desktop.ts';
import { x11Pulse } from './x11-pulse.ts';

const reason = whyNoDesktop();
if (reason !== undefined) process.stderr.write(`x11 pulse tests skipped: ${reason}\n`);

const PATIENCE = { timeout: 20_000 };

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

  test('is there without a session bus, and tells a screen saver', async () => {
    const pulse = await x11Pulse(connection, undefined);
    expect(await pulse.beat()).toEqual({ isLocked: false });
    await desktop.run('xset', 's', 'activate');
    await expect.poll(() => pulse.beat(), PATIENCE).toEqual({ isLocked: true });
    await desktop.run('xset', 's', 'reset');
    await expect.poll(() => pulse.beat(), PATIENCE).toEqual({ isLocked: false });
    pulse.close();
  });

  test('tells a locker on the session bus, and one that went away', async () => {
    const busAddress = desktop.env.DBUS_SESSION_BUS_ADDRESS ?? '';
    const pulse = await x11Pulse(connection, busAddress);
    expect(await pulse.beat()).toEqual({ isLocked: false });
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
    await expect.poll(() => pulse.beat(), PATIENCE).toEqual({ isLocked: true });
    isActive = false;
    await expect.poll(() => pulse.beat(), PATIENCE).toEqual({ isLocked: false });
    isActive = true;
    await expect.poll(() => pulse.beat(), PATIENCE).toEqual({ isLocked: true });
    locker.disconnect();
    await expect.poll(() => pulse.beat(), PATIENCE).toEqual({ isLocked: false });
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
    const pulse = await x11Pulse(connection, `unix:path=${path}`);
    expect(await pulse.beat()).toEqual({ isLocked: false });
    await over.promise;
    pulse.close();
    await new Promise((resolve) => bus.close(resolve));
  });

  test('stands still with a frozen server and comes back with it', async () => {
    const pulse = await x11Pulse(connection, undefined);
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
