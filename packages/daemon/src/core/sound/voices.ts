/** Voices as they pass between the store, which keeps them, and the clusterer, which says whose they are. */

/** A piece of speech by one voice. */
export interface Turn {
  readonly id: number;
  readonly embedding: Float32Array;
  readonly durationMs: number;
  readonly device: string;
  /** Null: nobody knows. */
  readonly speakerId: number | null;
  /** A person said who this is: it is learned from, but never moved. */
  readonly isPinned: boolean;
}

/** Named speakers are never dissolved and never merged with each other; a hallucination is merged with nobody. */
export type SpeakerKind = 'unnamed' | 'named' | 'hallucination';

export interface KnownVoices {
  speakers: readonly {
    id: number;
    kind: SpeakerKind;
    /** Weighted sum over all turns of this speaker, those in `turns` included. */
    sum: Float64Array;
    /** Where this speaker was heard. */
    devices: readonly string[];
  }[];
  /** The newest turns, oldest first. */
  turns: readonly Turn[];
}

/** `from` goes; all that was its is now of `to`. */
export interface SpeakerMerge {
  from: number;
  to: number;
}

export interface VoiceChanges {
  /** Negative ids that stand for speakers to be made, in the order of appearance. */
  created: readonly number[];
  merges: readonly SpeakerMerge[];
  /** To be done after the merges. */
  assignments: readonly { turnId: number; speakerId: number | null }[];
}
