/** Whether a Wayland session lives, and whether it is locked. A frozen compositor keeps its connection open and says nothing. */
import type { DesktopPulse } from '#capture/source.ts';
import type { WaylandConnection } from '#capture/wayland-connection.ts';
import { lockersOn } from './session-lockers.ts';
import { waylandIdle } from './wayland-idle.ts';

export function waylandPulse(
  connection: WaylandConnection,
  sessionBusAddress: string | undefined,
  now: () => number,
): DesktopPulse {
  const idleSinceMs = waylandIdle(connection, { now });
  const lockers = sessionBusAddress === undefined ? undefined : lockersOn(sessionBusAddress);
  return {
    async beat() {
      await connection.sync();
      return { isLocked: (await lockers?.isActive()) ?? false, idleSinceMs: idleSinceMs?.() };
    },
    close: () => lockers?.close(),
  };
}
