import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DisplayLostError, MonitorGoneError } from '#capture/errors.ts';
import { monitorIds } from '#capture/monitor-ids.ts';
import { screenSourceConformance } from '#capture/source.conformance.ts';
import { connectWayland } from '#capture/wayland/wayland-connection.ts';
import { waylandOutputs } from '#capture/wayland/wayland-outputs.ts';
import { waylandPainter } from '#capture/wayland/wayland-painter.fixture.ts';
import type { Monitor, Pixels } from '#core/observation.ts';
import {
  hasStandardCopy,
  type Sway,
  startPluggable,
  startSway,
  whyNoSway,
} from '../../../../../../test/support/sway.ts';
import { extCopiers } from './ext-copier.ts';
import { waylandScreen } from './wayland-screen.ts';
import { wlrCopiers } from './wlr-copier.ts';

const reason = whyNoSway();
if (reason !== undefined) process.stderr.write(`wayland screen tests skipped: ${reason}\n`);

/** On a busy machine the desktop takes its time. */
const eventually = <T>(probe: () => T) => expect.poll(probe, { timeout: 10_000 });
const unaborted = new AbortController().signal;

describe.skipIf(reason !== undefined)('wayland screen', () => {
  let sway: Sway;
  let painter: Awaited<ReturnType<typeof waylandPainter>>;
  beforeAll(async () => {
    sway = await startSway();
    painter = await waylandPainter(sway.display, sway.runtimeDir);
  }, 120_000);
  afterEach(() => painter.clear());
  afterAll(async () => {
    painter?.close();
    await sway?.stop();
  });

  const copiers = { 'wlr-screencopy': wlrCopiers, 'ext-image-copy-capture': extCopiers };
  async function open(
    { display, runtimeDir }: Pick<Sway, 'display' | 'runtimeDir'> = sway,
    name: keyof typeof copiers = 'wlr-screencopy',
  ) {
    const connection = await connectWayland(display, runtimeDir);
    const shm = connection.find('wl_shm');
    const copierFor = shm && copiers[name](connection, connection.bind(shm, 1));
    if (copierFor === undefined) throw new Error(`this sway has no ${name}`);
    const outputs = await waylandOutputs(connection);
    return waylandScreen({ name, connection, outputs, copierFor, monitorIds: monitorIds() });
  }

  describe('by wlr-screencopy', () => {
    screenSourceConformance({
      open: () => open(),
      paint: (area, rgb) => painter.paint(area, rgb),
    });
  });
  // Debian 12 has sway 1.7; the standard protocol came with 1.11.
  describe.skipIf(!hasStandardCopy())('by ext-image-copy-capture', () => {
    screenSourceConformance({
      open: () => open(sway, 'ext-image-copy-capture'),
      paint: (area, rgb) => painter.paint(area, rgb),
    });
  });

  test('many pictures at once are all right', async () => {
    const source = await open();
    const [monitor] = (await source.listMonitors()) as [Monitor];
    await painter.paint({ x: 0, y: 0, width: 8, height: 8 }, [9, 9, 9]);
    const sizes = [1, 2, 3, 4, 5, 6, 7, 8];
    const parts = await Promise.all(
      sizes.map((size) =>
        source.grab(monitor, unaborted, { x: 0, y: 0, width: size, height: size }),
      ),
    );
    for (const [index, { data }] of parts.entries()) {
      expect(data).toHaveLength(4 * (sizes[index] ?? 0) ** 2);
      expect(data.every((byte, at) => at % 4 === 3 || byte === 9)).toBe(true);
    }
    source.close();
  });

  test('only what was drawn on is reported, and nothing while nothing is drawn', async () => {
    const source = await open();
    const areas: unknown[] = [];
    source.onDamage((rects) => areas.push(...rects));
    await eventually(async () => {
      // The desktop still draws while it starts; wait for a silent quarter of a second.
      areas.length = 0;
      await new Promise((resolve) => setTimeout(resolve, 250));
      return areas;
    }).toEqual([]);
    await painter.paint({ x: 50, y: 600, width: 200, height: 100 }, [3, 3, 3]);
    await eventually(() => areas).toEqual([{ x: 50, y: 600, width: 200, height: 100 }]);
    source.close();
  });

  test('an output that is plugged in and pulled out again is reported both times', async () => {
    const inner = await startPluggable(sway);
    const source = await open(inner);
    const brush = await waylandPainter(inner.display, inner.runtimeDir);
    const seen: string[][] = [];
    source.onMonitorsChanged((monitors) => seen.push(monitors.map(({ name }) => name)));
    const [first] = (await source.listMonitors()) as [Monitor];
    await inner.plug();
    await eventually(() => seen.at(-1)).toEqual(['WL-1', 'WL-2']);
    // The windows that they are share the room of the first desktop, so the first one shrinks.
    await eventually(async () => {
      const [left, right] = await source.listMonitors();
      return left?.width === right?.x;
    }).toBe(true);
    const [, second] = (await source.listMonitors()) as [Monitor, Monitor];
    expect(second).toMatchObject({ y: 0, isDefault: false });
    const reported: number[] = [];
    source.onDamage((rects) => reported.push(...rects.map(({ x }) => x)));
    await brush.paint({ x: second.x + 20, y: 30, width: 10, height: 10 }, [50, 60, 70]);
    expect(colourAt(await source.grab(second, unaborted), 25, 35)).toEqual([50, 60, 70]);
    await eventually(() => reported.some((x) => x >= second.x)).toBe(true);
    await inner.unplug('WL-2');
    await eventually(() => seen.at(-1)).toEqual(['WL-1']);
    await expect(source.grab(second, unaborted)).rejects.toBeInstanceOf(MonitorGoneError);
    expect((await source.listMonitors())[0]?.id).toBe(first.id);
    brush.close();
    source.close();
  }, 60_000);

  test('an output that is turned, mirrored or scaled is seen as a person sees it', async () => {
    const source = await open();
    const sizes: string[] = [];
    source.onMonitorsChanged((monitors) =>
      sizes.push(monitors.map(({ width, height }) => `${width}x${height}`).join()),
    );
    const shapes = ['90', '180', '270', 'flipped', 'flipped-90', 'flipped-180', 'flipped-270'];
    for (const shape of shapes) {
      sizes.length = 0;
      await sway.tell(`output HEADLESS-1 transform ${shape}`);
      const isOnItsSide = shape.endsWith('90') || shape.endsWith('270');
      const size = isOnItsSide ? '720x1280' : '1280x720';
      await eventually(async () => {
        const [now] = await source.listMonitors();
        return `${now?.width}x${now?.height}`;
      }).toBe(size);
      const [monitor] = (await source.listMonitors()) as [Monitor];
      await painter.paint({ x: 100, y: 40, width: 20, height: 10 }, [200, 100, 50]);
      const pixels = await source.grab(monitor, unaborted);
      expect([pixels.width, pixels.height], shape).toEqual([monitor.width, monitor.height]);
      expect(colourAt(pixels, 100, 40), shape).toEqual([200, 100, 50]);
      expect(colourAt(pixels, 119, 49), shape).toEqual([200, 100, 50]);
      expect(colourAt(pixels, 121, 41), shape).not.toEqual([200, 100, 50]);
      const area = { x: 110, y: 45, width: 20, height: 20 };
      const part = await source.grab(monitor, unaborted, area);
      expect(colourAt(part, 9, 4), shape).toEqual([200, 100, 50]);
      expect(colourAt(part, 10, 4), shape).not.toEqual([200, 100, 50]);
      painter.clear();
    }
    await sway.tell('output HEADLESS-1 transform normal');
    await sway.tell('output HEADLESS-1 scale 2');
    await eventually(() => sizes.at(-1)).toBe('1280x720');
    const [monitor] = (await source.listMonitors()) as [Monitor];
    await painter.paint({ x: 300, y: 40, width: 20, height: 10 }, [20, 100, 50]);
    expect(colourAt(await source.grab(monitor, unaborted), 319, 49)).toEqual([20, 100, 50]);
    await sway.tell('output HEADLESS-1 scale 1');
    source.close();
  }, 60_000);

  test('when the compositor is killed the source ends with the reason and open work rejects', async () => {
    const source = await open();
    const [monitor] = (await source.listMonitors()) as [Monitor];
    painter.close();
    await sway.kill();
    expect(await source.ended).toBeInstanceOf(DisplayLostError);
    await expect(source.grab(monitor, unaborted)).rejects.toBeInstanceOf(DisplayLostError);
    await expect(source.listMonitors()).rejects.toBeInstanceOf(DisplayLostError);
    source.close();

    await sway.restart();
    painter = await waylandPainter(sway.display, sway.runtimeDir);
    const again = await open();
    expect((await again.grab(monitor, unaborted)).data.length).toBeGreaterThan(0);
    again.close();
  }, 60_000);
});

function colourAt({ data, width }: Pixels, x: number, y: number): number[] {
  const at = (y * width + x) * 4;
  return [...data.subarray(at, at + 3)].reverse();
}
