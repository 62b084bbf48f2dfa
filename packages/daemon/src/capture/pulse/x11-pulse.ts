/**
 * Whether an X session lives, and whether it is locked. A frozen server keeps its connection open and says nothing, so it is asked
 * something cheap now and then; that it draws nothing proves nothing. Lockers are asked on the buses, where they have a name; some
 * only run.
 */
import type { DesktopPulse } from '#capture/source.ts';
import type { X11Connection } from '#capture/x11-connection.ts';
import { lockerProcesses } from './locker-processes.ts';
import { type Lockers, lockersOn } from './session-lockers.ts';

/** Of the protocol: `On`. */
const SAVER_ON = 1;

export async function x11Pulse(
  connection: X11Connection,
  sessionBusAddress: string | undefined,
  /** The session as the system knows it; closed with the pulse. */
  login?: Lockers,
): Promise<DesktopPulse> {
  const { client, root } = connection;
  const saver = await connection.extension('screen-saver').catch(() => undefined);
  const lockers = sessionBusAddress === undefined ? [] : [lockersOn(sessionBusAddress)];
  if (login) lockers.push(login);
  const silent = lockerProcesses();
  return {
    async beat() {
      const isBlank = saver
        ? (await connection.ask<{ state: number }>((reply) => saver.QueryInfo(root, reply)))
            .state === SAVER_ON
        : await connection.ask((reply) => client.GetGeometry(root, reply)).then(() => false);
      if (isBlank || (await silent.isRunning())) return { isLocked: true };
      const active = await Promise.all(lockers.map((one) => one.isActive()));
      return { isLocked: active.includes(true) };
    },
    close() {
      for (const one of lockers) one.close();
    },
  };
}
