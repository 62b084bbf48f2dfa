import { describe, expect, test } from 'vitest';
import {
  frameAt,
  nearestFrame,
  panned,
  recordedPart,
  segmentAt,
  showing,
  spanOf,
  ticks,
  visible,
  zoomed,
  zoomOf,
} from './lanes.ts';

const HOUR = 3_600_000;
const DAY = {
  startMs: Date.parse('2026-11-13T00:00:00Z'),
  endMs: Date.parse('2026-11-14T00:00:00Z'),
};
const at = (hours: number) => DAY.startMs + hours * HOUR;
const segment = (from: number, to: number, app: string) => ({
  startMs: at(from),
  endMs: at(to),
  app,
  title: app,
  site: null,
  frames: 1,
  firstFrameId: 1,
  mixed: [],
});
const frame = (hours: number) => ({
  id: hours,
  atMs: at(hours),
  app: '',
  title: '',
  url: null,
  device: '',
  hasPicture: true,
});

describe('zoom and pan', () => {
  test('the playhead stays where it is on the screen', () => {
    const range = { startMs: at(8), endMs: at(14) };
    const closer = zoomed(range, DAY, at(11), HOUR);
    expect(closer).toEqual({ startMs: at(10.5), endMs: at(11.5) });
    expect(zoomOf(closer)).toBe('1h');
  });

  test('nothing leaves the day, and the whole day is the widest', () => {
    expect(zoomed(DAY, DAY, at(1), 48 * HOUR)).toEqual(DAY);
    expect(panned({ startMs: at(20), endMs: at(23) }, DAY, 5 * HOUR)).toEqual({
      startMs: at(21),
      endMs: at(24),
    });
  });

  test('a moment outside the range brings the range with it', () => {
    const range = { startMs: at(8), endMs: at(9) };
    expect(showing(range, DAY, at(8.5))).toBe(range);
    expect(showing(range, DAY, at(12))).toEqual({ startMs: at(11.5), endMs: at(12.5) });
  });

  test('every level is its own nearest', () => {
    for (const zoom of ['day', '6h', '1h', '15m', '5m', '1m'] as const)
      expect(zoomOf({ startMs: 0, endMs: spanOf(zoom) })).toBe(zoom);
  });
});

test('the ruler has round times and room for them', () => {
  const labels = ticks({ startMs: at(8.1), endMs: at(14.1) }, DAY, 1180);
  expect(labels.map((ms) => new Date(ms).toISOString().slice(11, 16)).slice(0, 3)).toEqual([
    '08:30',
    '09:00',
    '09:30',
  ]);
  expect(labels.length).toBeLessThanOrEqual(14);
});

test('segments too thin to be seen are joined, wide ones are left alone', () => {
  const thin = Array.from({ length: 10 }, (_, i) =>
    segment(9 + i / 1000, 9 + (i + 1) / 1000, `a${i}`),
  );
  const shown = visible([segment(8, 8.9, 'Mail'), ...thin, segment(10, 11, 'Code')], DAY, 1000);
  expect(shown.map(({ app }) => app)).toEqual(['Mail', 'a0', 'Code']);
  expect(shown[1]?.frames).toBe(10);
});

test('the overview is at least eight hours long', () => {
  const part = recordedPart(DAY, [segment(10, 11, 'Mail')], []);
  expect(part.endMs - part.startMs).toBeGreaterThanOrEqual(8 * HOUR);
  expect(recordedPart(DAY, [], [])).toEqual(DAY);
});

test('the picture of a moment is the last one before it, the nearest may be the next', () => {
  const frames = [frame(9), frame(10), frame(12)];
  expect([frameAt(frames, at(8)), frameAt(frames, at(10)), frameAt(frames, at(13))]).toEqual([
    -1, 1, 2,
  ]);
  expect([nearestFrame(frames, at(8)), nearestFrame(frames, at(11.5))]).toEqual([0, 2]);
});

test('where one segment ends and the next begins, the moment belongs to the next', () => {
  const segments = [segment(8, 9, 'Mail'), segment(9, 10, 'Maps')];
  expect(segmentAt(segments, at(8.5))).toBe(0);
  expect(segmentAt(segments, at(9))).toBe(1);
  expect(segmentAt(segments, at(11))).toBe(-1);
});
