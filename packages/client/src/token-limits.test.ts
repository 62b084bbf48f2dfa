import { expect, test } from 'vitest';
import { tokenLimits } from './token-limits.ts';

test('every limit is named, also when it is the only one', () => {
  expect(tokenLimits({ allow_apps: ['slack', 'code'] })).toBe(
    'only apps named slack, code; no speech',
  );
  expect(tokenLimits({ deny_apps: ['mail'] })).toBe('no apps named mail');
  expect(tokenLimits({ allow_windows: ['notes'] })).toBe('only windows titled notes; no speech');
  expect(tokenLimits({ deny_windows: ['diary'] })).toBe('no windows titled diary');
  expect(tokenLimits({ content_types: ['audio'] })).toBe('only audio');
  expect(tokenLimits({ allow_apps: ['slack'], content_types: ['ocr', 'audio'] })).toBe(
    'only apps named slack; only ocr, audio',
  );
  expect(tokenLimits({ frames: false })).toBe('no pictures');
  expect(tokenLimits({ time_range: { last_hours: 1 } })).toBe('the last 1 hour');
  expect(tokenLimits({ time_range: { from: '2026-01-01', to: '2026-02-01' } })).toBe(
    'from 2026-01-01; until 2026-02-01',
  );
});

test('a token without limits reads everything but SQL, unless that was given too', () => {
  expect(tokenLimits({})).toBe('everything but SQL');
  expect(tokenLimits({ frames: true, raw_sql: false, deny_apps: [] })).toBe('everything but SQL');
  expect(tokenLimits({ raw_sql: true })).toBe('everything; raw SQL too');
});

test('several limits stand side by side, and an empty list allows nothing', () => {
  expect(tokenLimits({ allow_apps: [], frames: false })).toBe(
    'only apps named (none); no speech; no pictures',
  );
});
