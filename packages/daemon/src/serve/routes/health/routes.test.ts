import { describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { NOW_MS, testServer } from '#serve/server.fixture.ts';

describe('GET /health', () => {
  test('is a 503 with every field while nothing has been captured', async () => {
    await using server = await testServer();
    const reply = await server.app.inject('/health');
    expect(deviations(await documentOf(server.app), 'get', '/health', reply)).toEqual([]);
    expect(reply.statusCode).toBe(503);
    expect(reply.json()).toEqual({
      status: 'degraded',
      status_code: 503,
      last_frame_timestamp: null,
      last_audio_timestamp: null,
      frame_status: 'not_started',
      audio_status: 'not_started',
      message: 'some systems are not working: vision (not started), audio (not started)',
      data_dir: server.dataDir,
      verbose_instructions: expect.stringContaining('--disable-vision'),
      device_status_details: null,
      paused: false,
      paused_until: null,
      paused_streams: [],
      waiting_for_agreement: false,
      vision_db_write_stalled: false,
      audio_db_write_stalled: false,
      store: { error_code: null, canary_passed_at: expect.any(String), free_bytes: 1e12 },
      parts: [],
    });
  });

  test('is a 200 when fresh content has arrived on both sides', async () => {
    await using server = await testServer();
    const timestamp = new Date(NOW_MS - 5000).toISOString();
    await server.add('frames', { timestamp, ocr_results: [{ text: 'x' }] });
    // Accepted, because clocks differ, but no sign of capture.
    const later = new Date(NOW_MS + 86_400_000).toISOString();
    await server.add('frames', { timestamp: later, ocr_results: [{ text: 'y' }] });
    await server.add('transcription', { timestamp, transcription: 'x' });
    const reply = await server.app.inject('/health');
    expect(deviations(await documentOf(server.app), 'get', '/health', reply)).toEqual([]);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({
      status: 'healthy',
      status_code: 200,
      last_frame_timestamp: timestamp,
      last_audio_timestamp: timestamp,
      frame_status: 'ok',
      audio_status: 'ok',
      verbose_instructions: null,
    });
  });

  test('is a 503 in time when the store does not answer', async () => {
    await using stuck = await testServer((real) => ({
      health: () => new Promise(() => undefined),
      limits: { ...real.limits, frameTimeoutMs: 40 },
    }));
    const reply = await stuck.app.inject('/health');
    expect(reply.statusCode).toBe(503);
    expect(reply.json()).toMatchObject({ code: 'HEALTH_TIMEOUT', success: false });
  });
});
