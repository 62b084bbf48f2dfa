/**
 * Whether an X session lives, and whether it is locked. A frozen server keeps its connection open and says nothing, so it is asked
 * something cheap now and then; that it draws nothing proves nothing. A lock is known by the windows of lockers, by a blank screen
 * or another console in front, on the buses where lockers have a name, and by those that only run.
 */
import x11 from 'x11';
import { emitter } from '#capture/listeners.ts';
import type { DesktopLiveness } from '#capture/source.ts';
import type { X11Connection } from '#capture/x11/x11-connection.ts';
import type { Rect } from '#core/observation.ts';
import { lockerProcesses } from './locker-processes.ts';
import { type Lockers, lockersOn } from './session-lockers.ts';
import { x11LockWindows } from './x11-lock-windows.ts';

/** Of the protocols: `On` of the screen saver and of DPMS. */
const SAVER_ON = 1;
const POWER_ON = 0;
const ANY_TYPE = 0;

export async function x11Liveness(
  connection: X11Connection,
  options: {
    sessionBusAddress: string | undefined;
    runtimeDir?: string | undefined;
    /** The session as the system knows it; closed with it. */
    login?: Lockers;
    listMonitors: () => Promise<readonly Rect[]>;
  },
): Promise<DesktopLiveness> {
  const { client, root } = connection;
  const { sessionBusAddress, login, listMonitors } = options;
  const saver = await connection.extension('screen-saver').catch(() => undefined);
  const power = await connection.extension('dpms').catch(() => undefined);
  // Set by the server: 0 while another console is in front, as after a switch to the greeter of a login manager.
  const consoleAtom = await connection.atom('XFree86_has_VT');
  const windows = await x11LockWindows(connection, listMonitors);
  const lockers = sessionBusAddress === undefined ? [] : [lockersOn(sessionBusAddress)];
  if (login) lockers.push(login);
  const silent = lockerProcesses({
    DISPLAY: connection.display,
    XDG_RUNTIME_DIR: options.runtimeDir,
  });
  const news = emitter<void>();

  async function isBlank(): Promise<boolean> {
    const [saverInfo, powerInfo, console] = await Promise.all([
      saver && connection.ask<{ state: number }>((reply) => saver.QueryInfo(root, reply)),
      power && connection.ask<readonly [number, number]>((reply) => power.Info(reply)),
      connection.ask<x11.Property>((reply) =>
        client.GetProperty(0, root, consoleAtom, ANY_TYPE, 0, 1, reply),
      ),
    ]);
    if (saverInfo?.state === SAVER_ON) return true;
    const [level = POWER_ON, isManaged = 0] = powerInfo ?? [];
    if (isManaged && level !== POWER_ON) return true;
    return console.data.length >= 4 && console.data.readUInt32LE(0) === 0;
  }

  async function isLocked(): Promise<boolean> {
    const known = await Promise.all([isBlank(), windows.isLocked(), silent.isRunning()]);
    if (known.includes(true)) return true;
    return (await Promise.all(lockers.map((one) => one.isActive()))).includes(true);
  }

  const stops = [
    windows.stop,
    windows.onNews(news.emit),
    ...lockers.map((one) => one.onNews(news.emit)),
    connection.onEvent(({ name, wid, atom }) => {
      const isConsole = name === 'PropertyNotify' && wid === root && atom === consoleAtom;
      if (isConsole || name === 'ScreenSaverNotify') news.emit();
    }),
  ];
  saver?.SelectInput(root, saver.eventMask.Notify);
  await connection.watch(root, x11.eventMask.PropertyChange);

  return {
    async beat() {
      for (const one of lockers) one.expire();
      await connection.ask((reply) => client.GetGeometry(root, reply));
      return {};
    },
    isLocked,
    onLockNews: news.on,
    close() {
      for (const one of lockers) one.close();
      for (const stop of stops) stop();
    },
  };
}
