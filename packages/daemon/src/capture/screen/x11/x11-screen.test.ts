import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DisplayLostError } from '#capture/errors.ts';
import { monitorIds } from '#capture/monitor-ids.ts';
import { screenSourceConformance } from '#capture/source.conformance.ts';
import { connectX11 } from '#capture/x11/x11-connection.ts';
import { x11Painter } from '#capture/x11/x11-painter.fixture.ts';
import type { Monitor } from '#core/observation.ts';
import {
  type Desktop,
  startDesktop,
  whyNoDesktop,
} from '../../../../../../test/support/desktop.ts';
import { x11Screen } from './x11-screen.ts';

const reason = whyNoDesktop();
if (reason !== undefined) process.stderr.write(`x11 screen tests skipped: ${reason}\n`);

/** On a busy machine the desktop takes its time. */
const eventually = <T>(probe: () => T) => expect.poll(probe, { timeout: 10_000 });

describe.skipIf(reason !== undefined)('x11 screen', () => {
  let desktop: Desktop;
  let painter: Awaited<ReturnType<typeof x11Painter>>;
  beforeAll(async () => {
    desktop = await startDesktop();
    painter = await x11Painter(desktop.display);
  }, 120_000);
  afterEach(() => painter.clear());
  afterAll(() => desktop?.stop());

  const open = async (isSharedMemoryAllowed: boolean) =>
    x11Screen(await connectX11(desktop.display), {
      monitorIds: monitorIds(),
      isSharedMemoryAllowed,
    });
  const unaborted = new AbortController().signal;

  describe('with shared memory', () => {
    screenSourceConformance({
      open: () => open(true),
      paint: (area, rgb) => painter.paint(area, rgb),
    });
  });
  describe('over the connection', () => {
    screenSourceConformance({
      open: () => open(false),
      paint: (area, rgb) => painter.paint(area, rgb),
    });
  });

  test('many pictures at once are all right', async () => {
    const source = await open(true);
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
    const source = await open(true);
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

  test('a monitor that is added and removed again is reported both times', async () => {
    const source = await open(true);
    const seen: string[][] = [];
    source.onMonitorsChanged((monitors) => seen.push(monitors.map(({ name }) => name)));
    await desktop.run('xrandr', '--setmonitor', 'left', '640/160x720/180+0+0', 'screen');
    await desktop.run('xrandr', '--setmonitor', 'right', '640/160x720/180+640+0', 'none');
    await eventually(() => seen.at(-1)).toEqual(['left', 'right']);
    const [left, right] = (await source.listMonitors()) as [Monitor, Monitor];
    expect(right).toMatchObject({
      x: 640,
      y: 0,
      width: 640,
      height: 720,
      stableId: 'right_640x720',
    });
    await painter.paint({ x: 660, y: 30, width: 10, height: 10 }, [50, 60, 70]);
    const picture = await source.grab(right, unaborted);
    expect([...picture.data.subarray((35 * 640 + 25) * 4, (35 * 640 + 25) * 4 + 3)]).toEqual([
      70, 60, 50,
    ]);
    await desktop.run('xrandr', '--delmonitor', 'right');
    await eventually(() => seen.at(-1)).toEqual(['left']);
    expect((await source.listMonitors())[0]?.id).toBe(left.id);
    await desktop.run('xrandr', '--delmonitor', 'left');
    await eventually(() => seen.at(-1)).toEqual(['screen']);
    source.close();
  });

  test('when the X server is killed the source ends with the reason and open work rejects', async () => {
    const source = await open(true);
    const [monitor] = (await source.listMonitors()) as [Monitor];
    await desktop.killServer();
    expect(await source.ended).toBeInstanceOf(DisplayLostError);
    await expect(source.grab(monitor, unaborted)).rejects.toBeInstanceOf(DisplayLostError);
    await expect(source.listMonitors()).rejects.toBeInstanceOf(DisplayLostError);
    source.close();

    await desktop.restartServer();
    painter = await x11Painter(desktop.display);
    const again = await open(true);
    expect((await again.grab(monitor, unaborted)).data.length).toBeGreaterThan(0);
    again.close();
  });
});
