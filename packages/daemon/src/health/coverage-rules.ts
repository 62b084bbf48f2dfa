/**
 * What each stream does right now, for the coverage ledger. `captured` and `idle` are claimed only up to the moment the source last
 * proved that it lives, and `captured` only while rows are really written; a source that merely says nothing has failed.
 */
import type { CoverageState, CoverageStream } from '#store/coverage/coverage.ts';
import { deviceTrouble, type HealthFacts, type ListeningFacts, standingFault } from './facts.ts';
import { frameStatus } from './rules.ts';

export interface Observation {
  readonly state: CoverageState;
  /** Why it failed, or is off. */
  readonly cause: string | undefined;
  /** Up to when this is known to be so. */
  readonly provenAtMs: number;
}

/** Undefined while nothing is known yet. */
export type Observations = Readonly<Record<CoverageStream, Observation | undefined>>;

/** A row that is older than this says nothing about now. */
const RECENT_MS = 60_000;
/** Devices are found and opened within this time. */
const STARTING_MS = 15_000;

export function observe(facts: HealthFacts): Observations {
  return {
    screen: observeScreen(facts),
    audio: observeAudio(facts),
    input: observeInput(facts),
  };
}

function observeScreen(facts: HealthFacts): Observation | undefined {
  const { nowMs } = facts;
  const { capture } = facts.vision;
  if (!capture) return off(facts);
  const common = observeDesktop(facts);
  if (common !== 'alive') return common;
  const { metrics, activity } = capture;
  const trouble = partTrouble('ingest.vision', facts);
  if (trouble !== undefined) return failed(trouble, nowMs);
  const fault = standingFault(metrics.lastFault, facts);
  if (fault) return failed(fault.message, nowMs);
  if (frameStatus(facts) === 'stale') return failed('frames wait and are not stored', nowMs);
  const provenAtMs = activity.aliveAtMs ?? nowMs;
  if (activity.isLocked) return { state: 'locked', cause: undefined, provenAtMs };
  if (activity.isExcluded) return { state: 'excluded', cause: undefined, provenAtMs };
  return worked(metrics.lastDbWriteAtMs, provenAtMs, nowMs);
}

function observeInput(facts: HealthFacts): Observation | undefined {
  const { nowMs } = facts;
  const { capture } = facts.vision;
  if (!capture) return off(facts);
  const common = observeDesktop(facts);
  if (common !== 'alive') return common;
  const { activity } = capture;
  const { input } = activity;
  if (!input.isHeard) {
    return { state: 'off', cause: 'it is turned off, or not reported here', provenAtMs: nowMs };
  }
  const trouble = partTrouble('ingest.input', facts);
  if (trouble !== undefined) return failed(trouble, nowMs);
  const fault = standingFault(input.lastFault, facts);
  if (fault) return failed(fault.message, nowMs);
  const provenAtMs = activity.aliveAtMs ?? nowMs;
  if (activity.isLocked) return { state: 'locked', cause: undefined, provenAtMs };
  return worked(input.lastWriteAtMs, provenAtMs, nowMs);
}

/** What holds for all that comes from the desktop; `alive` when nothing does. */
function observeDesktop(facts: HealthFacts): Observation | undefined | 'alive' {
  const { capture } = facts.vision;
  if (!capture?.isRunning) return paused(facts);
  const { captureFault } = facts.store;
  if (captureFault) return failed(captureFault.message, facts.nowMs);
  const { activity, status } = capture;
  if (activity.isStarting) return undefined;
  if (activity.isDark) {
    return { state: 'idle', cause: undefined, provenAtMs: activity.aliveAtMs ?? facts.nowMs };
  }
  if (status.kind !== 'ok') return failed(status.message, facts.nowMs);
  return activity.aliveAtMs === undefined ? undefined : 'alive';
}

function observeAudio(facts: HealthFacts): Observation | undefined {
  const { nowMs } = facts;
  const { listening } = facts.audio;
  if (!listening) return off(facts);
  const wanted = listening.devices.filter(({ state }) => state !== 'stopped');
  const isStopped = listening.devices.length > 0 && wanted.length === 0;
  if (!listening.isRunning || isStopped) {
    return paused(facts);
  }
  const { captureFault } = facts.store;
  if (captureFault) return failed(captureFault.message, nowMs);
  const trouble = audioTrouble(listening, facts);
  if (trouble !== undefined) return failed(trouble, nowMs);
  const heard = wanted.filter(({ isThere }) => isThere).map(({ lastHeardAtMs }) => lastHeardAtMs);
  if (heard.length === 0) {
    const isStarting = nowMs - facts.startedAtMs < STARTING_MS;
    return isStarting ? undefined : failed('there is no device to record', nowMs);
  }
  // Just opened: it delivers in a moment, or times out, which is then reported.
  if (heard.includes(undefined)) return undefined;
  // The one that was silent for longest: only what all of them delivered is proven.
  const provenAtMs = Math.min(...heard.map((atMs) => atMs ?? nowMs));
  // Not the last text: that of an old recording may be written in a silent room.
  return worked(listening.metrics.lastKeptAtMs, provenAtMs, nowMs);
}

function audioTrouble(
  { status, devices, metrics }: ListeningFacts,
  facts: HealthFacts,
): string | undefined {
  if (status.kind === 'unavailable') return status.message;
  const fault = standingFault(metrics.lastFault, facts);
  if (fault) return fault.message;
  for (const device of devices) {
    const trouble = deviceTrouble(device, facts.nowMs);
    if (trouble !== undefined) return `${device.name}: ${trouble}`;
  }
  return undefined;
}

/** Why the part that makes rows of it does not; undefined when it runs. */
function partTrouble(name: string, { parts }: HealthFacts): string | undefined {
  const part = parts.find((one) => one.name === name);
  if (part?.state.kind !== 'waiting' && part?.state.kind !== 'failed') return undefined;
  return part.lastFault?.message ?? `${name} has failed`;
}

function worked(writtenAtMs: number | undefined, provenAtMs: number, nowMs: number): Observation {
  // A row of the future was written before the clock was set back.
  const isRecent = writtenAtMs !== undefined && Math.abs(nowMs - writtenAtMs) < RECENT_MS;
  return { state: isRecent ? 'captured' : 'idle', cause: undefined, provenAtMs };
}

/** By a person, who knows why, or to save the battery. */
function paused({ governor, nowMs }: HealthFacts): Observation {
  const cause = governor?.isPaused ? 'the machine runs on battery' : undefined;
  return { state: 'paused', cause, provenAtMs: nowMs };
}

function failed(cause: string, nowMs: number): Observation {
  return { state: 'failed', cause, provenAtMs: nowMs };
}

function off({ nowMs, isWaitingForAgreement }: HealthFacts): Observation {
  const cause = isWaitingForAgreement ? 'it waits for your agreement' : 'it is turned off';
  return { state: 'off', cause, provenAtMs: nowMs };
}
