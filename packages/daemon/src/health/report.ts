/**
 * The rules that turn what the store holds into the health report. Pure: the caller gives the
 * figures and the clock. It does not probe devices; the capture pipelines will add their metrics.
 */
import type { AudioDeviceState, AudioStatus } from '#ingest/audio-control.ts';
import type { AudioMetrics } from '#ingest/audio-metrics.ts';
import type { CapturePause } from '#ingest/capture-pause.ts';
import type { VisionStatus } from '#ingest/vision-control.ts';
import type { VisionMetrics } from '#ingest/vision-metrics.ts';
import type { StoreSummary } from '#store/records.ts';

export type SideStatus = 'ok' | 'stale' | 'not_started' | 'disabled';

type Pauses = ReturnType<CapturePause['state']>;

export interface HealthReport {
  status: 'healthy' | 'degraded';
  lastFrameAtMs: number | null;
  lastAudioAtMs: number | null;
  frameStatus: SideStatus;
  audioStatus: SideStatus;
  message: string;
  /** What to do about it; null when all is well. */
  verboseInstructions: string | null;
  /** Each audio device and its state, while one of them needs attention; else null. */
  deviceStatusDetails: string | null;
  /** Such as `Display 1 (1920x1080)`; absent when nothing is captured. */
  monitors?: string[];
  /** What a person has paused. */
  pauses: Pauses;
  vision?: VisionMetrics;
  audio?: AudioMetrics;
}

/** The screen side while it is there. */
export interface CaptureFacts {
  isRunning: boolean;
  status: VisionStatus;
  metrics: VisionMetrics;
}

/** The audio side while it is there. */
export interface ListeningFacts {
  isRunning: boolean;
  status: AudioStatus;
  devices: readonly AudioDeviceState[];
  metrics: AudioMetrics;
}

export interface HealthFacts {
  summary: Pick<StoreSummary, 'lastFrameAtMs' | 'lastTranscriptAtMs'>;
  vision: { enabled: boolean; capture?: CaptureFacts | undefined };
  audio: { enabled: boolean; listening?: ListeningFacts | undefined };
  pauses?: Pauses | undefined;
  startedAtMs: number;
  nowMs: number;
  /** Whether the bundled sample day is shown in place of this machine. */
  replay: boolean;
}

/** The interface's usual limit for "recent". */
const STALE_AFTER_MS = 60_000;
// A long segment takes seconds; on a busy machine a queue of them takes minutes and is no fault.
const STUCK_AFTER_MS = 5 * 60_000;

const ADVICE: Readonly<Record<'vision' | 'audio', Partial<Record<SideStatus, string>>>> = {
  vision: {
    not_started:
      'No screen capture source is running, so no frames are recorded. Start with --disable-vision if that is intended, or with --replay to see a sample day.',
    stale:
      'No frame was recorded in the last minute. Check that the screen capture source still runs and may see the screen.',
  },
  audio: {
    not_started:
      'No audio source is running, so nothing is transcribed. Start with --disable-audio if that is intended, or with --replay to see a sample day.',
    stale:
      'Nothing was transcribed in the last minute. Check that the audio source still runs and may use the microphone.',
  },
};

export function healthReport(facts: HealthFacts): HealthReport {
  const { lastFrameAtMs, lastTranscriptAtMs } = facts.summary;
  const { pauses = {} } = facts;
  const { capture } = facts.vision;
  const frameStatus = capture
    ? captureStatus(capture, facts)
    : sideStatus(facts.vision.enabled, lastFrameAtMs, facts);
  const { listening } = facts.audio;
  const audioStatus = listening
    ? listeningStatus(listening, facts)
    : sideStatus(facts.audio.enabled, lastTranscriptAtMs, facts);
  const visionAdvice = isUnwell(frameStatus)
    ? (whyNot(capture) ?? ADVICE.vision[frameStatus])
    : undefined;
  const audioAdvice = isUnwell(audioStatus)
    ? (whySilent(listening, facts.nowMs) ?? ADVICE.audio[audioStatus])
    : undefined;
  const advice = [visionAdvice, audioAdvice].filter((text) => text !== undefined);
  return {
    status: advice.length === 0 ? 'healthy' : 'degraded',
    lastFrameAtMs,
    lastAudioAtMs: lastTranscriptAtMs,
    frameStatus,
    audioStatus,
    message: message(frameStatus, audioStatus, facts),
    pauses,
    verboseInstructions: [...advice, ...notesOf(capture)].join(' ') || null,
    deviceStatusDetails: deviceDetails(listening, facts.nowMs),
    ...(capture && { vision: capture.metrics, monitors: monitorNames(capture.status) }),
    ...(listening && { audio: listening.metrics }),
  };
}

/** An unchanged or locked screen draws nothing, so silence is no fault; frames that wait too long are one. */
function captureStatus(
  { isRunning, status, metrics }: CaptureFacts,
  facts: HealthFacts,
): SideStatus {
  if (!isRunning) return 'disabled';
  if (status.kind !== 'ok') return metrics.framesDbWritten > 0 ? 'stale' : 'not_started';
  const sinceMs = facts.nowMs - (metrics.lastDbWriteAtMs ?? facts.startedAtMs);
  return metrics.queueDepth > 0 && sinceMs >= STALE_AFTER_MS ? 'stale' : 'ok';
}

/**
 * A quiet room writes nothing, so silence is no fault, and a device that a person stopped is none either. What should record and
 * cannot is one, and so is speech that waits although nothing holds it back.
 */
function listeningStatus(listening: ListeningFacts, facts: HealthFacts): SideStatus {
  const { isRunning, status, devices, metrics } = listening;
  if (!isRunning) return 'disabled';
  const broken = metrics.chunksReceived > 0 ? 'stale' : 'not_started';
  if (status.kind === 'unavailable') return broken;
  if (status.kind === 'untranscribed') return 'stale';
  const wanted = devices.filter(({ state }) => state !== 'stopped');
  if (wanted.length === 0) return devices.length === 0 ? broken : 'disabled';
  if (wanted.every(({ state }) => state === 'waiting')) return broken;
  const isHeldBack = metrics.isPaused || metrics.mode === 'disabled';
  return !isHeldBack && isStuck(metrics, facts.nowMs) ? 'stale' : 'ok';
}

function isStuck({ stuckSinceMs }: AudioMetrics, nowMs: number): boolean {
  return stuckSinceMs !== undefined && nowMs - stuckSinceMs >= STUCK_AFTER_MS;
}

function whySilent(listening: ListeningFacts | undefined, nowMs: number): string | undefined {
  if (!listening) return undefined;
  if (isStuck(listening.metrics, nowMs)) {
    return 'Speech is recorded and waits for its text: recognition fails. The log says why, and "hindcast models list" whether the model is there.';
  }
  if (listening.status.kind === 'untranscribed') {
    return `Speech is recorded and waits for its text: ${listening.status.message}.`;
  }
  if (listening.status.kind !== 'ok') {
    return `Sound cannot be recorded: ${listening.status.message}.`;
  }
  const waiting = listening.devices.find(({ state }) => state === 'waiting');
  return waiting && `Sound cannot be recorded: ${waiting.name}: ${waiting.detail ?? 'no sound'}.`;
}

function deviceDetails(listening: ListeningFacts | undefined, nowMs: number): string | null {
  if (!listening?.devices.some(({ state }) => state === 'waiting')) return null;
  return listening.devices
    .map(({ name, state, detail, lastHeardAtMs }) => {
      const heard =
        lastHeardAtMs === undefined
          ? 'never heard'
          : `heard ${Math.round((nowMs - lastHeardAtMs) / 1000)} s ago`;
      return `${name}: ${detail ?? state} (${heard})`;
    })
    .join(', ');
}

function isUnwell(status: SideStatus): boolean {
  return status === 'stale' || status === 'not_started';
}

function whyNot(capture: CaptureFacts | undefined): string | undefined {
  return capture && capture.status.kind !== 'ok'
    ? `The screen cannot be captured: ${capture.status.message}.`
    : undefined;
}

/** What a person should know although nothing is broken. */
function notesOf(capture: CaptureFacts | undefined): string[] {
  return capture?.status.kind === 'ok' && capture.status.note ? [capture.status.note] : [];
}

function monitorNames(status: VisionStatus): string[] {
  if (status.kind !== 'ok') return [];
  return status.monitors.map(({ id, width, height }) => `Display ${id} (${width}x${height})`);
}

function sideStatus(enabled: boolean, lastAtMs: number | null, facts: HealthFacts): SideStatus {
  if (!enabled) return 'disabled';
  if (lastAtMs === null) return 'not_started';
  // The sample day lies in the past and is complete; there is nothing to wait for.
  if (facts.replay) return 'ok';
  // What an earlier run stored does not show that anything runs now.
  if (lastAtMs < facts.startedAtMs) return 'not_started';
  return facts.nowMs - lastAtMs < STALE_AFTER_MS ? 'ok' : 'stale';
}

function message(
  frameStatus: SideStatus,
  audioStatus: SideStatus,
  { replay, pauses = {} }: HealthFacts,
): string {
  const unwell = [problem('vision', frameStatus), problem('audio', audioStatus)].filter(
    (text) => text !== undefined,
  );
  if (unwell.length > 0) return `some systems are not working: ${unwell.join(', ')}`;
  const paused = Object.keys(pauses);
  if (paused.length > 0) return `capture is paused: ${paused.join(' and ')}`;
  return replay ? 'all systems are working (replay of a sample day)' : 'all systems are working';
}

function problem(side: 'vision' | 'audio', status: SideStatus): string | undefined {
  if (status === 'not_started') return `${side} (not started)`;
  return status === 'stale' ? `${side} (no recent data)` : undefined;
}
