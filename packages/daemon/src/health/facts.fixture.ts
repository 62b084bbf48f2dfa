/** Facts of a service in which all is well; a test changes what it is about. */
import type { AudioDeviceState } from '#ingest/audio-control.ts';
import { audioMeter } from '#ingest/audio-metrics.ts';
import { visionMeter } from '#ingest/screen/vision-metrics.ts';
import type { CaptureFacts, HealthFacts, ListeningFacts } from './facts.ts';

export const NOW_MS = Date.parse('2026-02-03T12:00:00.000Z');

export const DESK: AudioDeviceState = {
  name: 'Desk (input)',
  kind: 'input',
  isDefault: true,
  state: 'recording',
  detail: undefined,
  isThere: true,
  lastHeardAtMs: NOW_MS - 300,
};

export function capturing(change: Partial<CaptureFacts> = {}): CaptureFacts {
  return {
    isRunning: true,
    status: { kind: 'ok', monitors: [] },
    metrics: visionMeter(() => NOW_MS).snapshot(0),
    activity: {
      isStarting: false,
      aliveAtMs: NOW_MS - 1_000,
      isLocked: false,
      isDark: false,
      isExcluded: false,
      input: { isHeard: true, lastWriteAtMs: undefined, dropped: 0, lastFault: undefined },
    },
    ...change,
  };
}

export function listening(change: Partial<ListeningFacts> = {}): ListeningFacts {
  return {
    isRunning: true,
    status: { kind: 'ok' },
    devices: [DESK],
    metrics: audioMeter({ nowMs: () => NOW_MS, mode: 'realtime' }).snapshot(0),
    ...change,
  };
}

/** Ten minutes after the start. */
export function facts(change: Partial<HealthFacts> = {}): HealthFacts {
  return {
    dataDir: '/data',
    newest: { lastFrameAtMs: null, lastTranscriptAtMs: null },
    vision: { enabled: true, capture: capturing() },
    audio: { enabled: true, listening: listening() },
    store: {
      fault: undefined,
      captureFault: undefined,
      canaryPassedAtMs: NOW_MS - 1_000,
      freeBytes: 1e12,
    },
    parts: [],
    startedAtMs: NOW_MS - 600_000,
    nowMs: NOW_MS,
    replay: false,
    ...change,
  };
}
