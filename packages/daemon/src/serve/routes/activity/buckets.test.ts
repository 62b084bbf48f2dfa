import { expect, test } from 'vitest';
import { bucketStarts } from './buckets.ts';

const ms = (time: string) => Date.parse(time);
const starts = (from: string, to: string, bucket: 'hour' | 'day', zone: string) => {
  const found = bucketStarts({ startMs: ms(from), endMs: ms(to) }, bucket, zone);
  return typeof found === 'string' ? found : found.map((at) => new Date(at).toISOString());
};

test('days of India begin at half past six in the evening of London', () => {
  expect(starts('2026-02-03T18:30Z', '2026-02-05T18:29Z', 'day', 'Asia/Kolkata')).toEqual([
    '2026-02-03T18:00:00.000Z',
    '2026-02-03T18:30:00.000Z',
    '2026-02-04T18:30:00.000Z',
  ]);
});

test('hours of Nepal begin a quarter after those of London', () => {
  expect(starts('2026-02-03T09:15Z', '2026-02-03T11:20Z', 'hour', 'Asia/Kathmandu')).toEqual([
    '2026-02-03T08:15:00.000Z',
    '2026-02-03T09:15:00.000Z',
    '2026-02-03T10:15:00.000Z',
    '2026-02-03T11:15:00.000Z',
  ]);
});

test('a day that is put back has 25 hours, and both of the doubled ones are reported', () => {
  const hours = starts('2026-10-24T22:00Z', '2026-10-25T22:59Z', 'hour', 'Europe/Berlin');
  expect(hours).toHaveLength(25);
  expect(starts('2026-10-24T22:00Z', '2026-10-26T22:59Z', 'day', 'Europe/Berlin')).toEqual([
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ]);
});

test('an offset that changes by half an hour moves the hours that follow', () => {
  // Lord Howe Island: from +11:00 to +10:30 at 15:00 UTC.
  expect(starts('2026-04-04T14:00Z', '2026-04-04T16:40Z', 'hour', 'Australia/Lord_Howe')).toEqual([
    '2026-04-04T14:00:00.000Z',
    '2026-04-04T15:30:00.000Z',
    '2026-04-04T16:30:00.000Z',
  ]);
});

test('more than can be reported one by one are too many', () => {
  expect(starts('1971-01-01', '2026-01-01', 'hour', 'UTC')).toBe('too many');
});
