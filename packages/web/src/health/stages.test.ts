import { expect, test } from 'vitest';
import type { HealthReport } from '../data/health.ts';
import type { AudioMetrics, VisionMetrics } from '../data/metrics.ts';
import { screenStages, soundStages } from './stages.ts';

const report: HealthReport = {
  status: 'healthy',
  frame_status: 'ok',
  audio_status: 'ok',
  last_frame_timestamp: new Date().toISOString(),
  last_audio_timestamp: null,
  message: 'all systems are working',
  verbose_instructions: null,
  device_status_details: null,
  paused: false,
  paused_until: null,
  paused_streams: [],
};
const vision: VisionMetrics = {
  frames_captured: 200,
  frames_db_written: 200,
  frames_dropped: 0,
  frame_drop_rate: 0,
  capture_fps_actual: 0.5,
  avg_ocr_latency_ms: 60,
  avg_db_latency_ms: 2,
  ocr_completed: 180,
  ocr_queue_depth: 0,
  ocr_failures: 0,
};
const audio: AudioMetrics = {
  chunks_sent: 10,
  transcriptions_completed: 98,
  transcription_errors: 2,
  db_inserted: 98,
  segments_deferred: 0,
  segments_not_understood: 0,
  total_words: 900,
  audio_level_rms: 0,
  transcription_mode: 'realtime',
};
const states = (stages: readonly { title: string; state: string }[]) =>
  stages.map(({ title, state }) => `${title} ${state}`).join(', ');

test('stages that had work and did it are working', () => {
  expect(states(screenStages(report, vision, 12))).toBe('Capture ok, Read ok, Store ok, Search ok');
  expect(states(soundStages(report, audio))).toBe('Capture ok, Read ok, Store ok, Search ok');
});

test('a stage that had nothing to do is not called working', () => {
  const still = {
    ...vision,
    frames_captured: 0,
    frames_db_written: 0,
    ocr_completed: 0,
    avg_ocr_latency_ms: 0,
  };
  const quiet = {
    ...audio,
    transcriptions_completed: 0,
    transcription_errors: 0,
    db_inserted: 0,
    total_words: 0,
  };
  expect(states(screenStages(report, still, 12))).toBe(
    'Capture ok, Read off, Store off, Search ok',
  );
  expect(states(soundStages(report, quiet))).toBe('Capture ok, Read off, Store off, Search off');
});

test('a sample day is captured like any other, and nothing is while recording is paused', () => {
  const sample = { ...report, message: 'all systems are working (replay of a sample day)' };
  expect(screenStages(sample, vision, 12)).toEqual(screenStages(report, vision, 12));
  expect(screenStages({ ...report, paused: true }, vision, 12)[0]?.state).toBe('off');
});

test('a small machine that takes its time to read is working, and is given no limit it cannot meet', () => {
  const small = { ...vision, avg_ocr_latency_ms: 2_400, ocr_queue_depth: 3 };
  expect(screenStages(report, small, 12)[1]).toEqual({
    title: 'Read',
    state: 'ok',
    value: '2400 ms',
    meaning: 'Per picture · 3 waiting',
  });
});

test('what is slow, lost or failing says so', () => {
  const bad = { ...vision, avg_ocr_latency_ms: 6_000, frame_drop_rate: 0.06, frames_dropped: 12 };
  expect(states(screenStages({ ...report, frame_status: 'stale' }, bad, 12))).toBe(
    'Capture bad, Read warn, Store bad, Search ok',
  );
  expect(screenStages(report, bad, 12)[1]?.meaning).toContain('Close what keeps the machine busy');
  const foreign = soundStages(report, { ...audio, segments_not_understood: 3 });
  expect(foreign[1]?.meaning).toContain('language not understood in 3 recordings');
  const once = soundStages(report, { ...audio, segments_not_understood: 1 });
  expect(once[1]?.meaning).toMatch(/language not understood in 1 recording$/);
  const failing = { ...audio, transcription_errors: 50, segments_deferred: 80 };
  expect(states(soundStages(report, failing))).toBe('Capture ok, Read bad, Store warn, Search ok');
});
