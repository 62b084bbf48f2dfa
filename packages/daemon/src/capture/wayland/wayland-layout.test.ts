import { describe, expect, test } from 'vitest';
import { monitorIds } from '../monitor-ids.ts';
import { intersection } from '../rectangles.ts';
import { boundsOnDesktop, monitorsOf, onDesktop } from './wayland-layout.ts';

const small = {
  name: 'DP-1',
  logical: { x: 960, y: 0, width: 1280, height: 720 },
  width: 1280,
  height: 720,
};
/** Two pixels for each logical unit. */
const fine = {
  name: 'eDP-1',
  logical: { x: 0, y: 0, width: 960, height: 540 },
  width: 1920,
  height: 1080,
};

describe('the layout of scaled outputs', () => {
  test('every monitor has its own pixels, and none reaches into another', () => {
    const monitors = monitorsOf([small, fine], monitorIds());
    expect(monitors).toMatchObject([
      { name: 'eDP-1', x: 0, y: 0, width: 1920, height: 1080, isDefault: true },
      { name: 'DP-1', x: 1920, y: 0, width: 1280, height: 720, isDefault: false },
    ]);
  });

  test('a window is carried over with the output it is on', () => {
    const left = onDesktop({ x: 100, y: 50, width: 200, height: 100 }, [small, fine]);
    expect(left).toEqual({ rect: { x: 200, y: 100, width: 400, height: 200 }, scale: 2 });
    const right = onDesktop({ x: 1000, y: 50, width: 200, height: 100 }, [small, fine]);
    expect(right).toEqual({ rect: { x: 1960, y: 50, width: 200, height: 100 }, scale: 1 });
  });

  test('a window across two outputs is masked on both, whichever shows more of it', () => {
    const outputs = [
      { name: 'A', logical: { x: 0, y: 0, width: 1920, height: 1080 }, width: 1920, height: 1080 },
      { name: 'B', logical: { x: 1920, y: 0, width: 960, height: 540 }, width: 1920, height: 1080 },
    ];
    const [left, right] = monitorsOf(outputs, monitorIds());
    for (const x of [1620, 1700, 1819]) {
      const bounds = boundsOnDesktop({ x, y: 100, width: 400, height: 100 }, outputs);
      if (!left || !right || !bounds) throw new Error('there is no place');
      const onLeft = intersection(bounds, left);
      expect(onLeft?.x).toBeLessThanOrEqual(x);
      expect(onLeft).toMatchObject({ width: left.width - (onLeft?.x ?? 0) });
      const onRight = intersection(bounds, right);
      expect(onRight).toMatchObject({ x: right.x });
      expect(onRight?.width).toBeGreaterThanOrEqual((x + 400 - 1920) * 2);
      // The heights of both scales.
      expect(onLeft?.y).toBe(100);
      expect((onRight?.y ?? 0) + (onRight?.height ?? 0)).toBeGreaterThanOrEqual(400);
    }
  });

  test('a window on one output is carried over with it alone', () => {
    const inside = { x: 1000, y: 50, width: 200, height: 100 };
    expect(boundsOnDesktop(inside, [small, fine])).toEqual(onDesktop(inside, [small, fine])?.rect);
  });

  test('what lies on no output has no place', () => {
    expect(onDesktop({ x: 9000, y: 0, width: 10, height: 10 }, [small, fine])).toBeUndefined();
    expect(onDesktop({ x: 0, y: 0, width: 10, height: 10 }, [])).toBeUndefined();
  });
});
