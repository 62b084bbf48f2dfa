/** Small programs that work on what is recorded. Null where the service runs none. */

import type { PipeExecution, PipeInfo, PipeLogEntry } from '@hindcast/client';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callIfThere, routes } from './api.ts';

export type { PipeInfo as Pipe };

export function usePipes() {
  return useQuery({
    queryKey: ['pipes'],
    refetchInterval: 3_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await callIfThere<{ data: PipeInfo[] }>('/pipes', { signal }))?.data ?? null,
  });
}

/** Those that come with the service. */
export function useExamples() {
  return useQuery({
    queryKey: ['example pipes'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await routes.get('/pipes/store', { signal })).data,
  });
}

/** What keeps pipes in their place on this machine. */
export function useSandbox() {
  return useQuery({
    queryKey: ['pipe sandbox'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await routes.get('/pipes/sandbox', { signal })).data,
  });
}

export function useExecutions(id: string) {
  return useQuery({
    queryKey: ['pipe runs', id],
    refetchInterval: 3_000,
    queryFn: async ({ signal }) => {
      const path = `/pipes/${encodeURIComponent(id)}/executions`;
      return (await call<{ data: PipeExecution[] }>(path, { signal, query: { limit: 50 } })).data;
    },
  });
}

export function useLog(id: string) {
  return useQuery({
    queryKey: ['pipe log', id],
    refetchInterval: 1_000,
    queryFn: async ({ signal }) => {
      const path = `/pipes/${encodeURIComponent(id)}/logs`;
      return (await call<{ data: PipeLogEntry[] }>(path, { signal })).data;
    },
  });
}

export function usePipeActions() {
  const queries = useQueryClient();
  const post = async <Answer>(path: string, body: object): Promise<Answer> => {
    const answer = await call<Answer>(path, { method: 'POST', body });
    await queries.invalidateQueries({ queryKey: ['pipes'] });
    return answer;
  };
  const of = (id: string, action: string) => `/pipes/${encodeURIComponent(id)}/${action}`;
  return {
    install: (source: string) => post<{ name: string }>('/pipes/install', { source }),
    enable: (id: string, enabled: boolean) => post(of(id, 'enable'), { enabled }),
    run: (id: string) => post(of(id, 'run'), {}),
    stop: (id: string) => post(of(id, 'stop'), {}),
    configure: (id: string, change: object) => post(of(id, 'config'), change),
    async remove(id: string): Promise<void> {
      await call(`/pipes/${encodeURIComponent(id)}`, { method: 'DELETE' });
      await queries.invalidateQueries({ queryKey: ['pipes'] });
    },
  };
}
