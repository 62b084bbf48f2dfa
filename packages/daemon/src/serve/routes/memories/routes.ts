/** `/memories`: notes of people and their assistants. */

import { serviceError } from '#core/errors.ts';
import { toWireMemory } from '#serve/items/memory.ts';
import { withSignal } from '#serve/request/deadline.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import type { NewMemory } from '#store/timeline/overview-records.ts';
import {
  addSchema,
  type ChangedMemoryBody,
  changeSchema,
  deleteSchema,
  listParameters,
  listSchema,
  memoryParameters,
  readSchema,
} from './schema.ts';

export function memoryRoutes(app: App, { store, nowMs, limits }: ServerDeps): void {
  const deadline = { code: 'SEARCH_TIMEOUT', limitMs: limits.searchTimeoutMs } as const;
  const idOf = (params: unknown) => memoryParameters.parse(params, nowMs()).id;

  app.post('/memories', { schema: addSchema }, async ({ body }) => {
    const memory = { ...DEFAULTS, ...toChange(body), content: body.content };
    return toWireMemory(await store.memories.add(memory, nowMs()));
  });

  app.get('/memories', { schema: listSchema }, async (request, reply) => {
    const query = listParameters.parse(request.query, nowMs());
    const { limit, offset, source, tags } = query;
    const filter = {
      query: query.q,
      source,
      tags,
      minImportance: query.min_importance,
      startMs: query.start_time,
      endMs: query.end_time,
      limit,
      offset,
    };
    const { items, total } = await withSignal(reply, deadline, (signal) =>
      store.memories.list(filter, signal),
    );
    return { data: items.map(toWireMemory), pagination: { limit, offset, total } };
  });

  app.get('/memories/:id', { schema: readSchema }, async (request, reply) => {
    const id = idOf(request.params);
    const memory = await withSignal(reply, deadline, (signal) => store.memories.find(id, signal));
    if (!memory) throw serviceError('MEMORY_NOT_FOUND', { id });
    return toWireMemory(memory);
  });

  app.put('/memories/:id', { schema: changeSchema }, async ({ params, body }) =>
    toWireMemory(await store.memories.update(idOf(params), toChange(body), nowMs())),
  );

  app.delete('/memories/:id', { schema: deleteSchema }, async ({ params }) => {
    await store.memories.delete(idOf(params));
    return { ok: true };
  });
}

const DEFAULTS: Omit<NewMemory, 'content'> = {
  source: 'user',
  sourceContext: null,
  tags: [],
  importance: 0.5,
  frameId: null,
};

function toChange(body: ChangedMemoryBody): Partial<NewMemory> {
  const { content, source, tags, importance, source_context, frame_id } = body;
  return {
    ...(content !== undefined && { content }),
    ...(source !== undefined && { source }),
    ...(tags !== undefined && { tags }),
    ...(importance !== undefined && { importance }),
    ...(frame_id !== undefined && { frameId: frame_id }),
    ...(source_context !== undefined && {
      sourceContext: source_context === null ? null : JSON.stringify(source_context),
    }),
  };
}
