import { expect, test } from 'vitest';
import { capturing, facts, listening, NOW_MS } from './facts.fixture.ts';
import { prometheusFigures } from './prometheus.ts';

test('every figure is reported as it is when somebody asks', async () => {
  const prometheus = prometheusFigures();
  const metrics = { ...capturing().metrics, framesCaptured: 7, queueDepth: 2 };
  const heard = { ...listening().metrics, totalWords: 12, deviceLevels: { 'Desk (input)': 0.5 } };
  const running = { kind: 'running', sinceMs: NOW_MS, failures: 0 } as const;
  let restarts = 0;
  prometheus.readFrom(() => ({
    facts: facts({
      vision: { enabled: true, capture: capturing({ metrics }) },
      audio: { enabled: true, listening: listening({ metrics: heard }) },
      parts: [{ name: 'ingest.vision', state: running, restarts, lastFault: undefined }],
    }),
    coverageMinutes: { screen: { captured: 3, failed: 0.5 }, audio: {}, input: {} },
    streams: { open: 4, dropped: 1 },
  }));
  prometheus.stageTimes('ocr', 80);
  prometheus.onCall({ kind: 'write', name: 'content.add', durationMs: 3, error: undefined });
  prometheus.onCall({ kind: 'read', name: 'search.find', durationMs: 20, error: new Error('x') });
  const text = await prometheus.text();
  for (const line of [
    'hindcast_vision_frames_captured_total 7',
    'hindcast_vision_queue_depth 2',
    'hindcast_audio_total_words_total 12',
    'hindcast_audio_level_rms{name="Desk (input)"} 0.5',
    'hindcast_streams_open 4',
    'hindcast_streams_dropped_total 1',
    'hindcast_part_up{part="ingest.vision"} 1',
    'hindcast_part_restarts_total{part="ingest.vision"} 0',
    'hindcast_coverage_minutes_total{stream="screen",state="failed"} 0.5',
    'hindcast_disk_free_bytes 1000000000000',
    'hindcast_store_healthy 1',
    'hindcast_store_failures_total{kind="read"} 1',
    'hindcast_stage_duration_seconds_bucket{le="0.1",stage="ocr"} 1',
    'hindcast_stage_duration_seconds_count{stage="write"} 1',
    'hindcast_stage_duration_seconds_count{stage="search"} 1',
  ]) {
    expect(text.split('\n')).toContain(line);
  }
  restarts = 3;
  expect(await prometheus.text()).toContain('restarts_total{part="ingest.vision"} 3');
});

test('sides that are not there have no figures', async () => {
  const prometheus = prometheusFigures();
  prometheus.readFrom(() => ({
    facts: facts({ vision: { enabled: false }, audio: { enabled: false } }),
    coverageMinutes: { screen: {}, audio: {}, input: {} },
    streams: { open: 0, dropped: 0 },
  }));
  expect(await prometheus.text()).not.toMatch(/^hindcast_(?:vision|audio)_/m);
});
