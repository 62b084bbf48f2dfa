/**
 * The rules of health, all in one place: when a side is `ok`, `stale`, `not_started` or `disabled`, and what else makes the service
 * degraded. Pure: they judge the facts they are given. A quiet room, a locked, dark or unchanged screen and what a person has
 * stopped are no faults. The limits are those of the interface where it has them.
 */
import type { Fault } from '#core/fault.ts';
import type { PartState } from '#core/service.ts';
import type { OffloadFigures } from '#offload/offload.ts';
import { deviceTrouble, type HealthFacts, type ListeningFacts, standingFault } from './facts.ts';
import { idleKeeper, keeperNote } from './keeper-rules.ts';

export type SideStatus = 'ok' | 'stale' | 'not_started' | 'disabled';

export interface Problem {
  /** Such as `vision`, or the name of a part. */
  system: string;
  /** A few words, for `message`. */
  reason: string;
  /** What to do, for `verbose_instructions`. */
  advice: string;
}

/** The interface's usual limit for "recent". */
const STALE_AFTER_MS = 60_000;
// A long segment takes seconds; on a busy machine a queue of them takes minutes and is no fault.
const STUCK_AFTER_MS = 5 * 60_000;
/** Networks are loaded, and everything is new, in the first minutes. */
const GRACE_MS = 120_000;
/** As in the coverage rules. */
const FIND_DEVICES_WITHIN_MS = 15_000;
const MOST_DROPPED = 0.5;
const MOST_DB_LATENCY_MS = 10_000;
const MOST_RECENT_STALLS = 3;
const MOST_ERRORS = 0.5;
/** Days of recording; below this a person has time to do something. */
const LEAST_FREE_BYTES = 500_000_000;
/** A part that broke has come back when it held for this long. */
const HELD_FOR_MS = 5_000;

export function frameStatus(facts: HealthFacts): SideStatus {
  const { enabled, capture } = facts.vision;
  if (!capture) return writtenStatus(enabled, facts.newest.lastFrameAtMs, facts);
  if (!capture.isRunning) return 'disabled';
  const { status, metrics, activity } = capture;
  if (activity.isDark) return 'ok';
  const hasWorked = metrics.framesDbWritten > 0;
  // Opened again after a pause; when that takes too long, the status reports it.
  if (activity.isStarting) return hasWorked ? 'ok' : 'not_started';
  if (status.kind !== 'ok') return hasWorked ? 'stale' : 'not_started';
  // Nothing is drawn on an unchanged screen; a frame that waits is another thing.
  return metrics.oldestWaitMs >= STALE_AFTER_MS ? 'stale' : 'ok';
}

export function audioStatus(facts: HealthFacts): SideStatus {
  const { enabled, listening } = facts.audio;
  if (!listening) return writtenStatus(enabled, facts.newest.lastTranscriptAtMs, facts);
  const { isRunning, status, devices, metrics } = listening;
  if (!isRunning) return 'disabled';
  const broken = metrics.chunksReceived > 0 ? 'stale' : 'not_started';
  if (status.kind === 'unavailable') return broken;
  if (status.kind === 'untranscribed') return 'stale';
  const wanted = devices.filter(({ state }) => state !== 'stopped');
  if (wanted.length === 0) return devices.length === 0 ? broken : 'disabled';
  if (wanted.every(({ state }) => state === 'waiting')) return broken;
  const isHeldBack = metrics.isPaused || metrics.mode === 'disabled';
  return !isHeldBack && isStuck(listening, facts.nowMs) ? 'stale' : 'ok';
}

/** A side without its own source is judged by what others wrote: `POST /add`. */
function writtenStatus(enabled: boolean, lastAtMs: number | null, facts: HealthFacts): SideStatus {
  if (!enabled) return 'disabled';
  if (lastAtMs === null) return 'not_started';
  // What an earlier run stored does not show that anything runs now.
  if (lastAtMs < facts.startedAtMs) return 'not_started';
  return facts.nowMs - lastAtMs < STALE_AFTER_MS ? 'ok' : 'stale';
}

function isStuck({ metrics: { stuckSinceMs } }: ListeningFacts, nowMs: number): boolean {
  return stuckSinceMs !== undefined && nowMs - stuckSinceMs >= STUCK_AFTER_MS;
}

const REASONS = { stale: 'no recent data', not_started: 'not started' } as const;

const NO_SOURCE = {
  vision: {
    not_started:
      'No screen capture source is running, so no frames are recorded. Start with --disable-vision if that is intended.',
    stale:
      'No frame was recorded in the last minute. Check that the screen capture source still runs and may see the screen.',
  },
  audio: {
    not_started:
      'No audio source is running, so nothing is transcribed. Start with --disable-audio if that is intended.',
    stale:
      'Nothing was transcribed in the last minute. Check that the audio source still runs and may use the microphone.',
  },
} as const;

type Rule = (facts: HealthFacts) => Problem | Problem[] | undefined;

const noFrames: Rule = (facts) => {
  const status = frameStatus(facts);
  if (status === 'ok' || status === 'disabled') return undefined;
  const { capture } = facts.vision;
  // When opening takes too long, the status says so.
  if (capture?.activity.isStarting) return undefined;
  const isDenied = capture?.status.kind === 'permission_denied';
  const advice =
    capture && capture.status.kind !== 'ok'
      ? `The screen cannot be captured: ${capture.status.message}.`
      : NO_SOURCE.vision[status];
  return { system: 'vision', reason: isDenied ? 'permission denied' : REASONS[status], advice };
};

const noSound: Rule = (facts) => {
  const status = audioStatus(facts);
  if (status === 'ok' || status === 'disabled' || isFindingDevices(facts)) return undefined;
  const advice = whySilent(facts) ?? NO_SOURCE.audio[status];
  return { system: 'audio', reason: REASONS[status], advice };
};

/** The list of devices comes a moment after the start. */
function isFindingDevices({ audio: { listening }, startedAtMs, nowMs }: HealthFacts): boolean {
  if (listening?.status.kind !== 'ok' || nowMs - startedAtMs >= FIND_DEVICES_WITHIN_MS)
    return false;
  return listening.devices.length === 0;
}

function whySilent({ audio: { listening }, nowMs }: HealthFacts): string | undefined {
  if (!listening) return undefined;
  if (isStuck(listening, nowMs)) {
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

/** One of several that should be heard and is not: the others do not make up for it. */
const deafDevice: Rule = (facts) => {
  const { listening } = facts.audio;
  if (!listening?.isRunning || audioStatus(facts) !== 'ok') return undefined;
  return listening.devices.flatMap((device) => {
    const trouble = deviceTrouble(device, facts.nowMs);
    if (trouble === undefined) return [];
    const advice = `Sound cannot be recorded: ${device.name}: ${trouble}.`;
    return [{ system: 'audio', reason: 'a device is not heard', advice }];
  });
};

const lostFrames: Rule = ({ vision: { capture }, startedAtMs, nowMs }) => {
  if (!capture || nowMs - startedAtMs < GRACE_MS) return undefined;
  const share = capture.metrics.recentDropShare;
  if (share <= MOST_DROPPED) return undefined;
  const advice = `${Math.round(share * 100)} % of the frames of the last minutes were lost, because reading and storing them takes too long; more than 5 % is too much. Close what keeps the machine busy.`;
  return { system: 'vision', reason: 'frames are lost', advice };
};

const slowFrames: Rule = ({ vision: { capture }, startedAtMs, nowMs }) => {
  if (!capture || nowMs - startedAtMs < GRACE_MS) return undefined;
  if (capture.metrics.recentStalls < MOST_RECENT_STALLS) return undefined;
  const advice =
    'Frames take more than ten seconds from the screen to the store. Close what keeps the machine busy.';
  return { system: 'vision', reason: 'the pipeline stalls', advice };
};

const slowDatabase: Rule = ({ vision: { capture } }) => {
  if (!capture || capture.metrics.averageDbLatencyMs <= MOST_DB_LATENCY_MS) return undefined;
  const advice =
    'Storing a frame takes more than ten seconds. Look at the disk of the data folder.';
  return { system: 'vision', reason: 'the database is slow', advice };
};

const failedTranscriptions: Rule = ({ audio: { listening } }) => {
  if (!listening || listening.metrics.recentErrorShare < MOST_ERRORS) return undefined;
  const advice =
    'Most transcriptions of the last minutes failed; more than 2 % is too much. The recordings are kept. The log says why, and "hindcast models list" whether the model is there.';
  return { system: 'audio', reason: 'transcriptions fail', advice };
};

const lostSound: Rule = ({ audio: { listening } }) => {
  if (!listening || listening.metrics.recentChunksRefused === 0) return undefined;
  const advice = 'Sound is lost, because listening to it lags. Close what keeps the machine busy.';
  return { system: 'audio', reason: 'sound is lost', advice };
};

const unstoredContent: Rule = (facts) => {
  // The same fault, reported once.
  if (facts.store.fault) return undefined;
  const { capture } = facts.vision;
  const { listening } = facts.audio;
  const faults = [
    ['vision', 'a frame could not be stored', capture?.metrics.lastFault],
    ['input', 'an event could not be stored', capture?.activity.input.lastFault],
    ['audio', 'a recording could not be kept', listening?.metrics.lastFault],
  ] as const;
  return faults.flatMap(([system, reason, last]) => {
    const fault = standingFault(last, facts);
    return fault ? [{ system, reason, advice: adviceOf(fault) }] : [];
  });
};

const brokenStore: Rule = ({ store: { fault } }) =>
  fault && { system: 'store', reason: 'it cannot be written', advice: adviceOf(fault) };

/** Recording goes on, but a person who does not know would never look for what is missing. */
const lostDatabase: Rule = ({ lostSnapshot }) => {
  if (!lostSnapshot) return undefined;
  const { date, file } = lostSnapshot;
  const advice = `The daily snapshot of ${date} belongs to another database that was here before. Stop the service and bring it back with "hindcast restore --snapshot ${date}". To keep the present database instead, delete ${file}; until then the snapshot stays.`;
  return { system: 'store', reason: 'an earlier database is missing', advice };
};

const lowDisk: Rule = ({ store: { freeBytes } }) => {
  if (freeBytes === undefined || freeBytes >= LEAST_FREE_BYTES) return undefined;
  const advice = `Only ${Math.floor(freeBytes / 1e6)} MB are free on the disk of the data folder. Free some space; when it is full, nothing is recorded.`;
  return { system: 'disk', reason: 'almost full', advice };
};

const brokenParts: Rule = ({ parts, nowMs }) =>
  parts
    .filter((part) => isBroken(part, nowMs))
    .map(({ name, state, lastFault }) => ({
      system: name,
      reason: state.kind === 'failed' ? 'it has failed' : 'it is started again',
      advice: lastFault ? adviceOf(lastFault) : 'The log says why.',
    }));

function isBroken({ state }: PartState, nowMs: number): boolean {
  if (state.kind === 'running') return state.failures > 0 && nowMs - state.sinceMs < HELD_FOR_MS;
  return state.kind === 'waiting' || state.kind === 'failed';
}

function adviceOf({ message, hint }: Fault): string {
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  return hint === undefined ? sentence : `${sentence} ${hint}`;
}

const RULES: readonly Rule[] = [
  noFrames,
  noSound,
  deafDevice,
  brokenStore,
  unstoredContent,
  lostDatabase,
  lowDisk,
  lostFrames,
  slowFrames,
  slowDatabase,
  failedTranscriptions,
  lostSound,
  brokenParts,
  idleKeeper,
];

export function findProblems(facts: HealthFacts): Problem[] {
  return RULES.flatMap((rule) => rule(facts) ?? []);
}

const AGREE = 'Open the page to see what would be recorded and to agree, or run: hindcast accept.';

/** What a person should know although nothing is broken. */
export function notesOf(facts: HealthFacts): string[] {
  const { governor, scrub, offload } = facts;
  const { capture } = facts.vision;
  const agreement = facts.isWaitingForAgreement ? AGREE : undefined;
  const note = capture?.status.kind === 'ok' ? capture.status.note : undefined;
  const away = offload && offloadNote(offload);
  const damage = damageNote(scrub?.broken ?? 0);
  return [agreement, note, governor?.note, damage, away, keeperNote(facts)].filter(
    (one) => one !== undefined,
  );
}

/** Recording goes on, and text is complete. */
function offloadNote({ fault, lost }: OffloadFigures): string | undefined {
  if (fault) return `Old pictures and sound: ${adviceOf(fault)}`;
  if (lost === 0) return undefined;
  return `${lost} pictures or recordings are no longer at the place they were moved to; their text is complete.`;
}

/** Recording goes on, so it is no reason for a 503. */
function damageNote(broken: number): string | undefined {
  if (broken === 0) return undefined;
  const what = broken === 1 ? '1 media file is damaged' : `${broken} media files are damaged`;
  return `${what}, and what it showed cannot be shown any more. "hindcast doctor --fix" puts it aside and keeps the text; a backup may have it whole.`;
}
