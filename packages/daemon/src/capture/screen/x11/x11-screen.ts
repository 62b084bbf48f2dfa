/** The screen of an X session: monitors, damage and pictures of one connection joined into a `ScreenSource`. */

import { DisplayLostError, DisplayUnavailableError, MonitorGoneError } from '#capture/errors.ts';
import type { MonitorIds } from '#capture/monitor-ids.ts';
import type { ScreenSource } from '#capture/source.ts';
import type { X11Connection } from '#capture/x11/x11-connection.ts';
import type { Monitor, Rect } from '#core/observation.ts';
import { x11Damage } from './x11-damage.ts';
import { x11ImageReader } from './x11-image.ts';
import { x11Monitors } from './x11-monitors.ts';

/** Four bytes per pixel is what every screen of the last decades has; anything else would need a conversion nobody can test. */
const SUPPORTED_DEPTHS = [24, 32];

/** The source owns the connection: closing it closes the connection for every other part on it. */
export async function x11Screen(
  connection: X11Connection,
  options: { monitorIds: MonitorIds; isSharedMemoryAllowed?: boolean },
): Promise<ScreenSource> {
  if (!SUPPORTED_DEPTHS.includes(connection.rootDepth)) {
    throw new DisplayUnavailableError(
      connection.display,
      new Error(`a colour depth of ${connection.rootDepth} bits is not supported`),
    );
  }
  const monitors = await x11Monitors(connection, options.monitorIds);
  const damage = await x11Damage(connection);
  const images = await x11ImageReader(connection, {
    isSharedMemoryAllowed: options.isSharedMemoryAllowed ?? true,
  });

  return {
    name: 'x11',
    listMonitors: monitors.list,
    onMonitorsChanged: monitors.onChange,
    onDamage: damage.onDamage,
    async grab(monitor, signal, area) {
      signal.throwIfAborted();
      try {
        const pixels = await images.read(placeOnDesktop(monitor, area));
        signal.throwIfAborted();
        return pixels;
      } catch (error) {
        if (error instanceof DisplayLostError || signal.aborted) throw error;
        throw new MonitorGoneError(monitor.name, error);
      }
    },
    isCheapInParts: true,
    ended: connection.ended,
    close() {
      monitors.stop();
      damage.stop();
      images.close();
      connection.close();
    },
  };
}

function placeOnDesktop(monitor: Monitor, area: Rect | undefined): Rect {
  if (area === undefined) return monitor;
  return { ...area, x: monitor.x + area.x, y: monitor.y + area.y };
}
