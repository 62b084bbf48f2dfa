/** How loud a recording is, for drawing what was said. A recording never changes, so its outline is read once. */
import { useQuery } from '@tanstack/react-query';
import { routes } from './api.ts';

export interface Outline {
  durationSecs: number;
  /** Of equal parts of the recording, 0 to 1. */
  peaks: readonly number[];
}

const PARTS = 200;

export function useOutline(chunkId: number, isEnabled: boolean) {
  return useQuery({
    queryKey: ['peaks', chunkId],
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }): Promise<Outline> => {
      const { duration_secs: durationSecs, peaks } = await routes.get(
        '/audio/chunks/{chunk_id}/peaks',
        { signal, path: { chunk_id: chunkId }, query: { n: PARTS } },
      );
      return { durationSecs, peaks };
    },
  });
}

/** The loudest moment of each of `bars` equal parts of a piece of the recording; the recording's own loudest is 1. */
export function loudness(
  { durationSecs, peaks }: Outline,
  fromSecs: number,
  toSecs: number,
  bars: number,
): number[] {
  const most = Math.max(0.01, ...peaks);
  const partAt = (secs: number) => (secs / Math.max(0.001, durationSecs)) * peaks.length;
  return Array.from({ length: bars }, (_, bar) => {
    const start = Math.floor(partAt(fromSecs + ((toSecs - fromSecs) * bar) / bars));
    const end = Math.ceil(partAt(fromSecs + ((toSecs - fromSecs) * (bar + 1)) / bars));
    return Math.max(0, ...peaks.slice(start, Math.max(start + 1, end))) / most;
  });
}
