/**
 * From recorded speech to rows: keeps the recording, leaves out what is only an echo, has it recognised and says who spoke. A recording
 * waits in the store until its text is there, so nothing is lost when recognition fails or the process is killed.
 */
import { basename } from 'node:path';
import { ServiceError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import { isRepeated, type Said } from '#extract/echo/repeated-words.ts';
import type { EchoVerdict } from '#extract/echo/room.ts';
import { POST_ROLL_MS, PRE_ROLL_MS } from '#extract/vad/segmenter.ts';
import type { AudioMedia } from '#store/media/audio/audio-media.ts';
import { removeDiscardedFiles } from '#store/media/audio/discarded-files.ts';
import type { NewTranscription, TranscriptItem } from '#store/records.ts';
import type { Store } from '#store/store.ts';
import type { AudioMeter } from '../audio-metrics.ts';
import type { Draft } from './draft.ts';
import type { Heard } from './ear.ts';
import type { Echoes } from './echoes.ts';
import type { Recognition } from './recognition.ts';

/** What a loudspeaker said begins at most a long segment before the microphone heard it. */
const LOOK_BACK_MS = 30_000;
const SAMPLES_PER_MS = 16;

/** A stretch of a recording that is to become text. */
interface Piece {
  readonly startMs: number;
  readonly endMs: number;
  readonly samples: Int16Array;
  /** Where in `samples` speech begins and ends. */
  readonly voicedFrom: number;
  readonly voicedTo: number;
  /** As the recording says when not given. */
  readonly needsTextCheck?: boolean;
}

/** What surrounds speech in a recording, when nothing better is known. */
const AROUND_SEGMENT = { before: PRE_ROLL_MS, after: POST_ROLL_MS };
const AROUND_KEPT = { before: 320, after: 190 };

export function pieceOf(
  kept: Pick<Piece, 'startMs' | 'endMs' | 'samples' | 'needsTextCheck'>,
  around = AROUND_SEGMENT,
): Piece {
  const { length } = kept.samples;
  const voicedFrom = Math.min(around.before * SAMPLES_PER_MS, length);
  return {
    ...kept,
    voicedFrom,
    voicedTo: Math.max(voicedFrom, length - around.after * SAMPLES_PER_MS),
  };
}

/** A recording that is on the disk and in the store, with its sound at hand. */
export interface Job {
  readonly chunkId: number;
  readonly deviceName: string;
  readonly isInput: boolean;
  readonly startAtMs: number;
  readonly pieces: readonly Piece[];
  readonly meanProbability: number;
  readonly sequence: number;
  /** Whether the words must be compared with what the loudspeakers said. */
  readonly needsTextCheck: boolean;
}

export interface Scribe {
  /** Speech that may go on: its text is stored at once, and replaced later. */
  writeProvisionally(heard: Heard, signal: AbortSignal): Promise<void>;
  /**
   * Speech that has ended: on the disk and in the store when it resolves. Undefined for an echo, which is not kept. Until
   * `handOver` has taken it, the recording counts as being made.
   */
  keep(heard: Heard, handOver?: (job: Job) => Promise<void>): Promise<Job | undefined>;
  /** Rejects when it cannot be recognised now; the recording then waits on. */
  write(job: Job, signal: AbortSignal): Promise<void>;
  /** Recordings that are still being made: whoever looks for waiting ones leaves these alone. */
  isBeingMade(filePath: string): boolean;
}

export function makeScribe(deps: {
  store: Store;
  media: AudioMedia;
  echoes: Echoes;
  recognition: Recognition;
  /** Says who spoke; best effort. */
  identify: (
    turn: { transcriptionId: number; device: string; samples: Int16Array },
    signal: AbortSignal,
  ) => Promise<void>;
  meter: AudioMeter;
  log: Log;
}): Scribe {
  const { store, media, echoes, recognition, meter, log } = deps;
  const chunkOf = new WeakMap<Draft, Promise<number>>();
  const ended = new WeakSet<Draft>();
  /** By file name, which is known before there is a row. */
  const beingMade = new Map<string, Draft>();

  function unmark(draft: Draft): void {
    for (const [name, owner] of beingMade) if (owner === draft) beingMade.delete(name);
  }

  async function judge({ device, segment }: Heard): Promise<EchoVerdict | undefined> {
    return device.kind === 'input' ? echoes.judge(device, segment) : undefined;
  }

  function jobOf(heard: Heard, chunkId: number, verdict: EchoVerdict | undefined): Job {
    const { device, segment } = heard;
    const { startAtMs: startMs, endAtMs: endMs, samples, voicedFrom, voicedTo } = segment;
    const whole = { startMs, endMs, samples, voicedFrom, voicedTo };
    return {
      chunkId,
      deviceName: device.name,
      isInput: device.kind === 'input',
      startAtMs: segment.startAtMs,
      pieces:
        verdict?.verdict === 'mixed'
          ? verdict.keep.map((kept) => pieceOf(kept, AROUND_KEPT))
          : [whole],
      meanProbability: segment.meanProbability,
      sequence: segment.sequence,
      needsTextCheck: verdict?.needsTextCheck ?? false,
    };
  }

  /** Rows of the loudspeakers around that time, as they are stored. */
  async function playedAround(startMs: number, endMs: number): Promise<Said[]> {
    const { items } = await store.search({
      kinds: ['audio'],
      limit: 100,
      offset: 0,
      order: 'ascending',
      startMs: startMs - LOOK_BACK_MS,
      endMs,
    });
    return items
      .filter((item): item is TranscriptItem => item.kind === 'audio' && !item.isInput)
      .map(({ atMs, text, startSecs, endSecs }) => ({
        startMs: atMs,
        endMs: atMs + ((endSecs ?? 0) - (startSecs ?? 0)) * 1000,
        text,
      }));
  }

  async function textOf(
    job: Job,
    signal: AbortSignal,
    onEcho: (piece: Piece) => Promise<void> = async () => {},
  ) {
    const said: { row: NewTranscription; piece: Piece; words: number }[] = [];
    for (const [i, piece] of job.pieces.entries()) {
      const { startMs, endMs, samples, voicedFrom, voicedTo } = piece;
      const utterance = {
        sequence: job.sequence * 1000 + i,
        startAtMs: startMs,
        endAtMs: endMs,
        samples,
        voicedFrom,
        voicedTo,
        meanProbability: job.meanProbability,
      };
      const { text, words, engine } = await recognition.recognise(
        job.deviceName,
        utterance,
        signal,
      );
      if (text === undefined) continue;
      if (piece.needsTextCheck ?? job.needsTextCheck) {
        const played = await playedAround(startMs, endMs);
        if (isRepeated({ startMs, endMs, text }, played)) {
          await onEcho(piece);
          continue;
        }
      }
      const row: NewTranscription = {
        atMs: Math.round(startMs),
        text,
        engine,
        deviceName: job.deviceName,
        isInput: job.isInput,
        startSecs: (startMs - job.startAtMs) / 1000,
        endSecs: (endMs - job.startAtMs) / 1000,
      };
      said.push({ row, piece, words });
    }
    return said;
  }

  /** The microphone is named as a further device of what it heard; nothing of its own is stored. */
  async function noteEcho(microphone: string, startMs: number, endMs: number): Promise<void> {
    meter.count('dbDuplicatesBlocked');
    for (const row of echoes.heardAgain({ microphone, startMs, endMs })) {
      await store.updateTranscription(row.id, { otherDevices: [microphone] });
    }
  }

  /** What the loudspeaker said may have been heard by microphones before it was written. */
  async function nameListeners(
    id: number,
    { row, piece }: { row: NewTranscription; piece: Piece },
  ) {
    const { startMs, endMs } = piece;
    const others = echoes.wrote({ id, device: row.deviceName, startMs, endMs, text: row.text });
    if (others.length > 0) await store.updateTranscription(id, { otherDevices: others });
  }

  function addRow(heard: Heard, filePath: string, durationMs: number): Promise<number> {
    const { atMs, deviceName, isInput } = heard.draft.recording;
    // Before the row is there: whoever looks for waiting ones could find it at once.
    beingMade.set(basename(filePath), heard.draft);
    return store.addSegment({ filePath, atMs: Math.round(atMs), deviceName, isInput, durationMs });
  }

  /** Nothing of it is kept: neither the sound nor what was written provisionally. */
  async function drop(heard: Heard): Promise<void> {
    await heard.draft.discard();
    const chunkId = await chunkOf.get(heard.draft);
    if (chunkId === undefined) return;
    await store.setSegmentText(chunkId, [], true);
    await removeDiscardedFiles(store, media);
  }

  async function keepOwn(heard: Heard): Promise<Job | undefined> {
    const { draft, device, segment } = heard;
    const verdict = await judge(heard);
    if (verdict?.verdict === 'echo') {
      await drop(heard);
      await noteEcho(device.name, segment.startAtMs, segment.endAtMs);
      return undefined;
    }
    if (verdict?.verdict === 'mixed') meter.count('dbOverlapsTrimmed');
    const kept = await draft.finish(
      verdict?.verdict === 'mixed' ? onlyKept(heard, verdict) : segment.samples,
    );
    // A provisional row that is being added is the same row; one that failed is added now.
    await chunkOf.get(draft)?.catch(() => undefined);
    const chunkId = await addRow(heard, kept.filePath, kept.durationMs);
    await media.release(kept);
    return jobOf(heard, chunkId, verdict);
  }

  return {
    isBeingMade: (filePath) => beingMade.has(basename(filePath)),

    async writeProvisionally(heard, signal) {
      const { draft, segment } = heard;
      const verdict = await judge(heard);
      if (verdict?.verdict === 'echo') return;
      const said = await textOf(jobOf(heard, 0, verdict), signal);
      const filePath = await draft.filePath();
      // Recognition took its time: the end of it may have come meanwhile, and says more.
      if (said.length === 0 || filePath === undefined || ended.has(draft)) return;
      const durationMs = segment.samples.length / SAMPLES_PER_MS;
      const adding = chunkOf.get(draft) ?? addRow(heard, filePath, durationMs);
      chunkOf.set(draft, adding);
      const chunkId = await adding.catch((error: unknown) => {
        chunkOf.delete(draft);
        throw error;
      });
      if (ended.has(draft)) return;
      const ids = await store.setSegmentText(
        chunkId,
        said.map(({ row }) => row),
        false,
      );
      if (heard.device.kind === 'input') return;
      for (const [i, id] of ids.entries())
        await nameListeners(id, said[i] as (typeof said)[number]);
    },

    async keep(heard, handOver) {
      ended.add(heard.draft);
      try {
        const job = await keepOwn(heard);
        if (job) await handOver?.(job);
        return job;
      } finally {
        unmark(heard.draft);
      }
    },

    async write(job, signal) {
      // Counted here only: provisional text is asked for several times over.
      const said = await textOf(job, signal, ({ startMs, endMs }) =>
        noteEcho(job.deviceName, startMs, endMs),
      );
      const ids = await store.setSegmentText(
        job.chunkId,
        said.map(({ row }) => row),
        true,
      );
      if (said.length === 0) await removeDiscardedFiles(store, media);
      for (const [i, transcriptionId] of ids.entries()) {
        const one = said[i] as (typeof said)[number];
        meter.wrote(one.words);
        if (!job.isInput) await nameListeners(transcriptionId, one);
        const { samples } = one.piece;
        await deps
          .identify({ transcriptionId, device: job.deviceName, samples }, signal)
          .catch((err: unknown) => {
            if (!signal.aborted) log.warn({ err }, 'a speaker could not be told');
          });
      }
    },
  };
}

/** The recording without what the loudspeaker said: as long as it was, so that times stay right. */
function onlyKept({ segment }: Heard, { keep }: EchoVerdict): Int16Array {
  const samples = new Int16Array(segment.samples.length);
  for (const piece of keep) {
    const at = Math.max(0, Math.round((piece.startMs - segment.startAtMs) * SAMPLES_PER_MS));
    samples.set(piece.samples.subarray(0, Math.max(0, samples.length - at)), at);
  }
  return samples;
}

export function errorCodeOf(error: unknown): string {
  return error instanceof ServiceError ? error.code : 'TRANSCRIPTION_FAILED';
}
