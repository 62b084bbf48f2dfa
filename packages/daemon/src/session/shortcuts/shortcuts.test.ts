import { Variant } from '@jellybrick/dbus-next';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startBus, type TestBus, whyNoBus } from '#capture/liveness/message-bus.fixture.ts';
import { connectBus } from '#core/bus/session-bus.ts';
import { systemClock } from '#core/clock.ts';
import { silentLog } from '#core/log/log.ts';
import { type ShortcutId, type Shortcuts, startShortcuts } from './shortcuts.ts';

const reason = whyNoBus();
if (reason !== undefined) process.stderr.write(`shortcut tests are skipped: ${reason}\n`);
const SESSION = '/org/freedesktop/portal/desktop/session/1_2/hindcast';

/** The portal of a desktop whose person says yes (0) or no (1). */
async function startPortal(busAddress: string, code: 0 | 1) {
  const link = await connectBus(busAddress);
  const bound: unknown[] = [];
  link.answer((call) => {
    const { member, body } = call as typeof call & { sender: string };
    if (member !== 'CreateSession' && member !== 'BindShortcuts') return undefined;
    const { sender } = call as unknown as { sender: string };
    const options = body.at(-1) as { handle_token: Variant<string> };
    const path = `/org/freedesktop/portal/desktop/request/${sender.slice(1).replaceAll('.', '_')}/${options.handle_token.value}`;
    if (member === 'BindShortcuts') bound.push(body[1]);
    const results = member === 'CreateSession' ? { session_handle: new Variant('s', SESSION) } : {};
    link.emit({
      path,
      interface: 'org.freedesktop.portal.Request',
      member: 'Response',
      signature: 'ua{sv}',
      body: [member === 'CreateSession' ? 0 : code, results],
    });
    return { signature: 'o', body: [path] };
  });
  await link.requestName('org.freedesktop.portal.Desktop');
  return {
    bound: () => bound,
    press: (id: string, session = SESSION) =>
      link.emit({
        path: '/org/freedesktop/portal/desktop',
        interface: 'org.freedesktop.portal.GlobalShortcuts',
        member: 'Activated',
        signature: 'osta{sv}',
        body: [session, id, 0n, {}],
      }),
    leave: link.close,
  };
}

describe.skipIf(reason !== undefined)('shortcuts of the desktop', () => {
  let bus: TestBus;
  let shortcuts: Shortcuts | undefined;
  let pressed: ShortcutId[];

  beforeEach(async () => {
    bus = await startBus();
    pressed = [];
  });
  afterEach(async () => {
    await shortcuts?.stop();
    shortcuts = undefined;
    await bus.stop();
  });

  function start(): void {
    shortcuts = startShortcuts({
      busAddress: bus.address,
      clock: systemClock,
      log: silentLog,
      onPressed: (id) => void pressed.push(id),
    });
  }

  test('are bound, and call what they are for', async () => {
    const portal = await startPortal(bus.address, 0);
    start();
    await expect.poll(() => portal.bound().length).toBe(1);
    expect((portal.bound()[0] as [string][]).map(([id]) => id)).toEqual([
      'open-search',
      'toggle-pause',
    ]);
    portal.press('toggle-pause', '/of/somebody/else');
    portal.press('unknown');
    portal.press('toggle-pause');
    portal.press('open-search');
    await expect.poll(() => pressed).toEqual(['toggle-pause', 'open-search']);
    portal.leave();
  });

  test('that a person refuses, or that no portal offers, are left', async () => {
    start();
    await shortcuts?.stop();
    const portal = await startPortal(bus.address, 1);
    start();
    await expect.poll(() => portal.bound().length).toBe(1);
    await shortcuts?.stop();
    expect(pressed).toEqual([]);
    portal.leave();
  });
});
