import { describe, expect, test } from 'vitest';
import type { AudioDeviceState } from '#ingest/audio-control.ts';
import { audioMeter } from '#ingest/audio-metrics.ts';
import { visionMeter } from '#ingest/vision-metrics.ts';
import {
  type CaptureFacts,
  type HealthFacts,
  healthReport,
  type ListeningFacts,
} from './report.ts';

const NOW_MS = Date.parse('2026-02-03T12:00:00.000Z');

function report(change: Partial<HealthFacts> = {}) {
  return healthReport({
    summary: { lastFrameAtMs: NOW_MS - 1000, lastTranscriptAtMs: NOW_MS - 1000 },
    vision: { enabled: true },
    audio: { enabled: true },
    startedAtMs: NOW_MS - 600_000,
    nowMs: NOW_MS,
    replay: false,
    ...change,
  });
}

describe('healthReport', () => {
  test('is healthy when both sides wrote within the last minute', () => {
    expect(report()).toEqual({
      status: 'healthy',
      lastFrameAtMs: NOW_MS - 1000,
      lastAudioAtMs: NOW_MS - 1000,
      frameStatus: 'ok',
      audioStatus: 'ok',
      message: 'all systems are working',
      verboseInstructions: null,
      deviceStatusDetails: null,
    });
  });

  test('calls a side stale that has been silent for a minute', () => {
    const summary = { lastFrameAtMs: NOW_MS - 60_000, lastTranscriptAtMs: NOW_MS - 59_999 };
    expect(report({ summary })).toMatchObject({
      status: 'degraded',
      frameStatus: 'stale',
      audioStatus: 'ok',
      message: 'some systems are not working: vision (no recent data)',
    });
  });

  test('says that an enabled side without any source has not started, and why', () => {
    const summary = { lastFrameAtMs: null, lastTranscriptAtMs: null };
    const { status, frameStatus, audioStatus, verboseInstructions } = report({ summary });
    expect({ status, frameStatus, audioStatus }).toEqual({
      status: 'degraded',
      frameStatus: 'not_started',
      audioStatus: 'not_started',
    });
    expect(verboseInstructions).toContain('No screen capture source is running');
    expect(verboseInstructions).toContain('No audio source is running');
  });

  test('does not take what an earlier run stored for a running source', () => {
    const summary = { lastFrameAtMs: NOW_MS - 700_000, lastTranscriptAtMs: NOW_MS };
    expect(report({ summary }).frameStatus).toBe('not_started');
  });

  test('is healthy when everything that is missing is disabled', () => {
    const summary = { lastFrameAtMs: null, lastTranscriptAtMs: null };
    const disabled = { vision: { enabled: false }, audio: { enabled: false } };
    expect(report({ summary, ...disabled })).toMatchObject({
      status: 'healthy',
      frameStatus: 'disabled',
      audioStatus: 'disabled',
      verboseInstructions: null,
    });
  });

  test('is healthy in replay, although the sample day is over', () => {
    const summary = { lastFrameAtMs: NOW_MS - 1e9, lastTranscriptAtMs: NOW_MS - 1e9 };
    expect(report({ summary, replay: true })).toMatchObject({
      status: 'healthy',
      message: 'all systems are working (replay of a sample day)',
    });
  });
});

describe('with the screen captured', () => {
  const metrics = { ...visionMeter(() => 0).snapshot(0) };
  const ok: CaptureFacts['status'] = { kind: 'ok', monitors: [] };
  const statusOf = (capture: CaptureFacts) =>
    healthReport({
      summary: { lastFrameAtMs: null, lastTranscriptAtMs: null },
      vision: { enabled: true, capture },
      audio: { enabled: false },
      startedAtMs: 0,
      nowMs: 600_000,
      replay: false,
    });

  test('a screen that has not changed for minutes is no fault', () => {
    expect(statusOf({ isRunning: true, status: ok, metrics }).status).toBe('healthy');
  });

  test('frames that wait for a minute are', () => {
    const report = statusOf({
      isRunning: true,
      status: ok,
      metrics: { ...metrics, queueDepth: 2 },
    });
    expect([report.frameStatus, report.status]).toEqual(['stale', 'degraded']);
  });

  test('a lost display is, and its reason is told', () => {
    const status = { kind: 'error' as const, message: 'the display is gone' };
    const report = statusOf({ isRunning: true, status, metrics });
    expect(report.frameStatus).toBe('not_started');
    expect(report.verboseInstructions).toContain('the display is gone');
    expect(
      statusOf({ isRunning: true, status, metrics: { ...metrics, framesDbWritten: 3 } }),
    ).toMatchObject({
      frameStatus: 'stale',
    });
  });

  test('capture that was stopped by hand counts as turned off', () => {
    expect(statusOf({ isRunning: false, status: ok, metrics })).toMatchObject({
      frameStatus: 'disabled',
      status: 'healthy',
    });
  });
});

describe('with sound recorded', () => {
  const metrics = audioMeter({ nowMs: () => 0, mode: 'realtime' }).snapshot(0);
  const desk: AudioDeviceState = {
    name: 'Desk (input)',
    kind: 'input',
    isDefault: true,
    state: 'recording',
    detail: undefined,
    lastHeardAtMs: 590_000,
  };
  const lost: AudioDeviceState = { ...desk, state: 'waiting', detail: 'it was unplugged' };
  const statusOf = (listening: Partial<ListeningFacts>) =>
    healthReport({
      summary: { lastFrameAtMs: null, lastTranscriptAtMs: null },
      vision: { enabled: false },
      audio: {
        enabled: true,
        listening: {
          isRunning: true,
          status: { kind: 'ok' },
          devices: [desk],
          metrics,
          ...listening,
        },
      },
      startedAtMs: 0,
      nowMs: 600_000,
      replay: false,
    });

  test('a quiet room is no fault', () => {
    expect(statusOf({})).toMatchObject({ status: 'healthy', audioStatus: 'ok', audio: metrics });
  });

  test('a device that was stopped by hand is none', () => {
    const stopped = { ...desk, name: 'Room (output)', state: 'stopped' as const };
    expect(statusOf({ devices: [desk, stopped] }).status).toBe('healthy');
    expect(statusOf({ devices: [stopped] })).toMatchObject({
      status: 'healthy',
      audioStatus: 'disabled',
    });
    expect(statusOf({ isRunning: false }).audioStatus).toBe('disabled');
  });

  test('a device that should record and cannot is one, and its reason is told', () => {
    const report = statusOf({ devices: [lost] });
    expect(report).toMatchObject({ status: 'degraded', audioStatus: 'not_started' });
    expect(report.verboseInstructions).toContain('it was unplugged');
    expect(report.deviceStatusDetails).toBe('Desk (input): it was unplugged (heard 10 s ago)');
    const heard = { ...metrics, chunksReceived: 9 };
    expect(statusOf({ devices: [lost], metrics: heard }).audioStatus).toBe('stale');
  });

  test('a machine without a sound server says so', () => {
    const status = { kind: 'unavailable' as const, message: 'no sound server answers' };
    const report = statusOf({ status, devices: [] });
    expect(report.audioStatus).toBe('not_started');
    expect(report.verboseInstructions).toContain('no sound server answers');
  });

  test('recordings without a model to read them are told as such', () => {
    const status = { kind: 'untranscribed' as const, message: 'the speech model is not installed' };
    expect(statusOf({ status })).toMatchObject({
      audioStatus: 'stale',
      verboseInstructions: expect.stringContaining('the speech model is not installed'),
    });
  });

  test('speech that waits for minutes is a fault, unless it was put off', () => {
    const waiting = { ...metrics, segmentsDeferred: 4, stuckSinceMs: 60_000 };
    expect(statusOf({ metrics: waiting }).audioStatus).toBe('stale');
    expect(statusOf({ metrics: waiting }).verboseInstructions).toContain('waits for its text');
    // The first words after a long silence are no fault.
    expect(statusOf({ metrics: { ...waiting, stuckSinceMs: 599_000 } }).audioStatus).toBe('ok');
    expect(statusOf({ metrics: { ...waiting, isPaused: true } }).audioStatus).toBe('ok');
    expect(statusOf({ metrics: { ...waiting, mode: 'disabled' } }).audioStatus).toBe('ok');
  });
});
