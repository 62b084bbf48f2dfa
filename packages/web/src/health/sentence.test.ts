import { expect, test } from 'vitest';
import type { HealthReport } from '../data/health.ts';
import { waysOn } from './sentence.ts';

const well: HealthReport = {
  status: 'healthy',
  message: '',
  verbose_instructions: null,
  device_status_details: null,
  last_frame_timestamp: null,
  last_audio_timestamp: null,
  frame_status: 'ok',
  audio_status: 'ok',
  paused: false,
  paused_until: null,
  paused_streams: [],
};
const labels = (change: Partial<HealthReport>) =>
  waysOn({ ...well, ...change }).map(({ label }) => label);

test('health offers what solves it first, and nothing when all is well', () => {
  expect(labels({})).toEqual([]);
  expect(labels({ paused: true, frame_status: 'stale' })).toEqual(['Record again']);
  expect(labels({ frame_status: 'stale' })).toEqual(['See what is missing', 'Recording settings']);
  expect(labels({ audio_status: 'disabled' })).toEqual(['Recording settings']);
  const store = { free_bytes: 0, error_code: 'DISK_FULL' };
  expect(labels({ store })).toEqual(['Look at the storage']);
});
