import { expect, test } from 'vitest';
import { scheduleText } from './schedule.ts';

test('common plans are said in words, all others as they were written', () => {
  expect(scheduleText('55 23 * * *')).toBe('Every day, 23:55');
  expect(scheduleText('0 7 * * *')).toBe('Every day, 07:00');
  expect(scheduleText('5 * * * *')).toBe('Every hour, at :05');
  expect(scheduleText('*/10 * * * *')).toBe('Every 10 minutes');
  expect(scheduleText('manual')).toBe('By hand');
  expect(scheduleText('0 9 * * 1-5')).toBe('0 9 * * 1-5');
  expect(scheduleText('every 30m')).toBe('every 30m');
});
