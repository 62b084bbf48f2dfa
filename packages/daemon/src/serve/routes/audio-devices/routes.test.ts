import { describe, expect, test } from 'vitest';
import { serviceError } from '#core/errors.ts';
import type { AudioControl, AudioDeviceState } from '#ingest/audio-control.ts';
import { audioMeter } from '#ingest/audio-metrics.ts';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { NOW_MS, testServer } from '#serve/server.fixture.ts';

const DESK: AudioDeviceState = {
  name: 'Desk (input)',
  kind: 'input',
  isDefault: true,
  state: 'recording',
  detail: undefined,
  isThere: true,
  lastHeardAtMs: NOW_MS,
};

function listening(): AudioControl {
  const meter = audioMeter({ nowMs: () => NOW_MS, mode: 'realtime' });
  meter.count('chunksSent', 3);
  meter.heard(DESK.name, 0.5, 0.1);
  meter.heard(DESK.name, 0, 0.02);
  meter.count('transcriptionsCompleted');
  meter.wrote(7);
  let isRunning = true;
  let device = DESK;
  const change = (state: AudioDeviceState['state']) => async (name: string) => {
    if (name !== DESK.name) throw serviceError('AUDIO_DEVICE_NOT_FOUND', { wanted: name });
    device = { ...DESK, state };
  };
  return {
    status: () => ({ kind: 'ok' }),
    listDevices: () => [device],
    metrics: () => meter.snapshot(2),
    isRunning: () => isRunning,
    start: async () => {
      isRunning = true;
    },
    stop: async () => {
      isRunning = false;
    },
    setPaused: async () => {},
    startDevice: change('recording'),
    stopDevice: change('stopped'),
  };
}

describe('the audio side', () => {
  test('devices are a bare list with their state', async () => {
    await using server = await testServer(() => ({ audio: listening() }));
    const reply = await server.app.inject('/audio/list');
    expect(deviations(await documentOf(server.app), 'get', '/audio/list', reply)).toEqual([]);
    expect(reply.json()).toEqual([
      {
        name: 'Desk (input)',
        is_default: true,
        device_type: 'Input',
        state: 'recording',
        detail: null,
      },
    ]);
  });

  test('every figure of the interface is there', async () => {
    await using server = await testServer(() => ({ audio: listening() }));
    const reply = await server.app.inject('/audio/metrics');
    expect(deviations(await documentOf(server.app), 'get', '/audio/metrics', reply)).toEqual([]);
    expect(reply.json()).toMatchObject({
      chunks_sent: 3,
      chunks_channel_full: 0,
      stream_timeouts: 0,
      vad_passed: 1,
      vad_rejected: 1,
      vad_passthrough_rate: 0.5,
      avg_speech_ratio: 0.5,
      transcriptions_completed: 1,
      transcriptions_empty: 0,
      transcription_errors: 0,
      db_inserted: 1,
      total_words: 7,
      words_per_minute: 0,
      transcription_mode: 'realtime',
      transcription_paused: false,
      segments_deferred: 2,
      segments_batch_processed: 0,
      batch_paused_reason: null,
      last_db_write_ts: NOW_MS / 1000,
    });
  });

  test('recording stops and starts, with no body, an empty one, or a device in it', async () => {
    await using server = await testServer(() => ({ audio: listening() }));
    const post = async (url: string, payload?: object) =>
      (await server.app.inject({ method: 'POST', url, ...(payload && { payload }) })).json();
    expect(await post('/audio/stop')).toEqual({ success: true, message: 'recording stopped' });
    expect(await post('/audio/stop', {})).toMatchObject({ message: 'sound was not recorded' });
    expect(await post('/audio/start', {})).toMatchObject({ message: 'recording started' });
    const device = { device_name: DESK.name, device_type: 'Input' };
    expect(await post('/audio/stop', device)).toMatchObject({ success: true });
    expect((await server.app.inject('/audio/list')).json()).toMatchObject([{ state: 'stopped' }]);
    expect(await post('/audio/device/start', device)).toMatchObject({ success: true });
    expect((await server.app.inject('/audio/list')).json()).toMatchObject([{ state: 'recording' }]);
  });

  test('device_type decides which device of a name is meant, and alone means all of that type', async () => {
    const calls: string[] = [];
    const call = (what: string) => async (name: string) => void calls.push(`${what} ${name}`);
    const both = [DESK, { ...DESK, name: 'Desk (output)', kind: 'output' as const }];
    const audio = {
      ...listening(),
      listDevices: () => both,
      startDevice: call('start'),
      stopDevice: call('stop'),
    };
    await using server = await testServer(() => ({ audio }));
    const post = (url: string, payload: object) =>
      server.app.inject({ method: 'POST', url, payload });
    const output = { device_type: 'Output' };
    await post('/audio/stop', { device_name: 'Desk', ...output });
    await post('/audio/device/start', { device_name: 'Desk', device_type: 'input' });
    await post('/audio/start', { device_name: 'Desk (output)', ...output });
    expect((await post('/audio/stop', output)).json().success).toBe(true);
    expect(calls).toEqual([
      'stop Desk (output)',
      'start Desk (input)',
      'start Desk (output)',
      'stop Desk (output)',
    ]);
    expect(audio.isRunning()).toBe(true);
    for (const body of [{ device_name: 'Desk (input)', ...output }, { device_type: 'Both' }]) {
      const refused = await post('/audio/stop', body);
      expect([refused.statusCode, refused.json().field]).toEqual([400, 'device_type']);
    }
    expect(calls).toHaveLength(4);
  });

  test('an unknown device is a 404, a missing name a 400', async () => {
    await using server = await testServer(() => ({ audio: listening() }));
    const url = '/audio/device/start';
    const payload = { device_name: 'Attic (input)' };
    const unknown = await server.app.inject({ method: 'POST', url, payload });
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'AUDIO_DEVICE_NOT_FOUND']);
    const missing = await server.app.inject({ method: 'POST', url, payload: {} });
    expect([missing.statusCode, missing.json().code]).toEqual([400, 'INVALID_BODY']);
  });

  test('a machine that is not listened to has no devices and refuses with a code', async () => {
    await using server = await testServer();
    expect((await server.app.inject('/audio/list')).json()).toEqual([]);
    const start = await server.app.inject({ method: 'POST', url: '/audio/start' });
    expect([start.statusCode, start.json().code]).toEqual([409, 'NOT_LISTENING']);
  });
});
