/**
 * The screen through `node-screenshots`, which speaks to macOS, Windows and X alike. It can only take pictures: nothing notifies it
 * that something changed, so it looks for new monitors now and then and reports every monitor as changed at a steady pace.
 */
import { createRequire } from 'node:module';
import type { Monitor as NativeMonitor } from 'node-screenshots';
import { DisplayLostError, DisplayUnavailableError, MonitorGoneError } from '#capture/errors.ts';
import { emitter } from '#capture/listeners.ts';
import type { MonitorIds } from '#capture/monitor-ids.ts';
import type { ScreenSource } from '#capture/source.ts';
import type { Monitor, Pixels, Rect } from '#core/observation.ts';

// Images are expensive here: this pace keeps the cost near one percent of a core.
const LOOK_EVERY_MS = 2_000;

const THIS_MACHINE = 'of this machine';

interface Native {
  readonly Monitor: typeof NativeMonitor;
}

/** Throws `DisplayUnavailableError` when the package has no binary for this machine or there is no display. */
export function portableScreen(options: { monitorIds: MonitorIds }): ScreenSource {
  const native = loadNative();
  const changes = emitter<readonly Monitor[]>();
  const damaged = emitter<readonly Rect[]>();
  const { promise: ended, resolve: end } = Promise.withResolvers<DisplayLostError | undefined>();

  function list(): { monitor: Monitor; handle: NativeMonitor }[] {
    const handles = native.Monitor.all();
    // A server without a primary monitor (Xvfb) still has one that people look at first.
    const defaultAt = Math.max(
      0,
      handles.findIndex((handle) => handle.isPrimary()),
    );
    return handles.map((handle, index) => {
      const name = handle.name();
      const [width, height] = [handle.width(), handle.height()];
      const monitor = {
        id: options.monitorIds(name),
        stableId: `${name}_${width}x${height}`,
        name,
        x: handle.x(),
        y: handle.y(),
        width,
        height,
        isDefault: index === defaultAt,
      };
      return { monitor, handle };
    });
  }
  const monitorsNow = (): readonly Monitor[] => list().map(({ monitor }) => monitor);

  let last = JSON.stringify(firstList(monitorsNow));
  function look(): void {
    const monitors = monitorsNow();
    const now = JSON.stringify(monitors);
    if (now !== last) changes.emit(monitors);
    last = now;
    if (monitors.length > 0) damaged.emit(monitors.map(placeOf));
  }
  const timer = setInterval(() => {
    try {
      look();
    } catch (error) {
      clearInterval(timer);
      end(new DisplayLostError(THIS_MACHINE, error));
    }
  }, LOOK_EVERY_MS);
  timer.unref();

  return {
    name: 'portable',
    listMonitors: async () => monitorsNow(),
    onMonitorsChanged: changes.on,
    onDamage: damaged.on,
    async grab(monitor, signal, area) {
      signal.throwIfAborted();
      const found = list().find((entry) => entry.monitor.stableId === monitor.stableId);
      if (found === undefined) throw new MonitorGoneError(monitor.name);
      const pixels = await takePicture(found.handle, monitor, area);
      signal.throwIfAborted();
      return pixels;
    },
    ended,
    close() {
      clearInterval(timer);
      end(undefined);
    },
  };
}

function placeOf({ x, y, width, height }: Monitor): Rect {
  return { x, y, width, height };
}

async function takePicture(
  handle: NativeMonitor,
  monitor: Monitor,
  area: Rect | undefined,
): Promise<Pixels> {
  try {
    const whole = await handle.captureImage();
    const image =
      area === undefined ? whole : await whole.crop(area.x, area.y, area.width, area.height);
    const data = await image.toRaw(true);
    return { width: image.width, height: image.height, format: 'rgbx', data };
  } catch (error) {
    throw new MonitorGoneError(monitor.name, error);
  }
}

function loadNative(): Native {
  try {
    // Loaded when it is chosen: the binary maps tens of megabytes that the X source does not need.
    return createRequire(import.meta.url)('node-screenshots') as Native;
  } catch (error) {
    throw new DisplayUnavailableError(THIS_MACHINE, error);
  }
}

function firstList(monitorsNow: () => readonly Monitor[]): readonly Monitor[] {
  try {
    return monitorsNow();
  } catch (error) {
    throw new DisplayUnavailableError(THIS_MACHINE, error);
  }
}
