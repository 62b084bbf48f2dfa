/** Small programs that work on what is recorded. Null where the service runs none. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callIfThere } from './api.ts';

export interface Execution {
  execution_id: string;
  started_at: string;
  completed_at: string | null;
  status: 'running' | 'success' | 'failed';
  duration_ms: number | null;
  items_processed: number;
  error: string | null;
  trigger_type: string;
}

export interface LogEntry {
  timestamp: string;
  level: 'debug' | 'info' | 'warn' | 'error';
  message: string;
}

export interface Pipe {
  id: string;
  name: string;
  description: string;
  enabled: boolean;
  is_running: boolean;
  last_run: string | null;
  last_error: string | null;
  consecutive_failures: number;
  version: string;
  author: string;
  source: string;
  config: Record<string, unknown>;
  config_schema: Record<string, unknown>;
  permissions: {
    requested: Record<string, unknown>;
    granted: Record<string, unknown>;
    missing: string[];
  };
}

export function usePipes() {
  return useQuery({
    queryKey: ['pipes'],
    refetchInterval: 3_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await callIfThere<{ data: Pipe[] }>('/pipes', { signal }))?.data ?? null,
  });
}

export function useExecutions(id: string) {
  return useQuery({
    queryKey: ['pipe runs', id],
    refetchInterval: 3_000,
    queryFn: async ({ signal }) => {
      const path = `/pipes/${encodeURIComponent(id)}/executions`;
      return (await call<{ data: Execution[] }>(path, { signal, query: { limit: 50 } })).data;
    },
  });
}

export function useLog(id: string) {
  return useQuery({
    queryKey: ['pipe log', id],
    refetchInterval: 1_000,
    queryFn: async ({ signal }) => {
      const path = `/pipes/${encodeURIComponent(id)}/logs`;
      return (await call<{ data: LogEntry[] }>(path, { signal })).data;
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
