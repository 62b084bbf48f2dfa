/** What the service may use and what it uses. */
import { useQuery } from '@tanstack/react-query';
import { routes } from '../api.ts';

const EVERY_MS = 10_000;

export function useGovernor() {
  return useQuery({
    queryKey: ['governor'],
    refetchInterval: EVERY_MS,
    queryFn: ({ signal }) => routes.get('/governor', { signal }),
  });
}
