/**
 * What every `ScreenSource` promises. A source's own test calls this with a way to open it and a way to draw on the screen it
 * shows, so the same questions are asked of all of them.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Monitor, Pixels, Rect } from '#core/observation.ts';
import { MonitorGoneError } from './errors.ts';
import type { ScreenSource } from './source.ts';

export interface ScreenFixture {
  open(): Promise<ScreenSource>;
  /** Fills a rectangle of the desktop with a colour and resolves when it is on the screen. */
  paint(area: Rect, rgb: readonly [number, number, number]): Promise<void>;
}

const patience = { timeout: 10_000, interval: 20 };

function colourAt(pixels: Pixels, x: number, y: number): number[] {
  const at = (y * pixels.width + x) * 4;
  const [first = 0, green = 0, last = 0] = pixels.data.subarray(at, at + 3);
  return pixels.format === 'bgrx' ? [last, green, first] : [first, green, last];
}

export function screenSourceConformance(fixture: ScreenFixture): void {
  const unaborted = new AbortController().signal;
  let source: ScreenSource;
  let monitor: Monitor;
  beforeEach(async () => {
    source = await fixture.open();
    const [first] = await source.listMonitors();
    if (first === undefined) throw new Error('the test display has no monitor');
    monitor = first;
  });
  afterEach(() => source.close());

  test('monitors have distinct ids, names and sizes, and exactly one is the default', async () => {
    const monitors = await source.listMonitors();
    expect(new Set(monitors.map(({ id }) => id)).size).toBe(monitors.length);
    expect(monitors.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    for (const { id, stableId, name, width, height } of monitors) {
      expect(Number.isInteger(id) && id > 0).toBe(true);
      expect(name).not.toBe('');
      expect(stableId).toBe(`${name}_${width}x${height}`);
      expect(Math.min(width, height)).toBeGreaterThan(0);
    }
  });

  test('listing twice gives the same answer', async () => {
    expect(await source.listMonitors()).toEqual(await source.listMonitors());
  });

  test('a picture has the size of the monitor and shows what is drawn', async () => {
    await fixture.paint(
      { x: monitor.x + 40, y: monitor.y + 30, width: 60, height: 50 },
      [255, 40, 10],
    );
    const pixels = await source.grab(monitor, unaborted);
    expect(pixels.data).toHaveLength(pixels.width * pixels.height * 4);
    expect([pixels.width, pixels.height]).toEqual([monitor.width, monitor.height]);
    expect(colourAt(pixels, 41, 31)).toEqual([255, 40, 10]);
    expect(colourAt(pixels, 98, 78)).toEqual([255, 40, 10]);
    expect(colourAt(pixels, 101, 81)).not.toEqual([255, 40, 10]);
  });

  test('a picture of an area is the same as that part of the whole', async () => {
    await fixture.paint(
      { x: monitor.x + 200, y: monitor.y + 100, width: 20, height: 20 },
      [1, 2, 200],
    );
    const part = await source.grab(monitor, unaborted, { x: 210, y: 105, width: 30, height: 10 });
    expect([part.width, part.height]).toEqual([30, 10]);
    expect(colourAt(part, 9, 9)).toEqual([1, 2, 200]);
    expect(colourAt(part, 12, 9)).not.toEqual([1, 2, 200]);
  });

  test('a picture stays as it was when the next one is taken', async () => {
    const area = { x: monitor.x + 10, y: monitor.y + 10, width: 30, height: 30 };
    await fixture.paint(area, [10, 20, 30]);
    const before = await source.grab(monitor, unaborted);
    await fixture.paint(area, [200, 210, 220]);
    const after = await source.grab(monitor, unaborted);
    expect(colourAt(before, 20, 20)).toEqual([10, 20, 30]);
    expect(colourAt(after, 20, 20)).toEqual([200, 210, 220]);
  });

  test('drawing is reported with an area that covers it', async () => {
    const reported: Rect[] = [];
    const stop = source.onDamage((areas) => reported.push(...areas));
    const area = { x: monitor.x + 300, y: monitor.y + 200, width: 40, height: 30 };
    await fixture.paint(area, [90, 10, 90]);
    await expect.poll(() => reported.some((rect) => covers(rect, area)), patience).toBe(true);
    stop();
  });

  test('a listener that was taken away hears nothing more', async () => {
    let calls = 0;
    const others: Rect[] = [];
    source.onDamage(() => {
      calls += 1;
    })();
    source.onDamage((areas) => others.push(...areas));
    await fixture.paint({ x: monitor.x + 5, y: monitor.y + 5, width: 9, height: 9 }, [7, 7, 7]);
    await expect.poll(() => others.length, patience).toBeGreaterThan(0);
    expect(calls).toBe(0);
  });

  test('an aborted signal stops the work', async () => {
    await expect(source.grab(monitor, AbortSignal.abort())).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  test('a monitor that is not there gives its own error', async () => {
    const missing = { ...monitor, stableId: 'LOST-7_9x9', name: 'LOST-7', x: 30_000, y: 30_000 };
    await expect(source.grab(missing, unaborted)).rejects.toBeInstanceOf(MonitorGoneError);
  });

  test('closing ends the source without a reason, and closing again is harmless', async () => {
    source.close();
    source.close();
    expect(await source.ended).toBeUndefined();
  });
}

function covers(outer: Rect, inner: Rect): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.width >= inner.x + inner.width &&
    outer.y + outer.height >= inner.y + inner.height
  );
}
