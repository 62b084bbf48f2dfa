import { expect, test } from 'vitest';
import { audioMeter } from './audio-metrics.ts';

function meterAt(atMs: { now: number }) {
  return audioMeter({ nowMs: () => atMs.now, mode: 'batch' });
}

test('the share of speech is taken over the seconds that hold any', () => {
  const meter = meterAt({ now: 0 });
  meter.heard('desk (input)', 0.5, 0.1);
  meter.heard('desk (input)', 1, 0.2);
  meter.heard('desk (input)', 0, 0.01);
  meter.heard('room (output)', 0, 0.05);
  const metrics = meter.snapshot(0);
  expect(metrics).toMatchObject({ vadPassed: 2, vadRejected: 2, vadPassthroughRate: 0.5 });
  expect(metrics.averageSpeechRatio).toBe(0.75);
  expect(metrics.deviceLevels).toEqual({ 'desk (input)': 0.01, 'room (output)': 0.05 });
  expect(metrics.levelRms).toBe(0.05);
});

test('words per minute are reported after the first minute', () => {
  const at = { now: 0 };
  const meter = meterAt(at);
  meter.wrote(100);
  at.now = 59_000;
  expect(meter.snapshot(0).wordsPerMinute).toBe(0);
  at.now = 120_000;
  expect(meter.snapshot(0)).toMatchObject({ wordsPerMinute: 50, totalWords: 100, dbInserted: 1 });
});

test('a pause counts once, however often its reason is reported', () => {
  const meter = meterAt({ now: 0 });
  meter.paused('the machine is busy');
  meter.paused('on battery');
  expect(meter.snapshot(3)).toMatchObject({
    isPaused: true,
    batchPausedReason: 'on battery',
    batchPauseEvents: 1,
    segmentsDeferred: 3,
  });
  meter.paused(null);
  expect(meter.snapshot(0)).toMatchObject({ isPaused: false, batchResumeEvents: 1 });
});

test('a device that went away has no level', () => {
  const meter = meterAt({ now: 0 });
  meter.heard('desk (input)', 1, 0.3);
  meter.deviceGone('desk (input)');
  expect(meter.snapshot(0)).toMatchObject({ levelRms: 0, deviceLevels: {} });
});
