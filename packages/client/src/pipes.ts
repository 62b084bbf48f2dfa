/** The part of the client that manages pipes. Shapes are those of the wire. */
import type { CallOptions } from './wire.ts';

export interface PipeInfo {
  id: string;
  name: string;
  description: string;
  enabled: boolean;
  status: 'running' | 'stopped';
  is_running: boolean;
  last_run: string | null;
  last_success: boolean | null;
  /** Also of a success that logged too much. */
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

export interface PipeLogEntry {
  timestamp: string;
  level: 'debug' | 'info' | 'warn' | 'error';
  message: string;
}

export interface PipeExecution {
  execution_id: string;
  started_at: string;
  completed_at: string | null;
  status: 'running' | 'success' | 'failed';
  duration_ms: number | null;
  items_processed: number;
  error: string | null;
  /** What began it: a time, an event, or a person. */
  trigger_type: string;
}

export interface Outcome {
  success: boolean;
  message: string;
}

export interface PipeClient {
  list(options?: CallOptions): Promise<PipeInfo[]>;
  get(id: string, options?: CallOptions): Promise<PipeInfo>;
  install(
    wanted: { source: string; allow?: readonly string[] },
    options?: CallOptions,
  ): Promise<Outcome & { name: string }>;
  remove(id: string, options?: CallOptions): Promise<Outcome>;
  setEnabled(id: string, enabled: boolean, options?: CallOptions): Promise<Outcome>;
  /** Resolves when it has begun. */
  run(id: string, options?: CallOptions): Promise<{ execution_id: string }>;
  stop(id: string, options?: CallOptions): Promise<Outcome>;
  logs(id: string, options?: CallOptions): Promise<PipeLogEntry[]>;
  configure(id: string, change: object, options?: CallOptions): Promise<Outcome>;
  /** Newest first. */
  executions(id: string, limit: number, options?: CallOptions): Promise<PipeExecution[]>;
}

/** `read` asks the service and throws what it refuses. */
export function pipeClient(
  read: <T>(path: string, options?: CallOptions, init?: RequestInit) => Promise<T>,
): PipeClient {
  const at = (id: string, rest = '') => `/pipes/${encodeURIComponent(id)}${rest}`;
  const post = (body: object = {}) => ({ method: 'POST', body: JSON.stringify(body) });
  async function data<T>(path: string, options?: CallOptions, init?: RequestInit): Promise<T> {
    return (await read<{ data: T }>(path, options, init)).data;
  }
  return {
    list: (options) => data('/pipes', options),
    get: (id, options) => data(at(id), options),
    install: (wanted, options) => read('/pipes/install', options, post(wanted)),
    remove: (id, options) => read(at(id), options, { method: 'DELETE' }),
    setEnabled: (id, enabled, options) => read(at(id, '/enable'), options, post({ enabled })),
    run: (id, options) => data(at(id, '/run'), options, post()),
    stop: (id, options) => read(at(id, '/stop'), options, post()),
    logs: (id, options) => data(at(id, '/logs'), options),
    configure: (id, change, options) => read(at(id, '/config'), options, post(change)),
    executions: (id, limit, options) => data(at(id, `/executions?limit=${limit}`), options),
  };
}
