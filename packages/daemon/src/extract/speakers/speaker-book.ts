/**
 * Who is speaking, remembered: joins the clusterer with whatever stores voices. One call runs at a time. People
 * name, merge and move speakers meanwhile; the store then refuses what was decided on the old state, and the
 * book reads the new one and decides again.
 */
import type { KnownVoices, VoiceChanges } from '#core/sound/voices.ts';
import { type Clusterer, clusterer, SHORTEST_TURN_MS, TURNS_AT_HAND } from './clusterer.ts';

/** What the book needs of a store. */
export interface VoiceStore {
  listVoices(limit: number): Promise<KnownVoices & { revision: number }>;
  /** Keeps the voice of a transcription, of nobody yet. Undefined when there is no such transcription. */
  addVoice(voice: {
    transcriptionId: number;
    embedding: Float32Array;
    durationMs: number;
  }): Promise<number | undefined>;
  /** Real ids of the created speakers, or undefined (and nothing done) when the state is another one by now. */
  applyVoices(
    changes: VoiceChanges & { revision: number },
  ): Promise<ReadonlyMap<number, number> | undefined>;
}

export interface NewTurn {
  transcriptionId: number;
  embedding: Float32Array;
  durationMs: number;
  device: string;
}

export interface SpeakerBook {
  /** Stores the voice and says whose it is; null when nobody knows, which a later turn may change. */
  identify(turn: NewTurn): Promise<number | null>;
  /** For idle moments. */
  recluster(): Promise<void>;
}

/** A person does not change speakers faster than this many times while one turn is decided. */
const MAX_ATTEMPTS = 5;

export function speakerBook(store: VoiceStore): SpeakerBook {
  let held: { voices: Clusterer; revision: number } | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  /** Without `exceptTurn`, which is about to be added. */
  async function load(exceptTurn?: number) {
    const { revision, speakers, turns } = await store.listVoices(TURNS_AT_HAND);
    const others = turns.filter(({ id }) => id !== exceptTurn);
    return { voices: clusterer({ speakers, turns: others }), revision };
  }

  /** Decides with `decide` until the store accepts it. */
  async function settle<T>(decide: (voices: Clusterer) => T, turnId?: number) {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const current = held ?? (await load(turnId));
      // Until the store has said yes, what is in memory counts for nothing: it may fail halfway.
      held = undefined;
      const decided = decide(current.voices);
      const { revision } = current;
      const ids = await store.applyVoices({ revision, ...current.voices.takeChanges() });
      if (!ids) continue;
      current.voices.adopt(ids);
      held = current;
      return { decided, ids };
    }
    return undefined;
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  }

  return {
    identify: ({ transcriptionId, embedding, durationMs, device }) =>
      inTurn(async () => {
        if (durationMs < SHORTEST_TURN_MS) return null;
        const id = await store.addVoice({ transcriptionId, embedding, durationMs });
        if (id === undefined) return null;
        const turn = { id, embedding, durationMs, device };
        const settled = await settle((voices) => voices.add(turn), id);
        const speakerId = settled?.decided ?? null;
        return speakerId === null ? null : (settled?.ids.get(speakerId) ?? speakerId);
      }),
    recluster: () => inTurn(async () => void (await settle((voices) => voices.recluster()))),
  };
}
