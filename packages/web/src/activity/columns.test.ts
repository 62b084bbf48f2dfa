import { expect, test } from 'vitest';
import { columnsOf } from './columns.ts';

const DAY = {
  startMs: Date.parse('2026-11-13T00:00:00Z'),
  endMs: Date.parse('2026-11-14T00:00:00Z'),
};

test('a day has all its hours, and each hour what was in it, the largest first', () => {
  const columns = columnsOf(
    [
      { start: '2026-11-13T09:00:00Z', name: 'Mail', minutes: 10 },
      { start: '2026-11-13T09:00:00Z', name: 'Code', minutes: 30 },
      { start: '2026-11-13T15:00:00Z', name: '', minutes: 5 },
    ],
    DAY,
    'hour',
  );
  expect(columns).toHaveLength(24);
  expect(columns[9]).toMatchObject({ label: '09:00', minutes: 40 });
  expect(columns[9]?.parts.map(({ name }) => name)).toEqual(['Code', 'Mail']);
  expect(columns[15]?.parts[0]?.name).toBe('Unknown');
  expect(columns[3]?.minutes).toBe(0);
});
