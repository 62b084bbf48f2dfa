/** Gives the voices of the sample day to its speakers, as the service does with what it hears. Called by `replay.ts`. */
import type { VoiceChanges } from '#core/sound/voices.ts';
import type { SampleTranscript } from './sample-day.ts';

/** The part of the store that this needs. */
export interface VoiceStore {
  listVoices(limit: number): Promise<{ revision: number }>;
  addVoice(voice: {
    transcriptionId: number;
    embedding: Float32Array;
    durationMs: number;
  }): Promise<number | undefined>;
  applyVoices(
    changes: VoiceChanges & { revision: number },
  ): Promise<Map<number, number> | undefined>;
  update(id: number, change: { name: string }): Promise<unknown>;
}

/** A transcript of the day as it is stored. */
type StoredTranscript = SampleTranscript & {
  transcriptionId: number;
  /** Undefined before its voice was identified. */
  speakerId: number | undefined;
};

/** A speaker of whom nobody said the name stays without one. Calling it again changes nothing. */
export async function storeSpeakers(
  store: VoiceStore,
  said: readonly StoredTranscript[],
): Promise<void> {
  const isTold = said.every(({ speakerId }) => speakerId !== undefined);
  const ids = isTold
    ? new Map(said.map(({ speaker, speakerId }) => [speaker, speakerId]))
    : await createSpeakers(store, said);
  for (const [name, id] of ids) {
    if (id !== undefined && name !== '') await store.update(id, { name });
  }
}

/** All speakers in one transaction. Gives their ids by name. */
async function createSpeakers(
  store: VoiceStore,
  said: readonly StoredTranscript[],
): Promise<Map<string, number | undefined>> {
  const names = [...new Set(said.map(({ speaker }) => speaker))];
  const localIdOf = (name: string) => -1 - names.indexOf(name);
  const assignments: { turnId: number; speakerId: number }[] = [];
  for (const { transcriptionId, speaker, voice, durationSecs } of said) {
    const turnId = await store.addVoice({
      transcriptionId,
      embedding: voice,
      durationMs: durationSecs * 1000,
    });
    if (turnId !== undefined) assignments.push({ turnId, speakerId: localIdOf(speaker) });
  }
  const { revision } = await store.listVoices(0);
  const created = names.map(localIdOf);
  const ids = await store.applyVoices({ created, merges: [], assignments, revision });
  return new Map(names.map((name) => [name, ids?.get(localIdOf(name))]));
}
