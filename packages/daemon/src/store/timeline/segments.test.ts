import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../content/keys.ts';
import { makeCancellationFlag } from '../kernel/cancellation.ts';
import { openReads } from '../kernel/open-reads.ts';
import { openWrites } from '../kernel/open-writes.ts';
import type { NewFrame } from '../new-records.ts';
import { temporaryFolder } from '../testing/temporary-store.ts';
import type { SegmentFilter, SegmentPage } from './overview-records.ts';
import { joinSegments, reduceSegments } from './reduce-segments.ts';

const START_MS = Date.parse('2026-02-03T09:00:00Z');
const MINUTE_MS = 60_000;
const DAY: SegmentFilter = { startMs: START_MS, endMs: START_MS + 24 * HOUR_MS, max: 400 };

function frame(minute: number, appName: string, more: Partial<NewFrame> = {}): NewFrame {
  return { atMs: START_MS + minute * MINUTE_MS, deviceName: 'monitor_1', appName, ...more };
}

async function segmentsOf(
  frames: readonly NewFrame[],
  filter: SegmentFilter = DAY,
  maxWalked?: number,
): Promise<SegmentPage> {
  await using folder = await temporaryFolder();
  const writes = openWrites(folder.path);
  writes.run(1, 'content.add', [{ frames }]);
  writes.close();
  const reads = openReads(
    folder.path,
    makeCancellationFlag(),
    maxWalked === undefined ? {} : { maxWalked },
  );
  const page = reads.run(1, 'timeline.listSegments', [filter]) as SegmentPage;
  reads.close();
  return page;
}

const brief = ({ segments }: SegmentPage) =>
  segments.map(({ startMs, endMs, appName, frames }) => [
    appName,
    (startMs - START_MS) / MINUTE_MS,
    (endMs - START_MS) / MINUTE_MS,
    frames,
  ]);

describe('stretches of time', () => {
  test('go on to the next one, and end with the last frame before a silence', async () => {
    const page = await segmentsOf([
      frame(0, 'Mail'),
      frame(1, 'Mail'),
      frame(3, 'Editor'),
      frame(4, 'Editor'),
      frame(30, 'Editor'),
    ]);
    expect(brief(page)).toEqual([
      ['Mail', 0, 3, 2],
      ['Editor', 3, 4, 2],
      ['Editor', 30, 30, 1],
    ]);
  });

  test('are distinguished by window and site, whose name has no www', async () => {
    const { segments } = await segmentsOf([
      frame(0, 'Browser', { windowName: 'a', browserUrl: 'https://www.a.example/x?y' }),
      frame(1, 'Browser', { windowName: 'a', browserUrl: 'https://a.example/z' }),
      frame(2, 'Browser', { windowName: 'b', browserUrl: 'b.example/z' }),
      frame(3, 'Browser', { windowName: 'b', browserUrl: 'about:blank' }),
    ]);
    expect(segments.map(({ site, frames }) => [site, frames])).toEqual([
      ['a.example', 2],
      ['b.example', 1],
      [null, 1],
    ]);
  });

  test('are of the display with the focus, or of the one asked for', async () => {
    const frames = [
      frame(0, 'Mail', { focused: true }),
      frame(0.5, 'Music', { focused: false, deviceName: 'monitor_2' }),
      frame(1, 'Mail', { focused: true }),
    ];
    expect(brief(await segmentsOf(frames))).toEqual([['Mail', 0, 1, 2]]);
    const other = await segmentsOf(frames, { ...DAY, deviceName: 'monitor_2' });
    expect(brief(other)).toEqual([['Music', 0.5, 0.5, 1]]);
  });

  test('of one app end where another one comes between', async () => {
    const frames = [frame(0, 'Mail'), frame(2, 'Editor'), frame(3, 'Mail'), frame(4, 'Mail')];
    expect(brief(await segmentsOf(frames, { ...DAY, appName: 'Mail' }))).toEqual([
      ['Mail', 0, 2, 1],
      ['Mail', 3, 4, 2],
    ]);
  });

  test('are in order of time whatever came first', async () => {
    const page = await segmentsOf([frame(2, 'Mail'), frame(0, 'Editor'), frame(1, 'Editor')]);
    expect(brief(page)).toEqual([
      ['Editor', 0, 2, 2],
      ['Mail', 2, 2, 1],
    ]);
  });

  test('are whole hours, by their busiest apps, when there is too much to walk', async () => {
    const { segments, granularity } = await segmentsOf(
      [frame(1, 'Mail'), frame(2, 'Editor'), frame(3, 'Editor'), frame(61, 'Mail')],
      DAY,
      3,
    );
    expect(granularity).toBe('hour');
    expect(segments).toEqual([
      expect.objectContaining({
        startMs: START_MS,
        endMs: START_MS + HOUR_MS,
        appName: 'Editor',
        frames: 3,
        firstFrameId: 1,
        mixed: [
          { appName: 'Editor', share: 2 / 3 },
          { appName: 'Mail', share: 1 / 3 },
        ],
      }),
      expect.objectContaining({ appName: 'Mail', frames: 1, mixed: undefined }),
    ]);
  });
});

describe('reduced to what can be drawn', () => {
  const sightings = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 400_000 }), fc.constantFrom('a', 'b', 'c')), {
      maxLength: 300,
    })
    .map((steps) => {
      let atMs = 0;
      return steps.map(([stepMs, appName], i) => {
        atMs += stepMs;
        return { atMs, frameId: i, appName, windowName: '', site: null };
      });
    });

  test('they are no more than asked for, in order, and lose no frame', () => {
    fc.assert(
      fc.property(sightings, fc.integer({ min: 10, max: 50 }), (seen, max) => {
        const segments = joinSegments(seen);
        const endMs = seen.at(-1)?.atMs ?? 0;
        const reduced = reduceSegments(segments, { startMs: 0, endMs, max });
        expect(reduced.length).toBeLessThanOrEqual(max);
        expect(reduced.reduce((sum, one) => sum + one.frames, 0)).toBe(seen.length);
        for (const [i, one] of reduced.entries()) {
          expect(one.endMs).toBeGreaterThanOrEqual(one.startMs);
          expect(one.startMs).toBeGreaterThanOrEqual(reduced[i - 1]?.endMs ?? 0);
          const shares = one.mixed?.reduce((sum, { share }) => sum + share, 0) ?? 1;
          expect(shares).toBeCloseTo(1);
        }
      }),
    );
  });

  test('they stay as they are when they are few', () => {
    const segments = joinSegments([
      { atMs: 0, frameId: 1, appName: 'a', windowName: '', site: null },
      { atMs: 10, frameId: 2, appName: 'b', windowName: '', site: null },
    ]);
    expect(reduceSegments(segments, { startMs: 0, endMs: 10, max: 10 })).toEqual(segments);
  });
});
