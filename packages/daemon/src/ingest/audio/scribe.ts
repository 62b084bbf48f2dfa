/**
 * From recorded speech to rows: keeps the recording, leaves out what is only an echo, has it recognised and says who spoke. A recording
 * waits in the store until its text is there, so nothing is lost when recognition fails or the process is killed.
 */
import { basename } from 'node:path';
import { ServiceError } from '#core/errors.ts';
import type { Log } from '#core/log/log.ts';
import type { EchoVerdict } from '#extract/echo/signal/room.ts';
import { LANGUAGE_NOT_UNDERSTOOD } from '#store/audio/audio-records.ts';
import type { AudioMedia } from '#store/media/audio/audio-media.ts';
import { removeDiscardedFiles } from '#store/media/audio/discarded-files.ts';
import type { Store } from '#store/store.ts';
import type { AudioMeter } from '../audio-metrics.ts';
import type { Heard } from './ear.ts';
import type { Echoes } from './echoes.ts';
import type { Identify, Turn } from './identify.ts';
import { type Job, jobOf, onlyKept, type Piece, partOf, SAMPLES_PER_MS } from './job.ts';
import type { Recognition } from './recognition.ts';
import { moveOn, openRecordings, type Recordings } from './recordings.ts';
import { type Embed, splitTurns } from './split-turns.ts';
import { makeWording, type Worded } from './wording.ts';

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
  /** Those that are being made: whoever looks for waiting ones leaves these alone. */
  readonly recordings: Recordings;
}

interface ScribeDeps {
  store: Store;
  media: AudioMedia;
  echoes: Echoes;
  recognition: Recognition;
  /** Says who spoke; best effort. */
  identify: Identify;
  /** For telling where another person begins; best effort. */
  embed: Embed;
  meter: AudioMeter;
  log: Log;
}

export function makeScribe(deps: ScribeDeps): Scribe {
  const { store, media, echoes, meter, log } = deps;
  const textOf = makeWording(deps);
  const recordings = openRecordings();
  const { judge, noteEcho, addRow, keepOwn } = rowKeeper(deps, recordings);

  /** What the loudspeaker said may have been heard by microphones before it was written. */
  async function nameListeners(id: number, { row, piece }: Worded) {
    const { startMs, endMs } = piece;
    const others = echoes.wrote({ id, device: row.deviceName, startMs, endMs, text: row.text });
    if (others.length > 0) await store.audio.updateTranscription(id, { otherDevices: others });
  }
  const { turnsOf, tellSpeaker, tellSpeakers } = speakerCalls(deps, log, store);

  /** Nobody knows what was said: the sound stays, for a person or another model. */
  async function keepUnread({ chunkId }: Job): Promise<void> {
    await store.audio.setSegmentText(chunkId, [], false);
    await store.audio.setSegmentState(chunkId, 'failed', LANGUAGE_NOT_UNDERSTOOD);
    meter.count('segmentsNotUnderstood');
  }

  return {
    recordings,

    async writeProvisionally(heard, signal) {
      const { draft, segment } = heard;
      const recording = recordings.of(draft);
      const hasEnded = () => recording.state !== 'spooling';
      const verdict = await judge(heard);
      if (verdict?.verdict === 'echo') return;
      const said = await textOf(jobOf(heard, recording, verdict), signal);
      const filePath = await draft.filePath();
      // Recognition took its time: the end of it may have come meanwhile, and says more.
      if (said.length === 0 || filePath === undefined || hasEnded()) return;
      const durationMs = segment.samples.length / SAMPLES_PER_MS;
      recording.row ??= addRow(heard, filePath, durationMs);
      const chunkId = await recording.row.catch((error: unknown) => {
        recording.row = undefined;
        throw error;
      });
      if (hasEnded()) return;
      const ids = await store.audio.setSegmentText(
        chunkId,
        said.map(({ row }) => row),
        false,
      );
      if (heard.device.kind === 'input') return;
      for (const [i, id] of ids.entries()) await nameListeners(id, said[i] as Worded);
    },

    async keep(heard, handOver) {
      const recording = recordings.of(heard.draft);
      moveOn(recording, 'kept');
      try {
        const job = await keepOwn(heard);
        if (job) await handOver?.(job);
        return job;
      } catch (error) {
        await heard.draft.close().catch(() => undefined); // the first error says more
        throw error;
      } finally {
        recordings.release(recording, 'scribe');
      }
    },

    async write(job, signal) {
      if (job.recording.state === 'transcribed') return tellSpeakers(job, signal);
      // Counted here only: provisional text is asked for several times over.
      let isUnderstood = true;
      const turns = { ...job, pieces: await turnsOf(job, signal) };
      const said = await textOf(turns, signal, {
        onEcho: ({ startMs, endMs }) => noteEcho(job.deviceName, startMs, endMs),
        onNotUnderstood() {
          isUnderstood = false;
        },
      });
      if (said.length === 0 && !isUnderstood) return keepUnread(job);
      const rows = said.map(({ row }) => row);
      // Until it is known who spoke the recording waits on: a process that is killed meanwhile finds it again.
      const ids = await store.audio.setSegmentText(job.chunkId, rows, true, said.length > 0);
      moveOn(job.recording, 'transcribed');
      if (said.length === 0) await removeDiscardedFiles(store, media);
      for (const [i, id] of ids.entries()) {
        const one = said[i] as Worded;
        meter.wrote(one.words);
        if (!job.isInput) await nameListeners(id, one);
        const { deviceName: device } = job;
        await tellSpeaker({ transcriptionId: id, device, samples: one.piece.samples }, signal);
      }
      if (said.length > 0) await store.audio.setSegmentState(job.chunkId, 'done');
      moveOn(job.recording, 'identified');
    },
  };
}

/** Adds the row of a recording when it is known to be no echo. */
function rowKeeper(deps: ScribeDeps, recordings: Recordings) {
  const { echoes, meter, store, media } = deps;
  async function judge({ device, segment }: Heard): Promise<EchoVerdict | undefined> {
    return device.kind === 'input' ? echoes.judge(device, segment) : undefined;
  }

  /** The microphone is named as a further device of what it heard; it stores no row itself. */
  async function noteEcho(microphone: string, startMs: number, endMs: number): Promise<void> {
    meter.count('dbDuplicatesBlocked');
    for (const row of echoes.heardAgain({ microphone, startMs, endMs })) {
      await store.audio.updateTranscription(row.id, { otherDevices: [microphone] });
    }
  }

  function addRow(heard: Heard, filePath: string, durationMs: number): Promise<number> {
    const { atMs, deviceName, isInput } = heard.draft.recording;
    const recording = recordings.of(heard.draft);
    // Before the row is there: whoever looks for waiting ones could find it at once.
    recording.fileName = basename(filePath);
    recordings.hold(recording, 'scribe');
    return store.audio.addSegment({
      filePath,
      atMs: Math.round(atMs),
      deviceName,
      isInput,
      durationMs,
    });
  }

  /** Nothing of it is kept: neither the sound nor what was written provisionally. */
  async function drop(heard: Heard): Promise<void> {
    await heard.draft.discard();
    const chunkId = await recordings.of(heard.draft).row;
    if (chunkId === undefined) return;
    await store.audio.setSegmentText(chunkId, [], true);
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
    const recording = recordings.of(draft);
    await recording.row?.catch(() => undefined);
    recording.chunkId = await addRow(heard, kept.filePath, kept.durationMs);
    await media.release(kept);
    return jobOf(heard, recording, verdict);
  }

  return { judge, noteEcho, addRow, keepOwn };
}

/** Finds out who speaks, and where another person begins. */
function speakerCalls(deps: ScribeDeps, log: ScribeDeps['log'], store: ScribeDeps['store']) {
  /** The stretches of a recording, divided where another person begins. */
  async function turnsOf({ pieces }: Job, signal: AbortSignal): Promise<Piece[]> {
    const turns: Piece[] = [];
    for (const piece of pieces) {
      const split = await splitTurns(piece, deps.embed, signal).catch((err: unknown) => {
        signal.throwIfAborted();
        log.warn({ err }, 'voices could not be distinguished');
        return [piece];
      });
      turns.push(...split);
    }
    return turns;
  }

  /** Best effort, unless the service ends: then it is done at the next start. */
  async function tellSpeaker(turn: Turn, signal: AbortSignal): Promise<void> {
    await deps.identify(turn, signal).catch((err: unknown) => {
      signal.throwIfAborted();
      log.warn({ err }, 'a speaker could not be identified');
    });
  }

  /** Of a recording that has its text: a second reading may understand less than the first. */
  async function tellSpeakers(job: Job, signal: AbortSignal): Promise<void> {
    const { chunkId, pieces, recording } = job;
    const samples = pieces[0]?.samples ?? new Int16Array();
    const chunk = await store.audio.findChunk(chunkId, signal);
    for (const { id, deviceName, ...said } of chunk?.transcriptions ?? []) {
      const turn = { transcriptionId: id, device: deviceName, samples: partOf(samples, said) };
      await tellSpeaker(turn, signal);
    }
    await store.audio.setSegmentState(chunkId, 'done');
    moveOn(recording, 'identified');
  }

  return { turnsOf, tellSpeaker, tellSpeakers };
}

export function errorCodeOf(error: unknown): string {
  return error instanceof ServiceError ? error.code : 'TRANSCRIPTION_FAILED';
}
