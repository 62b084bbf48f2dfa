/** Where `/` leads: to the first steps while nothing was ever recorded, else to the timeline. */
import { useQuery } from '@tanstack/react-query';
import { Redirect } from 'wouter';
import { call } from '../data/api.ts';
import { preferences } from '../parts/preferences.ts';

export function Home() {
  const stored = useQuery({
    queryKey: ['anything stored'],
    enabled: !preferences().welcomeDone,
    queryFn: ({ signal }) =>
      call<{ data: unknown[] }>('/search', { signal, query: { limit: 1, max_content_length: 1 } }),
  });
  const isNew = stored.data?.data.length === 0;
  if (!preferences().welcomeDone && stored.isPending) return null;
  return <Redirect to={isNew ? '/app/welcome' : '/app/timeline'} replace />;
}
