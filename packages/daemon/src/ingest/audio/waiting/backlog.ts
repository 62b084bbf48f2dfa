/**
 * The recordings that wait for their text, and the one that is worked on. Fresh ones are taken from memory; what an earlier run left, what
 * failed, and in batch mode everything, is taken from the store, when the machine has time. One at a time.
 */

import type { Clock } from '#core/clock.ts';
import { ServiceError } from '#core/errors.ts';
import type { Log } from '#core/log/log.ts';
import type { Service } from '#core/service.ts';
import { samplesOf } from '#core/sound/pcm.ts';
import type { VoiceDetector } from '#extract/vad/engine.ts';
import type { AudioSegment, SegmentState } from '#store/audio/audio-records.ts';
import type { AudioFile, AudioMedia } from '#store/media/audio/audio-media.ts';
import type { Store } from '#store/store.ts';
import type { MachineLoad } from '../../../upkeep/machine-load.ts';
import type { AudioMeter } from '../../audio-metrics.ts';
import { type Job, LIKELY_SPEECH, pieceOf } from '../job.ts';
import { storedState } from '../recordings.ts';
import { errorCodeOf, type Scribe } from '../scribe.ts';
import { measureVoice } from '../voiced.ts';

/** Each holds at most 24 s of sound, 0.8 MB; the rest is on the disk anyway. */
const MOST_AT_HAND = 20;
const LOOK_EVERY_MS = 30_000;
/** A failure is mostly a network or a model that is away; the sixth is the recording itself. */
const RETRY_AFTER_MS = 5 * 60_000;
const MOST_ATTEMPTS = 5;
/** Nothing is wrong with the recording: these do not count as attempts. */
const OUTAGE = /^(?:ASR_ENDPOINT_|DISK_FULL$|SPEECH_PROCESS_STOPPED$|MODEL_NOT_INSTALLED$)/;

const DELETED = 'AUDIO_CHUNK_NOT_FOUND';

const REASONS: Readonly<Record<Exclude<MachineLoad, 'free'>, string>> = {
  busy: 'the machine is busy',
  on_battery: 'the machine runs on battery',
};

export interface Backlog extends Service {
  offer(job: Job): Promise<void>;
  /** Recordings without text, except those that were tried too often. */
  waiting(): number;
  /** Why no recording gets its text before a person does something; undefined when nothing is known against it. */
  trouble(): string | undefined;
  /** Since when they wait without progress; undefined when none waits. */
  stuckSinceMs(): number | undefined;
  /** Text is wanted at once, and nothing else is to be done: there is time for provisional text. */
  isIdle(): boolean;
}

interface BacklogDeps {
  mode: 'realtime' | 'batch' | 'disabled';
  store: Store;
  media: AudioMedia;
  scribe: Scribe;
  makeDetector: () => VoiceDetector;
  machineLoad: () => Promise<MachineLoad>;
  /** Why text has to wait whatever the mode; undefined when it has not. */
  whyWait?: () => string | undefined;
  meter: AudioMeter;
  clock: Clock;
  log: Log;
}

interface BacklogState {
  wake: () => void;
  waiting: number;
  stuckSinceMs: number | undefined;
  retryAtMs: number;
  trouble: string | undefined;
}

export function openBacklog(deps: BacklogDeps): Backlog {
  const { mode, store, scribe, meter, clock, whyWait = () => undefined } = deps;
  const log = deps.log.child({ part: 'ingest.audio' });
  const state: BacklogState = {
    wake: () => {},
    waiting: 0,
    stuckSinceMs: undefined,
    retryAtMs: 0,
    trouble: undefined,
  };
  const read = recordingReader(deps);
  const { atHand, count, transcribe, workOff } = backlogWork({ deps, state, log, read });

  /** In batch mode the work waits for a machine that has time. */
  async function hasTime(): Promise<boolean> {
    const reason = whyWait();
    if (reason !== undefined) {
      // They are on the disk, and found there when their time comes.
      for (const { recording } of atHand.splice(0)) scribe.recordings.release(recording, 'backlog');
      meter.paused(reason);
      return false;
    }
    const load = mode === 'batch' ? await deps.machineLoad() : 'free';
    meter.paused(load === 'free' ? null : REASONS[load]);
    return load === 'free';
  }

  async function rest(signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    state.wake = () => woken.abort();
    if (atHand.length === 0) {
      await clock.sleep(LOOK_EVERY_MS, AbortSignal.any([signal, woken.signal]));
    }
  }

  return {
    name: 'ingest.audio',
    waiting: () => state.waiting,
    trouble: () => state.trouble,
    stuckSinceMs: () => state.stuckSinceMs,
    isIdle: () =>
      mode === 'realtime' &&
      whyWait() === undefined &&
      scribe.recordings.countHeldBy('backlog') === 0,
    async offer(job) {
      const isAtOnce = mode === 'realtime' && whyWait() === undefined;
      if (isAtOnce && atHand.length < MOST_AT_HAND) {
        scribe.recordings.hold(job.recording, 'backlog');
        atHand.push(job);
      } else if (!isAtOnce) await store.audio.setSegmentState(job.chunkId, 'deferred');
      await count();
      state.wake();
    },
    async run(signal) {
      await count();
      while (!signal.aborted) {
        const isAllowed = mode !== 'disabled' && (await hasTime());
        const job = atHand.shift();
        if (job) await transcribe(job, signal);
        else if (!isAllowed || !(await workOff(signal))) await rest(signal);
      }
    },
  };
}

/** Transcribes what waits, and postpones what fails. */
function backlogWork(parts: {
  deps: BacklogDeps;
  state: BacklogState;
  log: Log;
  read: ReturnType<typeof recordingReader>;
}) {
  const { deps, state, log, read } = parts;
  const { store, clock, scribe, mode, meter } = deps;
  const atHand: Job[] = [];

  async function count(): Promise<void> {
    const { pending, deferred, failed } = await store.audio.countSegments(MOST_ATTEMPTS);
    state.waiting = pending + deferred + failed;
    state.stuckSinceMs = state.waiting === 0 ? undefined : (state.stuckSinceMs ?? clock.now());
  }

  /** It waits on, and is tried again later. */
  async function postpone(chunkId: number, error: unknown): Promise<void> {
    const code = errorCodeOf(error);
    // Deleted meanwhile: nobody waits for its text.
    if (code === DELETED) return;
    log.warn({ err: error, chunkId }, 'a recording could not be transcribed yet');
    state.trouble = missingModel(error);
    state.retryAtMs = clock.now() + RETRY_AFTER_MS;
    await store.audio
      .setSegmentState(chunkId, 'failed', code, !OUTAGE.test(code))
      .catch((cause: unknown) => {
        if (errorCodeOf(cause) !== DELETED) throw cause;
      });
  }

  /** True when it has its text now. */
  async function transcribe(job: Job, signal: AbortSignal): Promise<boolean> {
    scribe.recordings.hold(job.recording, 'backlog');
    try {
      await scribe.write(job, signal);
      state.stuckSinceMs = undefined;
      state.trouble = undefined;
      return true;
    } catch (error) {
      if (!signal.aborted) await postpone(job.chunkId, error);
      return false;
    } finally {
      scribe.recordings.release(job.recording, 'backlog');
      await count();
    }
  }

  async function nextFromStore(): Promise<AudioSegment | undefined> {
    const states: Exclude<SegmentState, 'done'>[] = ['pending', 'deferred'];
    if (clock.now() >= state.retryAtMs) states.push('failed');
    const segments = await store.audio.listSegments(states, MOST_AT_HAND + 10, MOST_ATTEMPTS);
    return segments.find((segment) => !scribe.recordings.isHeld(segment));
  }

  /** The file is missing or broken: nothing more can be made of it than what was written provisionally. */
  async function giveUp({ chunkId }: AudioSegment): Promise<void> {
    const chunk = await store.audio.findChunk(chunkId);
    if (!chunk) return;
    if (chunk.transcriptions.length > 0) await store.audio.setSegmentState(chunkId, 'done');
    else await store.audio.setSegmentText(chunkId, [], true);
    await count();
  }

  /** One recording from the store; false when there is none to do now. */
  async function workOff(signal: AbortSignal): Promise<boolean> {
    const segment = await nextFromStore();
    if (!segment) return false;
    let job: Job;
    try {
      job = await read(segment, signal);
    } catch (error) {
      if (signal.aborted) return false;
      if (['AUDIO_GONE', 'OFFLOAD_LOST'].includes(errorCodeOf(error))) {
        log.warn({ err: error, chunkId: segment.chunkId }, 'a recording cannot be read');
        await giveUp(segment);
        return true;
      }
      // The machine refused (files, memory, the disk), which says nothing about the recording.
      await postpone(segment.chunkId, error);
      await count();
      return false;
    }
    const isDone = await transcribe(job, signal);
    if (isDone && mode === 'batch') meter.count('segmentsBatchProcessed');
    return isDone;
  }

  return { atHand, count, transcribe, workOff };
}

/** Makes a job of a pending recording. */
function recordingReader(deps: BacklogDeps) {
  /** The end of a recording may not have been written, on a full disk: then it is made now, from what was written meanwhile. */
  async function samplesOfFile(file: AudioFile, signal: AbortSignal): Promise<Float32Array> {
    try {
      return await deps.media.readSamples(file, signal);
    } catch (error) {
      if (errorCodeOf(error) !== 'AUDIO_GONE' || !(await deps.media.rescue(file))) throw error;
      return deps.media.readSamples(file, signal);
    }
  }

  return async (segment: AudioSegment, signal: AbortSignal): Promise<Job> => {
    const { chunkId, filePath, deviceName, isInput, atMs, isTextFinal } = segment;
    const heard = await samplesOfFile({ id: chunkId, filePath }, signal);
    const samples = samplesOf(heard);
    return {
      chunkId,
      deviceName,
      isInput,
      startAtMs: atMs,
      pieces: [pieceOf({ startMs: atMs, endMs: atMs + samples.length / 16, samples })],
      meanProbability: isTextFinal
        ? LIKELY_SPEECH
        : await measureVoice(samples, deps.makeDetector(), signal),
      sequence: -chunkId,
      // Whether it was an echo could be known only while both were heard; the words still can.
      needsTextCheck: isInput,
      recording: { state: storedState(segment), chunkId },
    };
  };
}

function missingModel(error: unknown): string | undefined {
  if (!(error instanceof ServiceError) || error.code !== 'MODEL_NOT_INSTALLED') return undefined;
  return `the speech model is not installed: run "hindcast models pull ${error.context?.model}"`;
}
