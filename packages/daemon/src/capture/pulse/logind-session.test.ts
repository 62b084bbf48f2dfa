import { type ChildProcess, spawn } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Message, type MessageBus, MessageType, sessionBus, Variant } from '@jellybrick/dbus-next';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until, whyNoDesktop } from '../../../../../test/support/desktop.ts';
import { logindSession } from './logind-session.ts';

const SESSION = '/org/freedesktop/login1/session/_37';
const patience = { timeout: 10_000, interval: 20 };

/** A real bus, and on it the part of logind that is asked. */
describe.skipIf(whyNoDesktop() !== undefined)('the session that logind knows', () => {
  let folder: string;
  let address: string;
  let daemon: ChildProcess;
  let logind: MessageBus;
  let hint = false;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hindcast-logind-'));
    address = `unix:path=${join(folder, 'bus')}`;
    daemon = spawn('dbus-daemon', ['--session', '--nofork', `--address=${address}`]);
    await until('the bus', () => existsSync(join(folder, 'bus')));
    logind = sessionBus({ busAddress: address });
    const events = logind as unknown as EventEmitter;
    events.on('error', () => {});
    await once(events, 'connect');
    events.on('message', (call: Message) => {
      if (call.type !== MessageType.METHOD_CALL) return;
      const answer = (signature: string, value: unknown) =>
        logind.send(Message.newMethodReturn(call, signature, [value]));
      const answers: Record<string, () => void> = {
        'GetSession 7': () => answer('o', SESSION),
        GetUser: () => answer('o', '/org/freedesktop/login1/user/_0'),
        'Get Display': () => answer('v', new Variant('(so)', ['7', SESSION])),
        'Get LockedHint': () => answer('v', new Variant('b', hint)),
      };
      const about = { GetSession: call.body[0], Get: call.body[1] }[call.member ?? ''];
      answers[[call.member, about].filter(Boolean).join(' ')]?.();
    });
    await logind.requestName('org.freedesktop.login1', 0);
  });
  afterAll(async () => {
    logind?.disconnect();
    daemon?.kill();
    await once(daemon, 'close');
    rmSync(folder, { recursive: true });
  });

  function setHint(isLocked: boolean): void {
    hint = isLocked;
    const changed = { LockedHint: new Variant('b', isLocked) };
    const body = ['org.freedesktop.login1.Session', changed, []];
    const iface = 'org.freedesktop.DBus.Properties';
    logind.send(Message.newSignal(SESSION, iface, 'PropertiesChanged', 'sa{sv}as', body));
  }
  const sleep = (isBeginning: boolean) =>
    logind.send(
      Message.newSignal(
        '/org/freedesktop/login1',
        'org.freedesktop.login1.Manager',
        'PrepareForSleep',
        'b',
        [isBeginning],
      ),
    );

  test.each([{ XDG_SESSION_ID: '7' }, {}])('is known by %j, locked and asleep', async (env) => {
    hint = true;
    const session = logindSession({ ...env, DBUS_SYSTEM_BUS_ADDRESS: address });
    await expect.poll(() => session.isLocked(), patience).toBe(true);
    setHint(false);
    await expect.poll(() => session.isLocked(), patience).toBe(false);
    sleep(true);
    await expect.poll(() => session.isAsleep(), patience).toBe(true);
    sleep(false);
    await expect.poll(() => session.isAsleep(), patience).toBe(false);
    session.close();
  });

  test('a machine without logind is never locked by it', () => {
    const session = logindSession({ DBUS_SYSTEM_BUS_ADDRESS: 'unix:path=/nonexistent/bus' });
    expect([session.isLocked(), session.isAsleep()]).toEqual([false, false]);
    session.close();
  });
});
