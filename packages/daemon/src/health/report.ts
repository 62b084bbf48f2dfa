/** Puts the health report together from what the rules (`rules.ts`) find. It does not probe anything. */
import type { Fault } from '#core/fault.ts';
import type { PartState } from '#core/service.ts';
import type { AudioMetrics } from '#ingest/audio-metrics.ts';
import type { VisionStatus } from '#ingest/screen/vision-control.ts';
import type { VisionMetrics } from '#ingest/screen/vision-metrics.ts';
import {
  deviceTrouble,
  type HealthFacts,
  type KeeperFacts,
  type ListeningFacts,
  type StoreFacts,
  standingFault,
} from './facts.ts';
import { type KeeperWait, keeperWait } from './keeper-rules.ts';
import {
  audioStatus,
  findProblems,
  frameStatus,
  notesOf,
  type Problem,
  type SideStatus,
} from './rules.ts';

export interface HealthReport {
  status: 'healthy' | 'degraded';
  dataDir: string;
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
  pauses: NonNullable<HealthFacts['pauses']>;
  isWaitingForAgreement: boolean;
  vision?: VisionMetrics;
  audio?: AudioMetrics;
  store: StoreFacts;
  retentionRanAtMs?: number | undefined;
  scrub?: HealthFacts['scrub'];
  offload?: HealthFacts['offload'];
  meaning?: HealthFacts['meaning'];
  keeper?: (KeeperFacts & { wait: KeeperWait | undefined }) | undefined;
  /** Whether what is seen, or heard, cannot be stored now. */
  isStalled: { vision: boolean; audio: boolean };
  parts: readonly PartState[];
}

export function healthReport(facts: HealthFacts): HealthReport {
  const { lastFrameAtMs, lastTranscriptAtMs } = facts.newest;
  const { pauses = {} } = facts;
  const { capture } = facts.vision;
  const { listening } = facts.audio;
  const problems = findProblems(facts);
  const advice = [...new Set(problems.map((problem) => problem.advice)), ...notesOf(facts)];
  return {
    status: problems.length === 0 ? 'healthy' : 'degraded',
    dataDir: facts.dataDir,
    lastFrameAtMs,
    lastAudioAtMs: lastTranscriptAtMs,
    frameStatus: frameStatus(facts),
    audioStatus: audioStatus(facts),
    message: message(problems, facts),
    pauses,
    isWaitingForAgreement: facts.isWaitingForAgreement === true,
    verboseInstructions: advice.join(' ') || null,
    deviceStatusDetails: deviceDetails(listening, facts.nowMs),
    ...(capture && { vision: capture.metrics, monitors: monitorNames(capture.status) }),
    ...(listening && { audio: listening.metrics }),
    store: facts.store,
    isStalled: {
      vision: isStalled(capture?.metrics, facts),
      audio: isStalled(listening?.metrics, facts),
    },
    ...(facts.retentionRanAtMs === undefined ? {} : { retentionRanAtMs: facts.retentionRanAtMs }),
    ...(facts.scrub && { scrub: facts.scrub }),
    ...(facts.offload && { offload: facts.offload }),
    ...(facts.meaning && { meaning: facts.meaning }),
    ...(facts.keeper && { keeper: { ...facts.keeper, wait: keeperWait(facts) } }),
    parts: facts.parts,
  };
}

function isStalled(side: { lastFault: Fault | undefined } | undefined, facts: HealthFacts) {
  if (!side) return false;
  const fault = facts.store.captureFault ?? standingFault(side.lastFault, facts);
  return fault !== undefined;
}

function message(
  problems: readonly Problem[],
  { replay, pauses = {}, governor, isWaitingForAgreement, keeper }: HealthFacts,
): string {
  if (isWaitingForAgreement) return 'waiting for your agreement: nothing is recorded';
  if (problems.length === 0) {
    const paused = Object.keys(pauses);
    if (paused.length > 0) return `capture is paused: ${paused.join(' and ')}`;
    if (governor?.isPaused) return 'capture is paused: the machine runs on battery';
    if (keeper?.role === 'keeper') return 'all systems are working (keeper)';
    return replay ? 'all systems are working (replay of a sample day)' : 'all systems are working';
  }
  const reasons = new Map<string, Set<string>>();
  for (const { system, reason } of problems) {
    reasons.set(system, (reasons.get(system) ?? new Set()).add(reason));
  }
  const unwell = [...reasons].map(([system, all]) => `${system} (${[...all].join(', ')})`);
  return `some systems are not working: ${unwell.join(', ')}`;
}

function deviceDetails(listening: ListeningFacts | undefined, nowMs: number): string | null {
  const needsAttention = listening?.devices.some(
    (device) => device.state === 'waiting' || deviceTrouble(device, nowMs) !== undefined,
  );
  if (!listening || !needsAttention) return null;
  return listening.devices
    .map((device) => {
      const { name, state, detail, lastHeardAtMs } = device;
      const heard =
        lastHeardAtMs === undefined
          ? 'never heard'
          : `heard ${Math.round((nowMs - lastHeardAtMs) / 1000)} s ago`;
      return `${name}: ${deviceTrouble(device, nowMs) ?? detail ?? state} (${heard})`;
    })
    .join(', ');
}

function monitorNames(status: VisionStatus): string[] {
  if (status.kind !== 'ok') return [];
  return status.monitors.map(({ id, width, height }) => `Display ${id} (${width}x${height})`);
}
