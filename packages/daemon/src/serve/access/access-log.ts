/**
 * Notes who asked for what was captured, and who was turned away: method, pattern of the route, how often, how many bytes. Never
 * what was asked for. Written a little later and together, so that reading costs no writing; routes that show nothing that was
 * captured are left out, and whatever is added later is not.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '#core/log/log.ts';
import type { AccessEntry } from '#store/access/access.ts';
import type { Store } from '#store/store.ts';
import type { Caller } from './caller.ts';

const WRITE_AFTER_MS = 15_000;
const MINUTE_MS = 60_000;
/** Of different callers and routes that wait to be written; more are reported as one. */
const MAX_WAITING = 500;

/** These show nothing that was captured. */
const WITHOUT_CONTENT = [
  /^\/$/,
  /^\/(app|assets|docs)(\/|$)/,
  /^\/openapi\.json$/,
  /^\/favicon/,
  /^\*$/,
  /^\/(health|metrics|coverage|config|capture|power|vision|connections)(\/|$)/,
  /^\/(sync|access-log|vault)(\/|$)/,
  /^\/ws\/(health|metrics)$/,
  // Not what runs of pipes have logged and printed: they quote what they were given.
  /^\/pipes$/,
  /^\/pipes\/:id(\/(enable|run|stop|config|history))?$/,
  /^\/pipes\/(install|store|list|info|download|enable|disable|update|delete|purge|build-status)\b/,
  /^\/audio\/(list|metrics|start|stop|device)(\/|$)/,
];

export interface AccessLog {
  /** The entry of this minute, to be added to; undefined when `pattern` shows nothing that was captured. */
  entryFor(caller: Caller, method: string, pattern: string): AccessEntry | undefined;
  /** Writes what waits; resolves also when that failed, which is logged. */
  flush(): Promise<void>;
}

export function makeAccessLog(deps: {
  store: Pick<Store, 'access'>;
  nowMs: () => number;
  log: Log;
}): AccessLog {
  let waiting = new Map<string, AccessEntry>();
  let timer: NodeJS.Timeout | undefined;

  function entryFor({ kind, name }: Caller, method: string, pattern: string) {
    if (pattern === '' || WITHOUT_CONTENT.some((known) => known.test(pattern))) return undefined;
    // Who makes and revokes them is logged, because they open everything.
    if (pattern === '/access-tokens' && method === 'GET') return undefined;
    const atMs = Math.floor(deps.nowMs() / MINUTE_MS) * MINUTE_MS;
    const isFull = waiting.size >= MAX_WAITING;
    const route = isFull ? 'further requests' : `${method} ${pattern}`;
    const caller = isFull ? 'others' : name;
    const key = [atMs, kind, caller, route].join('\n');
    const entry = waiting.get(key) ?? {
      atMs,
      callerKind: kind,
      caller,
      route,
      count: 0,
      refused: 0,
      bytes: 0,
    };
    waiting.set(key, entry);
    timer ??= setTimeout(() => void flush(), WRITE_AFTER_MS).unref();
    return entry;
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0) return;
    const entries = [...waiting.values()];
    waiting = new Map();
    try {
      await deps.store.access.note(entries);
    } catch (err) {
      deps.log.warn({ err, count: entries.length }, 'the access log could not be written');
    }
  }

  return { entryFor, flush };
}

/** Notes every request of `app`. */
export function noteRequests(
  app: Pick<FastifyInstance, 'addHook'>,
  accessLog: AccessLog,
  callerOf: (request: FastifyRequest) => Caller,
): void {
  const entryOf = (request: FastifyRequest) => {
    const { method, routeOptions } = request;
    if (method === 'OPTIONS') return undefined;
    const pattern = showsRuns(request) ? '/pipes/:id/executions' : (routeOptions.url ?? '');
    return accessLog.entryFor(callerOf(request), method, pattern);
  };
  // Before the handler, because a stream may not end for days.
  app.addHook('preHandler', async (request) => {
    const entry = entryOf(request);
    if (entry !== undefined) entry.count += 1;
  });
  app.addHook('onResponse', async (request, reply) => {
    const isRefused = reply.statusCode === 401 || reply.statusCode === 403;
    const bytes = Number(reply.getHeader('content-length') ?? 0) || 0;
    if (!isRefused && bytes === 0) return;
    const entry = entryOf(request);
    if (entry === undefined) return;
    if (isRefused) {
      entry.count += 1;
      entry.refused += 1;
    } else entry.bytes += bytes;
  });
  app.addHook('onClose', () => accessLog.flush());
}

/** The list of pipes shows their runs when it is asked to. */
function showsRuns({ routeOptions, query }: FastifyRequest): boolean {
  if (routeOptions.url !== '/pipes') return false;
  return !/^(false|0)$/i.test(String((query as Record<string, unknown>).include_executions ?? '0'));
}
