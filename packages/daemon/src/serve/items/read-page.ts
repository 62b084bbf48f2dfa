/** Reads one page of items and makes it ready to send: shared by search and timeline. */
import type { Static } from 'typebox';
import type { ServerDeps } from '#serve/server-deps.ts';
import type { SearchFilter } from '#store/records.ts';
import { inlineFrames, MAX_ITEMS_WITH_FRAMES } from './inline-frames.ts';
import type { ItemPage } from './schema.ts';
import { shortenItems } from './shorten.ts';
import { toWireItem } from './wire-item.ts';

export interface PageRequest {
  filter: SearchFilter;
  includeFrames: boolean;
  maxCharacters?: number | undefined;
}

export async function readPage(
  deps: Pick<ServerDeps, 'store' | 'media'>,
  { filter, includeFrames, maxCharacters }: PageRequest,
  signal: AbortSignal,
): Promise<Static<typeof ItemPage>> {
  const limit = includeFrames ? Math.min(filter.limit, MAX_ITEMS_WITH_FRAMES) : filter.limit;
  const { offset } = filter;
  // A content type that is never stored here, such as memories.
  if (filter.kinds.length === 0) return { data: [], pagination: { limit, offset, total: 0 } };

  const { items, total } = await deps.store.search({ ...filter, limit }, signal);
  const data = items.map(toWireItem);
  if (includeFrames) await inlineFrames(deps, items, data, signal);
  if (maxCharacters !== undefined) shortenItems(data, maxCharacters);
  return { data, pagination: { limit, offset, total } };
}
