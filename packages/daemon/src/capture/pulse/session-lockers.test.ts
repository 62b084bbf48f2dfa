import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Message, type MessageBus, sessionBus, Variant } from '@jellybrick/dbus-next';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockersOn, loginSession } from './session-lockers.ts';

const BUS_PROGRAM = 'dbus-daemon';
const isMissing = spawnSync(BUS_PROGRAM, ['--version']).error !== undefined;
if (isMissing) process.stderr.write('locker tests skipped: dbus-daemon is missing\n');

const PATIENCE = { timeout: 20_000, interval: 20 };
const SESSION = '/org/freedesktop/login1/session/_37';

describe.skipIf(isMissing)('lockers on a bus', () => {
  let daemon: ChildProcess;
  let busAddress: string;
  beforeAll(async () => {
    daemon = spawn(BUS_PROGRAM, ['--session', '--nofork', '--print-address'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    if (!daemon.stdout) throw new Error('the bus has no pipe to report on');
    const [line] = (await once(daemon.stdout, 'data')) as [Buffer];
    busAddress = line.toString().trim();
  });
  afterAll(async () => {
    const closed = once(daemon, 'close');
    daemon.kill();
    await closed;
  });

  /** A service of its own connection that answers by member. */
  async function serve(name: string, answer: (message: Message) => [string, unknown] | undefined) {
    const bus = sessionBus({ busAddress });
    let asked = 0;
    let isGone = false;
    type Handler = (message: Message) => boolean;
    (bus as unknown as { addMethodHandler(handler: Handler): void }).addMethodHandler((message) => {
      const [signature, value] = answer(message) ?? [];
      if (signature === undefined) return false;
      asked += 1;
      // What comes while it leaves cannot be answered any more.
      if (!isGone) bus.send(Message.newMethodReturn(message, signature, [value]));
      return true;
    });
    await bus.requestName(name, 0);
    const leave = () => {
      isGone = true;
      bus.disconnect();
    };
    return { bus, leave, asked: () => asked };
  }

  function changed(bus: MessageBus): void {
    bus.send(
      Message.newSignal(
        SESSION,
        'org.freedesktop.DBus.Properties',
        'PropertiesChanged',
        'sa{sv}as',
        ['org.freedesktop.login1.Session', { LockedHint: new Variant('b', true) }, []],
      ),
    );
  }

  test('a session that is marked as locked is noticed by its word, and asked about only then', async () => {
    const login = loginSession(busAddress, '7');
    expect(await login.isActive()).toBe(false);
    let isLocked = false;
    const service = await serve('org.freedesktop.login1', ({ member, body }) => {
      if (member === 'GetSession' && body[0] === '7') return ['o', SESSION];
      if (member === 'Get' && body[1] === 'LockedHint') return ['v', new Variant('b', isLocked)];
      return undefined;
    });
    await expect.poll(() => login.isActive().then(() => service.asked()), PATIENCE).toBe(2);
    for (let beat = 0; beat < 10; beat += 1) expect(await login.isActive()).toBe(false);
    expect(service.asked()).toBe(2);
    isLocked = true;
    changed(service.bus);
    await expect.poll(() => login.isActive(), PATIENCE).toBe(true);
    isLocked = false;
    changed(service.bus);
    await expect.poll(() => login.isActive(), PATIENCE).toBe(false);
    isLocked = true;
    changed(service.bus);
    await expect.poll(() => login.isActive(), PATIENCE).toBe(true);
    service.leave();
    await expect.poll(() => login.isActive(), PATIENCE).toBe(false);
    login.close();
  });

  test('a machine that goes to sleep counts as locked until it is awake', async () => {
    const login = loginSession(busAddress, '7');
    const service = await serve('org.freedesktop.login1', ({ member, body }) => {
      if (member === 'GetSession') return ['o', SESSION];
      return body[1] === 'LockedHint' ? ['v', new Variant('b', false)] : undefined;
    });
    const sleep = (isBeginning: boolean) =>
      service.bus.send(
        Message.newSignal(
          '/org/freedesktop/login1',
          'org.freedesktop.login1.Manager',
          'PrepareForSleep',
          'b',
          [isBeginning],
        ),
      );
    expect(await login.isActive()).toBe(false);
    sleep(true);
    await expect.poll(() => login.isActive(), PATIENCE).toBe(true);
    sleep(false);
    await expect.poll(() => login.isActive(), PATIENCE).toBe(false);
    service.leave();
    login.close();
  });

  test('a session that does not exist is not locked', async () => {
    const login = loginSession(busAddress, 'none');
    const service = await serve('org.freedesktop.login1', () => undefined);
    expect(await login.isActive()).toBe(false);
    service.leave();
    login.close();
  });

  test('a locker is asked from when it comes until it goes', async () => {
    const lockers = lockersOn(busAddress);
    expect(await lockers.isActive()).toBe(false);
    const { leave } = await serve('org.gnome.ScreenSaver', ({ member }) =>
      member === 'GetActive' ? ['b', true] : undefined,
    );
    await expect.poll(() => lockers.isActive(), PATIENCE).toBe(true);
    leave();
    await expect.poll(() => lockers.isActive(), PATIENCE).toBe(false);
    lockers.close();
  });

  test('a bus that is not there locks nothing', async () => {
    const login = loginSession('unix:path=/nonexistent/bus', '7');
    expect(await login.isActive()).toBe(false);
    expect(await login.isActive()).toBe(false);
    login.close();
  });
});
