/** What retention would remove, and what it removed last. */
import { useQuery } from '@tanstack/react-query';
import { routes } from '../api.ts';

export function useRetention() {
  return useQuery({
    queryKey: ['retention'],
    staleTime: 60_000,
    queryFn: ({ signal }) => routes.get('/retention/forecast', { signal }),
  });
}
