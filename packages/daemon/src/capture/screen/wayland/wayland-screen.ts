/**
 * The screen of a Wayland session, by whichever protocol the compositor offers for copies of its outputs. Each output has one
 * question open that the compositor answers when something changes, so a still screen costs nothing; a picture is copied again
 * whenever one is wanted, so that it never shows what was there before the question.
 */

import { setTimeout as wait } from 'node:timers/promises';
import {
  DisplayLostError,
  MonitorGoneError,
  PictureFailedError,
  PixelFormatError,
} from '#capture/errors.ts';
import { emitter } from '#capture/listeners.ts';
import type { MonitorIds } from '#capture/monitor-ids.ts';
import { intersection } from '#capture/rectangles.ts';
import type { ScreenSource } from '#capture/source.ts';
import type { WaylandConnection } from '#capture/wayland/wayland-connection.ts';
import { monitorsOf, placeOf } from '#capture/wayland/wayland-layout.ts';
import type { WaylandOutput, WaylandOutputs } from '#capture/wayland/wayland-outputs.ts';
import { backOffMs } from '#core/back-off.ts';
import type { Rect } from '#core/observation.ts';
import type { OutputCopier } from './output-copier.ts';
import { pictureOf } from './wayland-picture.ts';

// The first change is reported at once; what follows within this time is reported together.
const COLLECT_MS = 100;
// An output that is switched off gives no picture until it is on again.
const FAILED_AGAIN_MS = 1_000;
const FAILED_MOST_MS = 60_000;
// A copy takes as long as one refresh of the monitor.
const COPY_WITHIN_MS = 3_000;

interface Watched {
  readonly output: WaylandOutput;
  readonly copier: OutputCopier;
  /** There is one memory per output, so one picture is copied after the other. */
  turn: Promise<unknown>;
  /** Copies that failed, one after the other. */
  failures: number;
  /** Until a caller is asked to try again. */
  again: NodeJS.Timeout | undefined;
}

/** The source owns the connection: closing it closes the connection for every other part on it. */
export function waylandScreen(options: {
  name: string;
  connection: WaylandConnection;
  outputs: WaylandOutputs;
  copierFor: (output: number) => OutputCopier;
  monitorIds: MonitorIds;
}): ScreenSource {
  const { connection, outputs } = options;
  const damaged = emitter<readonly Rect[]>();
  const watched = new Map<number, Watched>();
  /** As of the last time they had settled, like what is watched. */
  let present = outputs.list();
  const isWatched = (one: Watched) => watched.get(one.output.object) === one;

  /** Until the output goes away. Ends with the connection, which says so to everyone. */
  async function watch(one: Watched): Promise<void> {
    while (isWatched(one)) {
      try {
        const areas = await one.copier.nextDamage();
        if (isWatched(one)) tell(one.output, areas);
        await wait(COLLECT_MS, undefined, { ref: false });
      } catch (error) {
        if (error instanceof DisplayLostError) return;
        await wait(FAILED_AGAIN_MS, undefined, { ref: false });
      }
    }
  }

  function tell(output: WaylandOutput, areas: readonly Rect[]): void {
    const place = placeOf(output, present);
    const whole = { x: 0, y: 0, width: place.width, height: place.height };
    // In memory a turned output lies on its side, and nobody has to know the place of a change exactly.
    const inside =
      output.transform === 0 ? areas.map((area) => intersection(area, whole)) : [whole];
    const reported = inside
      .filter((area) => area !== undefined)
      .map((area) => ({ ...area, x: place.x + area.x, y: place.y + area.y }));
    if (reported.length > 0) damaged.emit(reported);
  }

  /** What a picture should have shown is not lost with it: somebody has to look again, each time a little later. */
  function tellAgain(one: Watched): void {
    const pauseMs = backOffMs(one.failures + 1, FAILED_AGAIN_MS, FAILED_MOST_MS);
    one.failures += 1;
    one.again ??= setTimeout(() => {
      one.again = undefined;
      const { width, height } = one.output;
      if (isWatched(one)) tell(one.output, [{ x: 0, y: 0, width, height }]);
    }, pauseMs).unref();
  }

  function drop(one: Watched): void {
    clearTimeout(one.again);
    one.copier.close();
  }

  function follow(list: readonly WaylandOutput[]): void {
    present = list;
    for (const [object, one] of watched) {
      const now = list.find((output) => output.object === object);
      if (now !== undefined && JSON.stringify(now) === JSON.stringify(one.output)) continue;
      watched.delete(object);
      drop(one);
    }
    for (const output of list) {
      if (watched.has(output.object)) continue;
      const copier = options.copierFor(output.object);
      const one = { output, copier, turn: Promise.resolve(), failures: 0, again: undefined };
      watched.set(output.object, one);
      void watch(one);
    }
  }

  const monitors = (list: readonly WaylandOutput[]) => monitorsOf(list, options.monitorIds);
  follow(present);
  const changes = emitter<ReturnType<typeof monitors>>();
  const stopFollowing = outputs.onChange((list) => {
    follow(list);
    changes.emit(monitors(list));
  });

  connection.ended
    .then(() => {
      for (const one of watched.values()) drop(one);
    })
    .catch(() => {});

  return {
    name: options.name,
    listMonitors: () => connection.orLost(Promise.resolve(monitors(present))),
    onMonitorsChanged: changes.on,
    onDamage: damaged.on,
    ...grabCall(watched, isWatched, tellAgain),
    ended: connection.ended,
    close() {
      stopFollowing();
      outputs.stop();
      connection.close();
    },
  };
}

function grabCall(
  watched: Map<number, Watched>,
  isWatched: (one: Watched) => boolean,
  tellAgain: (one: Watched) => void,
): Pick<ScreenSource, 'grab'> {
  return {
    async grab(monitor, signal, area) {
      signal.throwIfAborted();
      const one = [...watched.values()].find(({ output }) => output.name === monitor.name);
      const isSame = one?.output.width === monitor.width && one.output.height === monitor.height;
      if (one === undefined || !isSame) throw new MonitorGoneError(monitor.name);
      const copied = one.turn.then(() => {
        if (!isWatched(one)) throw new MonitorGoneError(monitor.name);
        return within(one.copier.copyNow());
      });
      const read = copied.then((raw) => pictureOf(raw, one.output.transform, area));
      one.turn = read.catch(() => {});
      try {
        const pixels = await read;
        one.failures = 0;
        signal.throwIfAborted();
        return pixels;
      } catch (error) {
        if (isFinal(error) || signal.aborted) throw error;
        if (!isWatched(one)) throw new MonitorGoneError(monitor.name, error);
        tellAgain(one);
        throw new PictureFailedError(monitor.name, error);
      }
    },
  };
}

function isFinal(error: unknown): boolean {
  return error instanceof DisplayLostError || error instanceof PixelFormatError;
}

async function within<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no copy in time')), COPY_WITHIN_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
