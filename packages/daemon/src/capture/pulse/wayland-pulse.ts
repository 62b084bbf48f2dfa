/** Whether a Wayland session lives, and whether it is locked. A frozen compositor keeps its connection open and says nothing. */
import type { DesktopPulse } from '#capture/source.ts';
import type { WaylandConnection } from '#capture/wayland-connection.ts';
import { lockerProcesses } from './locker-processes.ts';
import { mutterIdle } from './mutter-idle.ts';
import { type Lockers, lockersOn } from './session-lockers.ts';
import { IDLE_AFTER_MS, waylandIdle } from './wayland-idle.ts';

export function waylandPulse(
  connection: WaylandConnection,
  options: {
    sessionBusAddress: string | undefined;
    /** The session as the system knows it; closed with the pulse. */
    login: Lockers;
    now: () => number;
  },
): DesktopPulse {
  const { sessionBusAddress, login, now } = options;
  const idleSinceMs = waylandIdle(connection, { now });
  const mutter =
    idleSinceMs === undefined && sessionBusAddress
      ? mutterIdle(sessionBusAddress, { now, idleAfterMs: IDLE_AFTER_MS })
      : undefined;
  const silent = lockerProcesses();
  const lockers = [login, ...(sessionBusAddress ? [lockersOn(sessionBusAddress)] : [])];

  async function isLocked(): Promise<boolean> {
    if (await silent.isRunning()) return true;
    return (await Promise.all(lockers.map((one) => one.isActive()))).includes(true);
  }

  return {
    async beat() {
      await connection.sync();
      return {
        isLocked: await isLocked(),
        idleSinceMs: idleSinceMs?.() ?? (await mutter?.sinceMs()),
      };
    },
    close() {
      for (const one of [...lockers, mutter]) one?.close();
    },
  };
}
