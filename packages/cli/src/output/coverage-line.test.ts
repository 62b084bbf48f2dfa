import { expect, test } from 'vitest';
import { coverageLine } from './coverage-line.ts';

test('coverage is reported per stream, with what failed and why', () => {
  const at = '2026-02-03T12:00:00.000Z';
  const gap = { start_time: at, end_time: at, state: 'failed' as const, cause: 'the disk is full' };
  const nothing = { spans: [], minutes: {}, gaps: [] };
  const screen = { spans: [], minutes: { captured: 90, idle: 30, failed: 3.2 }, gaps: [gap] };
  const audio = { spans: [], minutes: { idle: 0.5, off: 61 }, gaps: [] };
  expect(
    coverageLine({
      since: at,
      start_time: at,
      end_time: at,
      streams: { screen, audio, input: nothing },
    }),
  ).toBe(
    'screen 2.0 h watched, 3 min failed (the disk is full); audio 30 s watched, 1.0 h off; input 0 s watched',
  );
});

test('what was paused, locked or kept out is not reported as watched', () => {
  const at = '2026-02-03T12:00:00.000Z';
  const minutes = { captured: 60, paused: 120, locked: 30, excluded: 5, off: 2 };
  const streams = { screen: { spans: [], minutes, gaps: [] } };
  expect(coverageLine({ since: at, start_time: at, end_time: at, streams } as never)).toBe(
    'screen 1.0 h watched, 2.0 h paused, 30 min locked, 5 min excluded, 2 min off',
  );
});
