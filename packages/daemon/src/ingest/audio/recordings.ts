/**
 * The recordings that this process works on, each in one state:
 *
 *     spooling     somebody speaks; the sound grows on the disk, and provisional text may be in the store
 *     kept         the speech has ended; its row waits for the text
 *     transcribed  the text is final; who spoke is still unknown
 *     identified   nothing is left to do
 *
 * The store has the same states of a recording that no process holds, so that the next start goes on where a killed process stopped:
 * `storedState` reads them. The scribe and the backlog move recordings on; the backlog takes from the store only what nobody holds.
 */
import { basename } from 'node:path';
import type { AudioSegment } from '#store/audio/audio-records.ts';
import type { Draft } from './draft.ts';

const STATES = ['spooling', 'kept', 'transcribed', 'identified'] as const;
export type RecordingState = (typeof STATES)[number];

/** Who works on a recording: the scribe from its first word until it is handed over, the backlog until it has its text. */
type Holder = 'scribe' | 'backlog';

export interface Recording {
  readonly state: RecordingState;
  /** Its row, as soon as that is being added: provisional text and the end of the speech share it. */
  row?: Promise<number> | undefined;
  chunkId?: number | undefined;
  /** Known before there is a row. */
  fileName?: string | undefined;
}

export interface Recordings {
  /** The recording of a draft; `spooling` when it is new. */
  of(draft: Draft): Recording;
  hold(recording: Recording, holder: Holder): void;
  /** Does nothing when another holder has taken it over. */
  release(recording: Recording, holder: Holder): void;
  isHeld(segment: Partial<Pick<AudioSegment, 'chunkId' | 'filePath'>>): boolean;
  countHeldBy(holder: Holder): number;
}

/** Of a recording in the store that waits. */
export function storedState({ isTextFinal }: Pick<AudioSegment, 'isTextFinal'>): RecordingState {
  return isTextFinal ? 'transcribed' : 'kept';
}

/** A recording never goes back. */
export function moveOn(recording: Recording, to: RecordingState): void {
  if (STATES.indexOf(to) < STATES.indexOf(recording.state)) {
    throw new Error(`a recording that is ${recording.state} cannot be ${to}`);
  }
  (recording as { state: RecordingState }).state = to;
}

export function openRecordings(): Recordings {
  const byDraft = new WeakMap<Draft, Recording>();
  const held = new Map<Recording, Holder>();
  return {
    of(draft) {
      const recording = byDraft.get(draft) ?? { state: 'spooling' };
      byDraft.set(draft, recording);
      return recording;
    },
    hold: (recording, holder) => void held.set(recording, holder),
    release(recording, holder) {
      if (held.get(recording) === holder) held.delete(recording);
    },
    isHeld: ({ chunkId, filePath }) =>
      [...held.keys()].some(
        (one) =>
          (chunkId !== undefined && one.chunkId === chunkId) ||
          (filePath !== undefined && one.fileName === basename(filePath)),
      ),
    countHeldBy: (holder) => [...held.values()].filter((one) => one === holder).length,
  };
}
