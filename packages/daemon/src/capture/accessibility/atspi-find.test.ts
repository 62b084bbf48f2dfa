import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DBusError } from '@jellybrick/dbus-next';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Desktop,
  startDesktop,
  until,
  whyNoDesktop,
} from '../../../../../test/support/desktop.ts';
import { ACCESSIBLE, type AtspiBus, openAtspiBus, type Ref } from './atspi-bus.ts';
import { findNodes } from './atspi-find.ts';
import { ROLE, STATE, TEXT_ROLES } from './atspi-roles.ts';

const reason = whyNoDesktop();
if (reason !== undefined) process.stderr.write(`accessibility search tests skipped: ${reason}\n`);

describe.skipIf(reason !== undefined)('findNodes', () => {
  let desktop: Desktop;
  let bus: AtspiBus;
  let window: Ref;
  beforeAll(async () => {
    desktop = await startDesktop();
    writeFileSync(join(desktop.home, 'walk.txt'), 'some words');
    await desktop.open('mousepad', ['--disable-server', 'walk.txt'], 'walk.txt');
    bus = await openAtspiBus(desktop.env.DBUS_SESSION_BUS_ADDRESS ?? '', 5_000);
    const childrenOf = async (ref: Ref) =>
      ((await bus.call(ref, ACCESSIBLE, 'GetChildren')) as [Ref[]])[0];
    window = await until('the editor is accessible', async () => {
      const apps = await childrenOf(['org.a11y.atspi.Registry', '/org/a11y/atspi/accessible/root']);
      // Others, such as a portal that the session started, have no window.
      const windows = await Promise.all(apps.map(childrenOf));
      return windows.flat()[0];
    });
  }, 120_000);
  afterAll(async () => {
    bus?.close();
    await desktop?.stop();
  });

  /** The same program as if it were built with a toolkit that cannot search. */
  const withoutSearch = (): AtspiBus => ({
    ...bus,
    call: (to, iface, ...rest) =>
      iface.endsWith('.Collection')
        ? Promise.reject(new DBusError('org.freedesktop.DBus.Error.UnknownMethod', 'no'))
        : bus.call(to, iface, ...rest),
  });

  test('finds the same nodes in the same order by walking as by searching', async () => {
    const wanted = { roles: TEXT_ROLES, state: STATE.showing };
    const searched = await findNodes(bus, window, wanted);
    expect(searched.length).toBeGreaterThan(3);
    expect(await findNodes(withoutSearch(), window, wanted)).toEqual(searched);
  });

  test('finds only what has the role', async () => {
    const wanted = { roles: new Set([ROLE.text]), state: STATE.showing };
    expect(await findNodes(bus, window, wanted)).toHaveLength(1);
    expect(await findNodes(withoutSearch(), window, wanted)).toHaveLength(1);
  });

  test('other errors are not hidden', async () => {
    const gone: Ref = [':1.99999', '/nowhere'];
    await expect(
      findNodes(bus, gone, { roles: TEXT_ROLES, state: STATE.showing }),
    ).rejects.toThrow();
  });
});
