import { Message, type MessageBus, Variant } from '@jellybrick/dbus-next';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBus, type TestBus, whyNoBus } from './message-bus.fixture.ts';
import { lockersOn, loginSession } from './session-lockers.ts';

const reason = whyNoBus();
if (reason !== undefined) process.stderr.write(`locker tests skipped: ${reason}\n`);

const PATIENCE = { timeout: 20_000, interval: 20 };
const SESSION = '/org/freedesktop/login1/session/_37';

describe.skipIf(reason !== undefined)('lockers on a bus', () => {
  let bus: TestBus;
  beforeAll(async () => {
    bus = await startBus();
  });
  afterAll(() => bus?.stop());

  function changed(session: MessageBus): void {
    session.send(
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
    const login = loginSession(bus.address, '7');
    expect(await login.isActive()).toBe(false);
    let isLocked = false;
    const service = await bus.serve('org.freedesktop.login1', ({ member, body }) => {
      if (member === 'GetSession' && body[0] === '7') return ['o', SESSION];
      if (member === 'Get' && body[1] === 'LockedHint') return ['v', new Variant('b', isLocked)];
      return body[1] === 'Active' ? ['v', new Variant('b', true)] : undefined;
    });
    await expect.poll(() => login.isActive().then(() => service.asked()), PATIENCE).toBe(3);
    for (let beat = 0; beat < 10; beat += 1) expect(await login.isActive()).toBe(false);
    expect(service.asked()).toBe(3);
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
    const login = loginSession(bus.address, '7');
    const service = await bus.serve('org.freedesktop.login1', ({ member, body }) => {
      if (member === 'GetSession') return ['o', SESSION];
      return ['v', new Variant('b', body[1] === 'Active')];
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

  test.each([
    ['x11', true],
    ['wayland', true],
    // A service that was started from a console or a remote login belongs to that session.
    ['tty', false],
  ])('a session of type %s in the background counts as locked: %s', async (type, isLocked) => {
    let isActive = true;
    const service = await bus.serve('org.freedesktop.login1', ({ member, body }) => {
      if (member === 'GetSession') return ['o', SESSION];
      if (body[1] === 'Type') return ['v', new Variant('s', type)];
      return ['v', new Variant('b', body[1] === 'Active' && isActive)];
    });
    const login = loginSession(bus.address, '7');
    expect(await login.isActive()).toBe(false);
    const reported = Promise.withResolvers<void>();
    login.onNews(reported.resolve);
    isActive = false;
    changed(service.bus);
    await reported.promise;
    expect(await login.isActive()).toBe(isLocked);
    service.leave();
    login.close();
  });

  test('an answer that was overtaken by a change does not count', async () => {
    let count = 0;
    const service = await bus.serve('org.freedesktop.login1', ({ member, body }) => {
      if (member === 'GetSession') return ['o', SESSION];
      if (body[1] === 'Active') return ['v', new Variant('b', true)];
      count += 1;
      // Locked right after the first question was looked up.
      if (count === 1) changed(service.bus);
      return ['v', new Variant('b', count > 1)];
    });
    const login = loginSession(bus.address, '7');
    expect(await login.isActive()).toBe(false);
    await expect.poll(() => login.isActive(), PATIENCE).toBe(true);
    service.leave();
    login.close();
  });

  test('a session that could not be asked is asked again', async () => {
    let isReady = false;
    const service = await bus.serve('org.freedesktop.login1', ({ member }) => {
      if (member === 'GetSession') return isReady ? ['o', SESSION] : undefined;
      return ['v', new Variant('b', true)];
    });
    const login = loginSession(bus.address, '7');
    expect(await login.isActive()).toBe(false);
    isReady = true;
    expect(await login.isActive()).toBe(true);
    service.leave();
    login.close();
  });

  test('a session that does not exist is not locked', async () => {
    const login = loginSession(bus.address, 'none');
    const service = await bus.serve('org.freedesktop.login1', () => undefined);
    expect(await login.isActive()).toBe(false);
    service.leave();
    login.close();
  });

  test('a locker is asked from when it comes until it goes', async () => {
    const lockers = lockersOn(bus.address);
    expect(await lockers.isActive()).toBe(false);
    const { leave } = await bus.serve('org.gnome.ScreenSaver', ({ member }) =>
      member === 'GetActive' ? ['b', true] : undefined,
    );
    await expect.poll(() => lockers.isActive(), PATIENCE).toBe(true);
    leave();
    await expect.poll(() => lockers.isActive(), PATIENCE).toBe(false);
    lockers.close();
  });

  test.each([
    'org.freedesktop.ScreenSaver',
    'org.gnome.ScreenSaver',
    'org.cinnamon.ScreenSaver',
    'org.mate.ScreenSaver',
    'org.xfce.ScreenSaver',
  ])('the signals of %s tell at once that it locks and unlocks', async (name) => {
    const lockers = lockersOn(bus.address);
    const service = await bus.serve(name, ({ member }) =>
      member === 'GetActive' ? ['b', false] : undefined,
    );
    expect(await lockers.isActive()).toBe(false);
    for (const isActive of [true, false]) {
      const reported = Promise.withResolvers<void>();
      const stop = lockers.onNews(reported.resolve);
      const path = `/${name.replaceAll('.', '/')}`;
      service.bus.send(Message.newSignal(path, name, 'ActiveChanged', 'b', [isActive]));
      await reported.promise;
      stop();
      expect(await lockers.isActive()).toBe(isActive);
    }
    expect(service.asked()).toBe(1);
    service.leave();
    lockers.close();
  });

  test('a screen saver without signals is asked again once what is known has expired', async () => {
    let isActive = false;
    const lockers = lockersOn(bus.address);
    const service = await bus.serve('org.mate.ScreenSaver', ({ member }) =>
      member === 'GetActive' ? ['b', isActive] : undefined,
    );
    expect(await lockers.isActive()).toBe(false);
    isActive = true;
    expect(await lockers.isActive()).toBe(false);
    lockers.expire();
    expect(await lockers.isActive()).toBe(true);
    service.leave();
    lockers.close();
  });

  test('a bus that is not there locks nothing', async () => {
    const login = loginSession('unix:path=/nonexistent/bus', '7');
    expect(await login.isActive()).toBe(false);
    expect(await login.isActive()).toBe(false);
    login.close();
  });
});
