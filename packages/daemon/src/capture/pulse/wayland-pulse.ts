/** Whether a Wayland session lives, and whether it is locked. A frozen compositor keeps its connection open and says nothing. */
import type { DesktopPulse } from '#capture/source.ts';
import type { WaylandConnection } from '#capture/wayland-connection.ts';
import { lockerProcesses } from './locker-processes.ts';
import { logindSession } from './logind-session.ts';
import { lockersOn } from './session-lockers.ts';
import { waylandIdle } from './wayland-idle.ts';

export function waylandPulse(
  connection: WaylandConnection,
  options: {
    sessionBusAddress: string | undefined;
    env: Readonly<Record<string, string | undefined>>;
    now: () => number;
  },
): DesktopPulse {
  const { sessionBusAddress, env, now } = options;
  const idleSinceMs = waylandIdle(connection, { now });
  const logind = logindSession(env);
  const silent = lockerProcesses();
  const lockers = sessionBusAddress === undefined ? undefined : lockersOn(sessionBusAddress);

  async function isLocked(): Promise<boolean> {
    // Nothing is seen while the machine goes to sleep or wakes up behind its locker.
    if (logind.isLocked() || logind.isAsleep()) return true;
    return (await silent.isRunning()) || ((await lockers?.isActive()) ?? false);
  }

  return {
    async beat() {
      await connection.sync();
      return { isLocked: await isLocked(), idleSinceMs: idleSinceMs?.() };
    },
    close() {
      logind.close();
      lockers?.close();
    },
  };
}
