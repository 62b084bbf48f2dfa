/** What a search finds by meaning alone: without the words, so that it can be shown after them. */
import type { MeaningState } from '@hindcast/client';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { type Hit, type SearchQuery, toHit, type WireHit } from '../search.ts';

interface MeantReply {
  data: WireHit[];
  meaning: MeaningState;
}

const MOST = 40;
/** Below this, two texts have little in common. */
const LEAST_SIMILARITY = 0.3;

export function useMeant(query: SearchQuery, isGrouped: boolean, isEnabled: boolean) {
  return useQuery({
    queryKey: ['meant', query, isGrouped],
    enabled: isEnabled,
    queryFn: async ({ signal }) => {
      const { data, meaning } = await call<MeantReply>('/search', {
        signal,
        query: { ...query, mode: 'both', group: isGrouped, limit: MOST, max_content_length: 200 },
      });
      const hits = data.filter(isByMeaning).map(toHit);
      return { hits, meaning };
    },
  });
}

function isByMeaning({ why }: WireHit): boolean {
  return why?.by === 'meaning' && (why.similarity ?? 0) >= LEAST_SIMILARITY;
}

/** Those of `found` that none of the rows shown stands for. */
export function notShown(found: readonly Hit[], shown: readonly Hit[]): Hit[] {
  const ids = new Set(shown.flatMap(({ kind, ids }) => ids.map((id) => `${kind} ${id}`)));
  return found.filter(({ kind, ids }) => !ids.some((id) => has(kind, id)));

  function has(kind: string, id: number): boolean {
    return ids.has(`${kind} ${id}`);
  }
}
