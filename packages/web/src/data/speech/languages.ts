/** The language of recordings: which there are, a correction, the older text, and recordings that no model understood. */
import { useQuery } from '@tanstack/react-query';
import { isoOf } from '../../parts/format.ts';
import { routes } from '../api.ts';
import type { Span } from '../day.ts';

/** Whose language is corrected. */
export type Meant = { audio_chunk_ids: number[] } | { speaker_id: number } | { everything: true };

export function useLanguages() {
  return useQuery({
    queryKey: ['languages'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await routes.get('/audio/languages', { signal })).data,
  });
}

/** What a recording said before it was read again; null when there is nothing to go back to. */
export function useOlderText(chunkId: number) {
  return useQuery({
    queryKey: ['older text', chunkId],
    queryFn: async ({ signal }) => {
      const path = { chunk_id: chunkId };
      return (await routes.get('/audio/chunks/{chunk_id}/text', { path, signal })).older;
    },
  });
}

export function correctLanguage(language: string, meant: Meant) {
  return routes.post('/audio/language', { body: { language, ...meant } });
}

export async function restoreText(meant: Meant, since?: string): Promise<number> {
  return (await routes.post('/audio/restore-text', { body: { ...meant, ...(since && { since }) } }))
    .chunks_restored;
}

/** Recordings of a day in a language that no installed model reads. */
export function useNotUnderstood({ startMs, endMs }: Span) {
  return useQuery({
    queryKey: ['not understood', startMs],
    queryFn: async ({ signal }) => {
      const query = { start_time: isoOf(startMs), end_time: isoOf(endMs - 1), limit: 100 };
      const { data } = await routes.get('/audio/unread', { query, signal });
      return data.filter(({ state }) => state === 'language_not_understood');
    },
  });
}
