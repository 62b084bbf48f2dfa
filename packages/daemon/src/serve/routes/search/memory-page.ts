/**
 * `/search?content_type=memory`: a page of memories in the shape of search items. Memories belong to no app, window, device or speaker,
 * so a filter by one of these finds none.
 */
import type { Static } from 'typebox';
import { toWireMemory } from '#serve/items/memory.ts';
import type { ItemPage } from '#serve/items/schema.ts';
import type { Store } from '#store/store.ts';
import type { searchParameters } from './schema.ts';

type Query = ReturnType<typeof searchParameters.parse>;

const CAPTURED_ONLY = [
  'app_name',
  'window_name',
  'frame_name',
  'browser_url',
  'focused',
  'speaker_ids',
  'speaker_name',
  'device_name',
  'machine_id',
] as const satisfies (keyof Query)[];

export async function readMemories(
  store: Pick<Store, 'memories'>,
  query: Query,
  signal: AbortSignal,
): Promise<Static<typeof ItemPage>> {
  const { limit, offset } = query;
  if (CAPTURED_ONLY.some((name) => query[name] !== undefined))
    return { data: [], pagination: { limit, offset, total: 0 } };
  const filter = {
    query: query.q,
    exclude: query.exclude,
    tags: query.tags,
    startMs: query.start_time,
    endMs: query.end_time,
    minLength: query.min_length,
    maxLength: query.max_length,
    order: query.order === 'ascending' ? query.order : ('descending' as const),
    limit,
    offset,
  };
  const { items, total } = await store.memories.list(filter, signal);
  const data = items.map((memory) => {
    const content = toWireMemory(memory);
    return { type: 'Memory' as const, content: { ...content, timestamp: content.created_at } };
  });
  return { data, pagination: { limit, offset, total } };
}
