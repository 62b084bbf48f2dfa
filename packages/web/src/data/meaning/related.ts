/** Moments like a picture or a recording. */
import type { MeantPage } from '@hindcast/client';
import { useQuery } from '@tanstack/react-query';
import { related } from '../api.ts';

export type Moment = { frameId: number } | { chunkId: number };
export type Related = MeantPage['data'][number];

const MOST = 12;
const LONGEST_TEXT = 200;

export function useRelated(moment: Moment) {
  const wanted =
    'frameId' in moment ? { frame_id: moment.frameId } : { audio_chunk_id: moment.chunkId };
  return useQuery({
    queryKey: ['related', wanted],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      related({ ...wanted, limit: MOST, max_content_length: LONGEST_TEXT }, { signal }),
  });
}
