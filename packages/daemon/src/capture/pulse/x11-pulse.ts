/**
 * Whether an X session lives, and whether it is locked. A frozen server keeps its connection open and says nothing, so it is asked
 * something cheap now and then; that it draws nothing proves nothing. Lockers are asked on the session bus, where they have a name.
 */
import type { DesktopPulse } from '#capture/source.ts';
import type { X11Connection } from '#capture/x11-connection.ts';
import { lockersOn } from './session-lockers.ts';

/** Of the protocol: `On`. */
const SAVER_ON = 1;
export async function x11Pulse(
  connection: X11Connection,
  sessionBusAddress: string | undefined,
): Promise<DesktopPulse> {
  const { client, root } = connection;
  const saver = await connection.extension('screen-saver').catch(() => undefined);
  const lockers = sessionBusAddress === undefined ? undefined : lockersOn(sessionBusAddress);
  return {
    async beat() {
      const isBlank = saver
        ? (await connection.ask<{ state: number }>((reply) => saver.QueryInfo(root, reply)))
            .state === SAVER_ON
        : await connection.ask((reply) => client.GetGeometry(root, reply)).then(() => false);
      return { isLocked: isBlank || ((await lockers?.isActive()) ?? false) };
    },
    close: () => lockers?.close(),
  };
}
