/** What retention would remove, what it removed last, and what lies at another place. */
import { useQuery } from '@tanstack/react-query';
import { routes } from '../api.ts';

export function useRetention() {
  return useQuery({
    queryKey: ['retention'],
    staleTime: 60_000,
    queryFn: ({ signal }) => routes.get('/retention/forecast', { signal }),
  });
}

/** Pictures and sound that were moved to another place. */
export function useOffload() {
  return useQuery({
    queryKey: ['offload'],
    staleTime: 5_000,
    refetchInterval: 10_000,
    queryFn: ({ signal }) => routes.get('/offload', { signal }),
  });
}
