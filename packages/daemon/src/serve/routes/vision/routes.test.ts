import { expect, test } from 'vitest';
import type { VisionControl } from '#ingest/screen/vision-control.ts';
import { visionMeter } from '#ingest/screen/vision-metrics.ts';
import { NOW_MS, testServer } from '#serve/server.fixture.ts';

const MONITOR = { id: 1, stableId: 'DP-1_800x600', name: 'DP-1', isDefault: true };
const PLACE = { x: 0, y: 0, width: 800, height: 600 };

function capturing(): VisionControl {
  const meter = visionMeter(() => NOW_MS);
  let isRunning = true;
  meter.captured(0);
  meter.captured(0);
  meter.dropped();
  meter.read(40);
  meter.ocrFigures({ completed: 1, hits: 3, misses: 1, failures: 1, restarts: 2 });
  meter.written(12, 200);
  return {
    status: () => ({ kind: 'ok', monitors: [{ ...MONITOR, ...PLACE }], source: 'x11' }),
    inputKinds: () => ['click', 'clipboard'],
    idleSinceMs: () => NOW_MS - 90_000,
    metrics: () => meter.snapshot(0),
    isRunning: () => isRunning,
    start: () => {
      isRunning = true;
    },
    stop: async () => {
      isRunning = false;
    },
    setPaused: async () => {},
    captureNow: async () => [7],
  };
}

test('monitors and status are reported while the screen is captured', async () => {
  await using server = await testServer(() => ({ vision: capturing() }));
  const list = await server.app.inject('/vision/list');
  expect(list.json()).toEqual([
    { id: 1, stable_id: 'DP-1_800x600', name: 'DP-1', width: 800, height: 600, is_default: true },
  ]);
  const status = await server.app.inject('/vision/status');
  expect(status.json()).toEqual({
    status: 'ok',
    monitor_count: 1,
    monitor_ids: [1],
    source: 'x11',
    input_kinds: ['click', 'clipboard'],
    idle_since: new Date(NOW_MS - 90_000).toISOString(),
  });
  const events = await server.app.inject('/ui-events');
  expect(events.json()).toMatchObject({ available: ['click', 'clipboard'] });
});

test('the figures are those of the pipeline', async () => {
  await using server = await testServer(() => ({ vision: capturing() }));
  const metrics = (await server.app.inject('/vision/metrics')).json();
  expect(metrics).toMatchObject({
    frames_captured: 2,
    frames_dropped: 1,
    frame_drop_rate: 0.5,
    frames_db_written: 1,
    avg_ocr_latency_ms: 40,
    avg_db_latency_ms: 12,
    ocr_cache_hit_rate: 0.75,
    ocr_failures: 1,
    ocr_restarts: 2,
    last_db_write_ts: NOW_MS / 1000,
  });
});

test('capture can be stopped, started and asked for one picture', async () => {
  await using server = await testServer(() => ({ vision: capturing() }));
  const post = async (url: string) => (await server.app.inject({ method: 'POST', url })).json();
  expect(await post('/vision/stop')).toMatchObject({ success: true, message: 'capture stopped' });
  expect(await post('/vision/start')).toMatchObject({ success: true, message: 'capture started' });
  expect(await post('/frames/capture')).toMatchObject({ success: true, frame_ids: [7] });
});

test('a machine without a display says so and refuses with a code', async () => {
  await using server = await testServer();
  expect((await server.app.inject('/vision/list')).json()).toEqual([]);
  expect((await server.app.inject('/vision/status')).json()).toMatchObject({
    status: 'no_monitors',
  });
  const start = await server.app.inject({ method: 'POST', url: '/vision/start' });
  expect([start.statusCode, start.json().code]).toEqual([409, 'NOT_CAPTURING']);
});
