/** Voices and the names they were given. Samples come inside `metadata`, which is JSON text on the wire. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { t } from '../language/message.ts';
import { call, routes } from './api.ts';

export interface Sample {
  transcript: string;
  start_time: number;
  end_time: number;
  chunk_id: number;
}

export interface Speaker {
  id: number;
  name: string;
  samples: readonly Sample[];
  distance: number | undefined;
}

interface WireSpeaker {
  id: number;
  name: string;
  metadata: string;
  distance?: number;
}

function toSpeaker({ id, name, metadata, distance }: WireSpeaker): Speaker {
  return { id, name, distance, samples: samplesOf(metadata) };
}

function samplesOf(metadata: string): readonly Sample[] {
  try {
    const { audio_samples: samples } = JSON.parse(metadata) as { audio_samples?: Sample[] };
    return samples ?? [];
  } catch {
    // Somebody else's metadata: there is nothing to listen to.
    return [];
  }
}

export function useUnnamed() {
  return useQuery({
    queryKey: ['speakers', 'unnamed'],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { limit: 100 };
      const speakers = await call<WireSpeaker[]>('/speakers/unnamed', { signal, query });
      return speakers.map(toSpeaker);
    },
  });
}

export function useNamed() {
  return useQuery({
    queryKey: ['speakers', 'named'],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const speakers = await call<WireSpeaker[]>('/speakers/search', { signal });
      return speakers.map(toSpeaker).filter(({ name }) => name !== '');
    },
  });
}

/** Voices that were said to be no person. */
export function useHidden() {
  return useQuery({
    queryKey: ['speakers', 'hidden'],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const speakers = await call<WireSpeaker[]>('/speakers/hidden', { signal });
      return speakers.map(toSpeaker);
    },
  });
}

export function useSimilar(speakerId: number | undefined) {
  return useQuery({
    queryKey: ['speakers', 'similar', speakerId],
    enabled: speakerId !== undefined,
    queryFn: async ({ signal }) => {
      const query = { speaker_id: speakerId, limit: 3 };
      const speakers = await call<WireSpeaker[]>('/speakers/similar', { signal, query });
      return speakers.map(toSpeaker);
    },
  });
}

/** How many lines each voice said, by its id. */
export function useLineCounts() {
  return useQuery({
    queryKey: ['speakers', 'lines'],
    queryFn: async ({ signal }) => {
      const query = { content_type: 'audio', fields: 'speaker', limit: 1000 };
      const { data } = await routes.get('/search/facets', { signal, query });
      const speakers = data.speaker ?? [];
      return new Map(speakers.map(({ value, count }) => [Number(value), count] as const));
    },
  });
}

/** In words: a share of certainty would promise more than it knows. */
export function similarity(distance: number | undefined): string {
  if (distance === undefined) return t('Similar');
  if (distance < 0.35) return t('Very similar');
  return distance < 0.55 ? t('Similar') : t('A little similar');
}

const post = (path: string, body: object) => call(path, { method: 'POST', body });

export const nameSpeaker = (id: number, name: string) => post('/speakers/update', { id, name });
export const setPerson = (id: number, isPerson: boolean) =>
  post('/speakers/hallucination', { speaker_id: id, hallucination: !isPerson });
export const deleteSpeaker = (id: number) => post('/speakers/delete', { id });

type Assignments = { transcription_id: number; old_speaker_id: number | null }[];

/** All that the second voice said becomes the first one's. */
export async function mergeSpeakers(keepId: number, goneId: number): Promise<Assignments> {
  const body = { speaker_to_keep_id: keepId, speaker_to_merge_id: goneId };
  const merged = await call<{ old_assignments: Assignments }>('/speakers/merge', {
    method: 'POST',
    body,
  });
  return merged.old_assignments;
}

export const undoReassign = (assignments: Assignments) =>
  post('/speakers/undo-reassign', { old_assignments: assignments });

interface Reassigned {
  new_speaker_id: number;
  transcriptions_updated: number;
  old_assignments: Assignments;
}

export function reassign(chunkId: number, name: string, isEverywhere: boolean) {
  return call<Reassigned>('/speakers/reassign', {
    method: 'POST',
    body: {
      audio_chunk_id: chunkId,
      new_speaker_name: name,
      propagate_similar: isEverywhere,
    },
  });
}
