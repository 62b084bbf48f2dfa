/**
 * Everything the writer thread does to what was said: transcriptions, their recordings, voices and speakers. Joins the
 * parts and sees to it that each call leaves all of them in agreement.
 */
import { serviceError } from '#core/errors.ts';
import { documentWriter } from '../content/documents.ts';
import { durable } from '../kernel/calls.ts';
import type { WriteKernel } from '../kernel/kernel.ts';
import type { NewTranscription } from '../new-records.ts';
import { speakerMoves } from '../speakers/speaker-moves.ts';
import { reassignmentWriter } from '../speakers/speaker-reassignment.ts';
import { voiceWriter } from '../speakers/speaker-voices.ts';
import { speakerWriter } from '../speakers/speakers.ts';
import { tagWriter } from '../tags/tags.ts';
import { audioChunkWriter } from './audio-chunks.ts';
import type { TranscriptionChange } from './audio-records.ts';
import { oldLineWriter } from './old-lines.ts';
import { secondReadingWriter } from './second-readings.ts';
import { transcriptionWriter } from './transcriptions.ts';

export function audioWriter({ db, part }: WriteKernel) {
  const documents = part(documentWriter);
  const transcriptions = transcriptionWriter(db, documents);
  const chunks = audioChunkWriter(db);
  const voices = voiceWriter(db);
  const tags = part(tagWriter);
  const moves = speakerMoves(db, { transcriptions, voices });
  const parts = { transcriptions, voices, moves, deleteTranscription: remove };
  const speakers = speakerWriter(db, parts);
  const reassignments = reassignmentWriter(db, parts);
  const replaceRows = rowReplacer({ db, insert, update, remove });
  const { find } = transcriptions;
  const restore = oldLineWriter(db, { find, insert, update, remove: (id) => remove(id) });
  const secondReadings = secondReadingWriter(db, {
    find,
    update,
    restore,
    flush: () => documents.flush(),
  });
  const isNamed = db.values("SELECT name <> '' FROM speakers WHERE id = ?");

  function insert(one: NewTranscription): { id: number; chunkId: number } {
    const added = transcriptions.insert(one);
    if (one.tags?.length) tags.add('audio', added.chunkId, one.tags);
    return added;
  }

  /** False when there is no such transcription. */
  function update(id: number, change: TranscriptionChange): boolean {
    const { speakerId, ...rest } = change;
    if (!transcriptions.update(id, rest)) return false;
    if (speakerId !== undefined) moves.move(id, speakerId);
    return true;
  }

  /**
   * With its voice, unless that is of somebody with a name: a person stays known when old words are deleted, until the
   * person is. With its recording when nothing else was said in it. False when there is no such transcription.
   */
  function remove(id: number, { withVoice = false } = {}): boolean {
    const one = transcriptions.find(id);
    if (!one) return false;
    const voice = voices.findOf(id);
    const isKept = !withVoice && one.speakerId !== null && isNamed.get(one.speakerId) === 1;
    if (voice && !isKept) voices.remove(voice);
    transcriptions.remove(one);
    chunks.removeIfUnused(one.chunkId);
    if (one.speakerId !== null) moves.dropIfEmpty(one.speakerId);
    if (voice) moves.touch();
    return true;
  }

  /** Runs a call and then writes what the documents have collected. */
  function flushed<A extends unknown[], R>(call: (...args: A) => R): (...args: A) => R {
    return (...args) => {
      const result = call(...args);
      documents.flush();
      return result;
    };
  }

  return {
    insert,
    update,
    remove,
    hasVoice: (id: number) => voices.findOf(id) !== undefined,
    dropSound: chunks.dropSound,
    deleteEmptyRecordings: chunks.deleteEmptyRecordings,
    audio: {
      /** False when there is no such transcription; rejects with SPEAKER_NOT_FOUND. */
      updateTranscription: flushed(update),
      /**
       * Takes back that a recording was transcribed again, in one transaction. False, and nothing done, when it does not say `after`
       * any more: it was deleted or changed since.
       */
      restoreLines: flushed(restore),
      ...secondReadings,
      restoreOlderText: flushed(secondReadings.restoreOlderText),
      /** A recording that waits for its transcription; resolves to its chunk. The same file again is the same chunk. */
      addSegment: chunks.addSegment,
      /** A failure is counted, unless it was not the recording's own. Rejects with AUDIO_CHUNK_NOT_FOUND when it is no segment. */
      setSegmentState: chunks.setSegmentState,
      /**
       * What was said in a segment, in place of what was there. `isFinal` ends its wait, unless it `waitsOn`; a recording in which nothing
       * was said then goes, with its file. Rejects with AUDIO_CHUNK_NOT_FOUND.
       */
      setSegmentText: flushed(
        (
          chunkId: number,
          said: readonly NewTranscription[],
          isFinal: boolean,
          waitsOn = false,
        ): number[] => {
          if (!chunks.isSegment(chunkId)) throw serviceError('AUDIO_CHUNK_NOT_FOUND', { chunkId });
          const ids = replaceRows(chunkId, said);
          if (!isFinal) return ids;
          chunks.setSegmentState(chunkId, waitsOn ? 'pending' : 'done');
          chunks.setTextFinal(chunkId);
          chunks.removeIfUnused(chunkId);
          return ids;
        },
      ),
      /** To be called when discarded files were deleted from the disk. */
      forgetFiles: chunks.forgetFiles,
    },
    speakers: speakerCalls(speakers, flushed, reassignments),
  };
}

/** Puts rows in the place of those of a recording, and keeps the ids of those that stay. */
function rowReplacer(
  deps: Pick<WriteKernel, 'db'> & {
    insert: (one: NewTranscription) => { id: number; chunkId: number };
    update: (id: number, change: TranscriptionChange) => boolean;
    remove: (id: number) => boolean;
  },
) {
  const { db, insert, update, remove } = deps;
  const rowsOfChunk = db.values<number>(
    'SELECT id FROM transcription WHERE audio_chunk_id = ? ORDER BY id',
  );

  /** Rows in the place of those the chunk has: the first stays the first, so that ids last. */
  return (chunkId: number, wanted: readonly NewTranscription[]): number[] => {
    const existing = rowsOfChunk.all(chunkId);
    const ids = wanted.map((one, i) => {
      const id = existing[i];
      if (id === undefined) return insert({ ...one, chunkId }).id;
      const { atMs, text, engine, language = null, startSecs, endSecs, otherDevices } = one;
      const change = { atMs, text, engine, language, startSecs, endSecs, otherDevices };
      const { speakerId } = one;
      update(id, speakerId === undefined ? change : { ...change, speakerId });
      return id;
    });
    for (const id of existing.slice(wanted.length)) remove(id);
    return ids;
  };
}

function speakerCalls(
  speakers: ReturnType<typeof speakerWriter>,
  flushed: <A extends unknown[], R>(call: (...args: A) => R) => (...args: A) => R,
  reassignments: ReturnType<typeof reassignmentWriter>,
) {
  return {
    /** These reject with SPEAKER_NOT_FOUND. */
    update: speakers.updateSpeaker,
    /** Rejects with SAME_SPEAKER too. */
    merge: flushed(reassignments.mergeSpeakers),
    /** Takes all it said out of every search and list, or brings it back. */
    markHallucination: flushed(speakers.markHallucination),
    /** With all it said; the recordings are then among the discarded files. */
    delete: durable(flushed(speakers.deleteSpeaker)),
    /** The voice of a transcription, of nobody yet. Undefined when there is none, or a person has said whose it is. */
    addVoice: speakers.addVoice,
    /** Ids of the created speakers; undefined, and nothing done, when people have changed something since `revision`. */
    applyVoices: flushed(speakers.applyVoices),
    /** Rejects with AUDIO_CHUNK_NOT_FOUND, also when nothing was said in it. */
    reassign: flushed(reassignments.reassignSpeaker),
    /** Resolves to how many rows are as they were. Rejects with SPEAKER_NOT_FOUND for one that never was. */
    undoReassign: flushed(reassignments.undoReassign),
  };
}
