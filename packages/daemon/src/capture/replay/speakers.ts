/** Gives the voices of the sample day to its speakers, as the service does with what it hears. Called by `replay.ts`. */
import type { VoiceChanges } from '#core/voices.ts';
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
  updateSpeaker(id: number, change: { name: string }): Promise<unknown>;
}

/** `transcriptionIds` are those of `said`, in its order. A speaker of whom nobody said the name stays without one. */
export async function storeSpeakers(
  store: VoiceStore,
  said: readonly SampleTranscript[],
  transcriptionIds: readonly number[],
): Promise<void> {
  const names = [...new Set(said.map(({ speaker }) => speaker))];
  const localIdOf = (name: string) => -1 - names.indexOf(name);
  const assignments: { turnId: number; speakerId: number }[] = [];
  for (const [index, { speaker, voice, durationSecs }] of said.entries()) {
    const turnId = await store.addVoice({
      transcriptionId: transcriptionIds[index] ?? 0,
      embedding: voice,
      durationMs: durationSecs * 1000,
    });
    if (turnId !== undefined) assignments.push({ turnId, speakerId: localIdOf(speaker) });
  }
  const { revision } = await store.listVoices(0);
  const created = names.map(localIdOf);
  const ids = await store.applyVoices({ created, merges: [], assignments, revision });
  for (const name of names) {
    const id = ids?.get(localIdOf(name));
    if (id !== undefined && name !== '') await store.updateSpeaker(id, { name });
  }
}
