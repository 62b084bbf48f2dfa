/** `/pipes`: list, install, enable, run, stop and look into pipes. What they may do and when they run is decided in `pipes/`. */

import { serviceError } from '#core/errors.ts';
import { listExamples } from '#pipes/examples.ts';
import { SENSITIVE, type Sensitive } from '#pipes/permissions.ts';
import { withSignal } from '#serve/request/deadline.ts';
import { InvalidBodyError } from '#serve/request/request-errors.ts';
import { iso } from '#serve/request/time.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import {
  configSchema,
  detailSchema,
  enableSchema,
  executionsParameters,
  executionsSchema,
  historySchema,
  installSchema,
  listParameters,
  listSchema,
  logsSchema,
  pipeParameters,
  removeSchema,
  runSchema,
  sandboxSchema,
  stopSchema,
  storeRefusalSchema,
  storeSchema,
} from './schema.ts';
import { toWireExecution, toWireLogEntry, toWirePipe } from './wire.ts';

const RECENT_EXECUTIONS = 5;
/** Closing entries of older runs say less; as many as clients ever ask for. */
const RUNS_IN_LOGS = 50;

export function pipeRoutes(app: App, { pipes, nowMs }: ServerDeps): void {
  const idOf = (request: { params: unknown }) => pipeParameters.parse(request.params, nowMs()).id;

  app.get('/pipes', { schema: listSchema }, async (request) => {
    const { include_executions } = listParameters.parse(request.query, nowMs());
    const list = await pipes.list();
    if (!include_executions) return { data: list.map(toWirePipe) };
    const withRuns = list.map(async (pipe) => {
      const runs = await pipes.listExecutions(pipe.id, RECENT_EXECUTIONS);
      return { ...toWirePipe(pipe), recent_executions: runs.map(toWireExecution) };
    });
    return { data: await Promise.all(withRuns) };
  });

  app.get('/pipes/sandbox', { schema: sandboxSchema }, async () => ({
    data: [...(await pipes.listWalls())],
  }));

  app.get('/pipes/:id', { schema: detailSchema }, async (request) => ({
    data: toWirePipe(await pipes.get(idOf(request))),
  }));

  app.post('/pipes/install', { schema: installSchema }, async (request, reply) => {
    const { source, allow = [] } = request.body;
    const pipe = await withSignal(reply, undefined, (signal) =>
      pipes.install(source, allow as Sensitive[], signal),
    );
    const requested = pipe.missing.length === 0 ? '' : `; it asks for ${pipe.missing.join(', ')}`;
    return { success: true, name: pipe.id, message: `pipe ${pipe.id} installed${requested}` };
  });

  app.delete('/pipes/:id', { schema: removeSchema }, async (request) => {
    const id = idOf(request);
    await pipes.remove(id);
    return { success: true, message: `pipe ${id} removed` };
  });

  app.post('/pipes/:id/enable', { schema: enableSchema }, async (request) => {
    const id = idOf(request);
    const { enabled } = request.body;
    await pipes.setEnabled(id, enabled);
    return { success: true, message: `pipe ${id} ${enabled ? 'enabled' : 'disabled'}` };
  });

  app.post('/pipes/:id/run', { schema: runSchema }, async (request) => {
    const { executionId, startedAtMs } = await pipes.run(idOf(request));
    return {
      success: true,
      data: {
        execution_id: String(executionId),
        id: executionId,
        started_at: iso(startedAtMs),
        status: 'running' as const,
      },
    };
  });

  app.post('/pipes/:id/stop', { schema: stopSchema }, async (request) => {
    const id = idOf(request);
    const wasRunning = await pipes.stop(id);
    return { success: true, message: `pipe ${id} ${wasRunning ? 'stopped' : 'was not running'}` };
  });

  app.get('/pipes/:id/logs', { schema: logsSchema }, async (request) => {
    const id = idOf(request);
    const entries = await pipes.listLogs(id);
    const runs = await pipes.listExecutions(id, RUNS_IN_LOGS);
    const byId = new Map(runs.map((run) => [run.id, run]));
    return {
      data: entries.map((entry) =>
        toWireLogEntry(entry, entry.closes && byId.get(entry.closes.executionId)),
      ),
    };
  });

  app.post('/pipes/:id/config', { schema: configSchema }, async (request) => {
    const id = idOf(request);
    const { allow, ...change } = unwrapped(request.body);
    const requested = allow === undefined ? [] : allowOf(allow);
    await pipes.configure(id, change);
    if (requested.length > 0) await pipes.grant(id, requested);
    return { success: true, message: `pipe ${id} configured` };
  });

  app.delete('/pipes/:id/history', { schema: historySchema }, async (request) => {
    const id = idOf(request);
    await pipes.clearHistory(id);
    return { success: true, message: `the history of pipe ${id} is cleared` };
  });

  app.get('/pipes/store', { schema: storeSchema }, async () => ({ data: await listExamples() }));
  for (const [method, url] of STORE_CALLS) {
    app.route({ method, url, schema: storeRefusalSchema, handler: noStore });
  }

  app.get('/pipes/:id/executions', { schema: executionsSchema }, async (request) => {
    const { limit } = executionsParameters.parse(request.query, nowMs());
    const runs = await pipes.listExecutions(idOf(request), limit);
    return { data: runs.map(toWireExecution) };
  });
}

const STORE_CALLS = [
  ['GET', '/pipes/store/:slug'],
  ['POST', '/pipes/store/install'],
  ['POST', '/pipes/store/publish'],
  ['POST', '/pipes/store/:slug/review'],
] as const;

function noStore(): never {
  throw serviceError('NOT_SUPPORTED', {
    what: 'a public store of pipes',
    hint: 'POST /pipes/install takes an address, a file:// path or npm:name@version.',
  });
}

/** Some clients put the fields into their own `config`; what belongs to the answer of GET is left out. */
function unwrapped(body: Record<string, unknown>): Record<string, unknown> {
  const inner = body.config;
  const isWrapped = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
  const { config: _, ...rest } = body;
  const { name: __, ...change } = isWrapped ? { ...rest, ...inner } : body;
  return change;
}

function allowOf(value: unknown): Sensitive[] {
  const isRight =
    Array.isArray(value) && value.every((word) => (SENSITIVE as readonly unknown[]).includes(word));
  if (isRight) return value as Sensitive[];
  throw new InvalidBodyError('allow', `must be a list of ${SENSITIVE.join(', ')}`);
}
