/**
 * The screen of a desktop that lets programs see it only through the ScreenCast portal, as GNOME and KDE do. Pictures come when
 * something has changed and are held back to a few per second, so a picture that is asked for waits until everything that happened
 * before the question must have arrived: what is kept out must not be seen in a picture of a moment ago.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { DisplayLostError, MonitorGoneError, SilentCastError } from '#capture/errors.ts';
import { emitter } from '#capture/listeners.ts';
import type { MonitorIds } from '#capture/monitor-ids.ts';
import type { ScreenSource } from '#capture/source.ts';
import { monitorsOf, type OutputPlace } from '#capture/wayland/wayland-layout.ts';
import type { Monitor, Pixels, Rect } from '#core/observation.ts';
import { type CastStream, castStream, type Environment } from './cast-stream.ts';
import type { Cast, CastNode } from './portal-cast.ts';

const PICTURES_PER_SEC = 5;
/** How long the desktop may hold a change back, and how long it may then be on its way. */
const ARRIVES_WITHIN_MS = 1_000 / PICTURES_PER_SEC + 200;
const FIRST_WITHIN_MS = 10_000;

interface Streamed {
  readonly name: string;
  readonly node: CastNode;
  readonly stream: CastStream;
}

/** The source owns the cast. Rejects with `SilentCastError` when no picture comes. */
export async function portalScreen(options: {
  cast: Cast;
  env: Environment;
  monitorIds: MonitorIds;
  /** Of the compositor: the screen ends with it. */
  lost: Promise<DisplayLostError | undefined>;
  firstWithinMs?: number;
}): Promise<ScreenSource> {
  const { cast, firstWithinMs = FIRST_WITHIN_MS } = options;
  const damaged = emitter<readonly Rect[]>();
  const changes = emitter<readonly Monitor[]>();
  const { promise: ended, resolve: end } = Promise.withResolvers<DisplayLostError | undefined>();
  let isOver = false;

  const streams: Streamed[] = cast.nodes.map((node, index) => {
    const onEnd = (error: Error) => finish(new DisplayLostError(PORTAL_NAME, error));
    const about = { node: node.node, picturesPerSec: PICTURES_PER_SEC, env: options.env, onEnd };
    return { name: `portal-${index + 1}`, node, stream: castStream(about) };
  });

  function finish(reason: DisplayLostError | undefined): void {
    if (isOver) return;
    isOver = true;
    for (const { stream } of streams) stream.stop();
    cast.close();
    end(reason);
  }

  const monitors = () => monitorsOf(placesOf(streams), options.monitorIds);
  const first = Promise.all(
    streams.map(({ stream }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      stream.onPicture = () => resolve();
      return promise;
    }),
  );
  const late = new AbortController();
  const isLate = wait(firstWithinMs, 'late', { signal: late.signal, ref: false }).catch(() => '');
  const outcome = await Promise.race([first, isLate, ended]);
  late.abort();
  if (streams.length === 0 || !Array.isArray(outcome)) {
    finish(undefined);
    throw new SilentCastError((await ended)?.cause);
  }
  for (const { name, stream } of streams) {
    stream.onPicture = (isAnotherSize) => {
      if (isAnotherSize) changes.emit(monitors());
      // What has changed is not reported.
      damaged.emit(monitors().filter((monitor) => monitor.name === name));
    };
  }
  cast.closed.then(() => finish(new DisplayLostError(PORTAL_NAME))).catch(() => {});
  options.lost.then((reason) => finish(reason)).catch(() => {});

  return {
    name: 'portal',
    async listMonitors() {
      if (isOver) throw new DisplayLostError(PORTAL_NAME);
      return monitors();
    },
    onMonitorsChanged: changes.on,
    onDamage: damaged.on,
    async grab(monitor, signal, area) {
      await wait(ARRIVES_WITHIN_MS, undefined, { signal });
      if (isOver) throw new DisplayLostError(PORTAL_NAME);
      const pixels = streams.find(({ name }) => name === monitor.name)?.stream.picture();
      const isSame = pixels?.width === monitor.width && pixels.height === monitor.height;
      if (pixels === undefined || !isSame) throw new MonitorGoneError(monitor.name);
      return area === undefined ? pixels : cutOut(pixels, area);
    },
    ended,
    close: () => finish(undefined),
  };
}

const PORTAL_NAME = 'of the ScreenCast portal';

function placesOf(streams: readonly Streamed[]): OutputPlace[] {
  return streams.flatMap(({ name, node, stream }) => {
    const picture = stream.size();
    if (picture === undefined) return [];
    const [x, y] = node.position ?? [0, 0];
    const [width, height] = node.size ?? [picture.width, picture.height];
    return [{ name, ...picture, logical: { x, y, width, height } }];
  });
}

function cutOut({ width, format, data }: Pixels, area: Rect): Pixels {
  const rowBytes = area.width * 4;
  const part = new Uint8Array(rowBytes * area.height);
  for (let row = 0; row < area.height; row += 1) {
    const from = ((area.y + row) * width + area.x) * 4;
    part.set(data.subarray(from, from + rowBytes), row * rowBytes);
  }
  return { width: area.width, height: area.height, format, data: part };
}
