/** Whether a Wayland session lives, and whether it is locked. A frozen compositor keeps its connection open and says nothing. */
import { emitter } from '#capture/listeners.ts';
import type { DesktopLiveness } from '#capture/source.ts';
import type { WaylandConnection } from '#capture/wayland/wayland-connection.ts';
import type { WaylandOutputs } from '#capture/wayland/wayland-outputs.ts';
import { type DisplayVariables, lockerProcesses } from './locker-processes.ts';
import { mutterIdle } from './mutter-idle.ts';
import { type Lockers, lockersOn } from './session-lockers.ts';
import { IDLE_AFTER_MS, waylandIdle } from './wayland-idle.ts';
import { waylandPower } from './wayland-power.ts';

export function waylandLiveness(
  connection: WaylandConnection,
  options: {
    outputs: WaylandOutputs;
    /** Of the programs on this display. */
    variables: DisplayVariables;
    sessionBusAddress: string | undefined;
    /** The session as the system knows it; closed with it. */
    login: Lockers;
    now: () => number;
  },
): DesktopLiveness {
  const { variables, sessionBusAddress, login, now } = options;
  const idleSinceMs = waylandIdle(connection, { now });
  const mutter =
    idleSinceMs === undefined && sessionBusAddress
      ? mutterIdle(sessionBusAddress, { now, idleAfterMs: IDLE_AFTER_MS })
      : undefined;
  const silent = lockerProcesses(variables);
  const lockers = [login, ...(sessionBusAddress ? [lockersOn(sessionBusAddress)] : [])];
  const news = emitter<void>();
  const power = waylandPower(connection, options.outputs);
  const stops = [power.stop, ...[power, ...lockers].map((one) => one.onNews(news.emit))];

  return {
    async beat() {
      for (const one of lockers) one.expire();
      await connection.sync();
      return { idleSinceMs: idleSinceMs?.() ?? (await mutter?.sinceMs()) };
    },
    async isLocked() {
      if (power.areAllOff() || (await silent.isRunning())) return true;
      return (await Promise.all(lockers.map((one) => one.isActive()))).includes(true);
    },
    onLockNews: news.on,
    close() {
      for (const one of [...lockers, mutter]) one?.close();
      for (const stop of stops) stop();
    },
  };
}
