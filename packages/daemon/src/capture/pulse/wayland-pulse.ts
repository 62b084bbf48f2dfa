/** Whether a Wayland session lives, and whether it is locked. A frozen compositor keeps its connection open and says nothing. */
import type { DesktopPulse } from '#capture/source.ts';
import type { WaylandConnection } from '#capture/wayland-connection.ts';
import { lockerProcesses } from './locker-processes.ts';
import { lockersOn } from './session-lockers.ts';
import { waylandIdle } from './wayland-idle.ts';

export function waylandPulse(
  connection: WaylandConnection,
  sessionBusAddress: string | undefined,
  now: () => number,
): DesktopPulse {
  const idleSinceMs = waylandIdle(connection, { now });
  const silent = lockerProcesses();
  const lockers = sessionBusAddress === undefined ? undefined : lockersOn(sessionBusAddress);
  return {
    async beat() {
      await connection.sync();
      const isLocked = (await silent.isRunning()) || ((await lockers?.isActive()) ?? false);
      return { isLocked, idleSinceMs: idleSinceMs?.() };
    },
    close: () => lockers?.close(),
  };
}
