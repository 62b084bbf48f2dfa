/** Since when nobody has touched keyboard or pointer of a Wayland session, by ext-idle-notify or its forerunner of KDE. */
import type { WaylandConnection } from '#capture/wayland/wayland-connection.ts';

const STANDARD = 'ext_idle_notifier_v1';
const OLDER = 'org_kde_kwin_idle';
const GET_NOTIFICATION = 1;
const GET_TIMEOUT = 0;
const IDLED = 0;

/** Reported after this time without a touch: less is a person who reads. */
export const IDLE_AFTER_MS = 60_000;

/** Undefined when the compositor does not offer it. The answer of the function is undefined while somebody is there. */
export function waylandIdle(
  connection: WaylandConnection,
  options: { now: () => number; idleAfterMs?: number },
): (() => number | undefined) | undefined {
  const { now, idleAfterMs = IDLE_AFTER_MS } = options;
  const seat = connection.find('wl_seat');
  const global = connection.find(STANDARD) ?? connection.find(OLDER);
  if (seat === undefined || global === undefined) return undefined;
  let sinceMs: number | undefined;
  const seatId = connection.bind(seat, 1);
  const manager = connection.bind(global, 1);
  const notification = connection.create((opcode) => {
    sinceMs = opcode === IDLED ? now() - idleAfterMs : undefined;
  });
  if (global.iface === STANDARD) {
    connection.request(manager, GET_NOTIFICATION, [notification, idleAfterMs, seatId]);
  } else {
    connection.request(manager, GET_TIMEOUT, [notification, seatId, idleAfterMs]);
  }
  return () => sinceMs;
}
