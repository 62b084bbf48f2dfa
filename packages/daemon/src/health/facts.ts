/** What health is judged by. The caller collects it; the rules only look. */
import type { Fault } from '#core/fault.ts';
import type { PartState } from '#core/service.ts';
import type { AudioDeviceState, AudioStatus } from '#ingest/audio-control.ts';
import type { AudioMetrics } from '#ingest/audio-metrics.ts';
import type { CapturePause } from '#ingest/capture-pause.ts';
import type { MeaningAvailability } from '#ingest/meaning/meaning-control.ts';
import type { DesktopActivity, VisionStatus } from '#ingest/screen/vision-control.ts';
import type { VisionMetrics } from '#ingest/screen/vision-metrics.ts';
import type { OffloadFigures } from '#offload/offload.ts';
import type { WaitingPassages } from '#store/meaning/records.ts';
import type { StoreSummary } from '#store/records.ts';
import type { ScrubFigures } from '#upkeep/scrub.ts';

/** The screen side while it is there. */
export interface CaptureFacts {
  isRunning: boolean;
  status: VisionStatus;
  metrics: VisionMetrics;
  activity: DesktopActivity;
}

/** The audio side while it is there. */
export interface ListeningFacts {
  isRunning: boolean;
  status: AudioStatus;
  devices: readonly AudioDeviceState[];
  metrics: AudioMetrics;
}

export interface StoreFacts {
  /** What keeps the store from working now; undefined when it works. */
  fault: Fault | undefined;
  /** The same for what is captured alone: the canary, and the writes of capture. */
  captureFault: Fault | undefined;
  canaryPassedAtMs: number | undefined;
  /** Room on the disk; undefined when it is not known. */
  freeBytes: number | undefined;
}

/** What this device and the others of its account are to each other. */
export interface KeeperFacts {
  /** Of this one. */
  role: 'device' | 'keeper';
  isLocked: boolean;
  /** Whether pictures and sound stay on this device. */
  isTextOnly: boolean;
  /** Of the last round of sync. */
  lastError: { message: string } | null;
  /** Others that hold everything of all devices. */
  keepers: readonly { machineId: string; lastSeenAtMs: number | null }[];
  /** Pictures and recordings that are too old and stay until a keeper holds them. */
  waitingFiles: number;
}

export interface HealthFacts {
  dataDir: string;
  newest: Pick<StoreSummary, 'lastFrameAtMs' | 'lastTranscriptAtMs'>;
  vision: { enabled: boolean; capture?: CaptureFacts | undefined };
  audio: { enabled: boolean; listening?: ListeningFacts | undefined };
  /** What a person has paused. */
  pauses?: ReturnType<CapturePause['state']> | undefined;
  /** Nothing is captured before the person has agreed. */
  isWaitingForAgreement?: boolean | undefined;
  /** What is done less, and why; nothing is wrong then. */
  governor?: { note: string | undefined; isPaused: boolean } | undefined;
  store: StoreFacts;
  /** When what is too old was removed last. */
  retentionRanAtMs?: number | undefined;
  /** Media files that were decoded to see whether they are whole. */
  scrub?: ScrubFigures | undefined;
  /** Pictures and sound that lie elsewhere. */
  offload?: OffloadFigures | undefined;
  /** Absent without a keeper. */
  keeper?: KeeperFacts | undefined;
  /** Whether meaning can be searched, and what waits for it. */
  meaning?: (WaitingPassages & { availability: MeaningAvailability }) | undefined;
  /** The newest daily snapshot of another database that was here before; its content is not in the present one. */
  lostSnapshot?: { readonly date: string; readonly file: string } | undefined;
  parts: readonly PartState[];
  startedAtMs: number;
  nowMs: number;
  /** Whether the bundled sample day is shown in place of this machine. */
  replay: boolean;
}

/** A fault stands until the same thing works again; where nothing is tried any more, until the store has proven itself since. */
const DOUBT_MS = 60_000;

export function standingFault(
  fault: Fault | undefined,
  { store, nowMs }: Pick<HealthFacts, 'store' | 'nowMs'>,
): Fault | undefined {
  if (!fault) return undefined;
  return isProvenSince(fault, store) && nowMs - fault.atMs > DOUBT_MS ? undefined : fault;
}

/** Whether something could not be stored and only a canary can tell whether it could be now: perhaps nobody tries again. */
export function needsProof({ vision, audio, store }: HealthFacts): boolean {
  return [
    vision.capture?.metrics.lastFault,
    vision.capture?.activity.input.lastFault,
    audio.listening?.metrics.lastFault,
  ].some((fault) => fault !== undefined && !isProvenSince(fault, store));
}

function isProvenSince(fault: Fault, { canaryPassedAtMs = 0 }: StoreFacts): boolean {
  return canaryPassedAtMs > fault.atMs;
}

/** Sound comes several times a second; a device that says it records and brings nothing for this long does not. */
const DEAF_AFTER_MS = 4_000;

/** Why a device that should be heard is not, although it is plugged in; undefined when it is heard, or nobody wants it. */
export function deviceTrouble(
  { state, detail, isThere, lastHeardAtMs }: AudioDeviceState,
  nowMs: number,
): string | undefined {
  if (state === 'stopped' || !isThere) return undefined;
  if (state === 'waiting') return detail ?? 'no sound';
  // Sound of the future was heard before the clock was set back.
  const isDeaf = lastHeardAtMs !== undefined && Math.abs(nowMs - lastHeardAtMs) > DEAF_AFTER_MS;
  return isDeaf ? 'it delivers no sound' : undefined;
}
