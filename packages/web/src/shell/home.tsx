/** Where `/` leads: to the first steps before the person has agreed or while nothing was ever recorded, else to the timeline. */
import { useQuery } from '@tanstack/react-query';
import { Redirect } from 'wouter';
import { call } from '../data/api.ts';
import { useHealth } from '../data/health.ts';
import { preferences } from '../parts/preferences.ts';

export function Home() {
  const stored = useQuery({
    queryKey: ['anything stored'],
    enabled: !preferences().welcomeDone,
    queryFn: ({ signal }) =>
      call<{ data: unknown[] }>('/search', { signal, query: { limit: 1, max_content_length: 1 } }),
  });
  const { report } = useHealth();
  const isNew = stored.data?.data.length === 0;
  if (report?.waiting_for_agreement) return <Redirect to="/app/welcome" replace />;
  if (!preferences().welcomeDone && stored.isPending) return null;
  return <Redirect to={isNew ? '/app/welcome' : '/app/timeline'} replace />;
}
