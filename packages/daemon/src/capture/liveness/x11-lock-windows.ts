/**
 * Knows whether a locker covers a monitor of an X session. Lockers draw windows that the window manager does not manage
 * (override-redirect) and that reach over a whole monitor. The server reports each such window before it answers any later
 * question, so a picture that is taken before `isLocked` says no cannot show one.
 */
import { readFileSync } from 'node:fs';
import x11 from 'x11';
import { emitter } from '#capture/listeners.ts';
import { areaOf, intersection } from '#capture/rectangles.ts';
import type { X11Connection } from '#capture/x11/x11-connection.ts';
import { x11Properties } from '#capture/x11/x11-properties.ts';
import type { Rect } from '#core/observation.ts';

/** Names of lockers, screen savers and login screens; a clock, a block and a flock are none. */
const LOCKER_NAME = /(?<![bcf])lock|screen-?saver|greeter/i;
/** xsecurelock leaves a border of one pixel. */
const WHOLE_MONITOR = 0.95;
const VIEWABLE = 2;
/** Numbers below belong to the server itself: the overlay window that compositors draw on. */
const FIRST_CLIENT_ID = 1 << 18;

export async function x11LockWindows(
  connection: X11Connection,
  listMonitors: () => Promise<readonly Rect[]>,
) {
  const { client: X, root } = connection;
  const properties = await x11Properties(connection);
  const resources = await connection.extension('res').catch(() => undefined);
  const news = emitter<void>();
  const lockers = new Set<number>();
  /** The last look at each window that is under way; a window that goes away meanwhile is none. */
  const looks = new Map<number, symbol>();
  let work: Promise<unknown> = Promise.resolve();

  async function isLocker(id: number): Promise<boolean> {
    const [attributes, geometry] = await Promise.all([
      connection.tryAsk<x11.WindowAttributes>((reply) => X.GetWindowAttributes(id, reply)),
      connection.tryAsk<x11.Geometry>((reply) => X.GetGeometry(id, reply)),
    ]);
    if (attributes === undefined || geometry === undefined) return false;
    if (attributes.mapState !== VIEWABLE || attributes.overrideRedirect === 0) return false;
    const bounds = { x: geometry.xPos, y: geometry.yPos, ...geometry };
    const isWhole = (await listMonitors()).some((monitor) => {
      const covered = intersection(bounds, monitor);
      return covered !== undefined && areaOf(covered) >= areaOf(monitor) * WHOLE_MONITOR;
    });
    if (!isWhole) return false;
    const names = await namesOf(id);
    // Only a locker has a reason to cover the screen and hide whose window it is.
    return names.length === 0 || names.some((name) => LOCKER_NAME.test(name));
  }

  /** All that is known of whose window it is. */
  async function namesOf(id: number): Promise<string[]> {
    const [{ title, className, pid }, owner] = await Promise.all([
      properties.read(id, undefined),
      resources &&
        connection.tryAsk<x11.ClientId[]>((reply) =>
          resources.QueryClientIds(
            [{ client: id, mask: resources.ClientIdMask.LocalClientPID }],
            reply,
          ),
        ),
    ]);
    return [title, className, programOf(pid), programOf(owner?.[0]?.value[0])].filter(Boolean);
  }

  function examine(id: number): void {
    if (id < FIRST_CLIENT_ID) return;
    const look = Symbol('look');
    looks.set(id, look);
    const looked = isLocker(id).then((isOne) => {
      if (looks.get(id) !== look) return;
      looks.delete(id);
      set(id, isOne);
    });
    // Only a lost display rejects, and `ended` of the connection says so to everyone.
    work = Promise.all([work, looked]).catch(() => undefined);
  }

  function set(id: number, isOne: boolean): void {
    if (isOne === lockers.has(id)) return;
    if (isOne) lockers.add(id);
    else lockers.delete(id);
    news.emit();
  }

  const stop = connection.onEvent(({ name, wid = 0, wid1 = 0, overrideRedirect }) => {
    if (name === 'UnmapNotify' || name === 'DestroyNotify') {
      looks.delete(wid);
      set(wid, false);
    } else if (overrideRedirect && name === 'MapNotify') examine(wid);
    // It may have been mapped small, or have followed a monitor that changed its size.
    else if (overrideRedirect && name === 'ConfigureNotify') examine(wid1);
  });
  await connection.watch(root, x11.eventMask.SubstructureNotify);
  const { children } = await connection.ask<{ children: number[] }>((reply) =>
    X.QueryTree(root, reply),
  );
  for (const id of children) examine(id);

  return {
    async isLocked(): Promise<boolean> {
      // Everything that the server has reported up to now has arrived when this is answered.
      await connection.ask<void>((reply) => X.sync(reply));
      await work;
      return lockers.size > 0;
    },
    onNews: news.on,
    stop,
  };
}

function programOf(pid: number | undefined): string {
  if (pid === undefined) return '';
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    // It ended, or runs on another machine.
    return '';
  }
}
