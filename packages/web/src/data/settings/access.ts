/** Who read what, and the tokens that were given out. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { routes } from '../api.ts';

const SHOWN = 50;

export function useAccessLog() {
  return useQuery({
    queryKey: ['access', 'log'],
    queryFn: ({ signal }) => routes.get('/access-log', { query: { limit: SHOWN }, signal }),
  });
}

export function useAccessTokens() {
  return useQuery({
    queryKey: ['access', 'tokens'],
    queryFn: ({ signal }) => routes.get('/access-tokens', { signal }),
  });
}

export function useRevokeToken(): (name: string) => Promise<void> {
  const client = useQueryClient();
  return async (name) => {
    await routes.delete('/access-tokens/{name}', { path: { name } });
    await client.invalidateQueries({ queryKey: ['access', 'tokens'] });
  };
}
