/** Reads one page of items in their wire shapes: shared by search and timeline. */
import type { Static } from 'typebox';
import type { SearchFilter } from '#store/records.ts';
import type { Store } from '#store/store.ts';
import type { ItemPage } from './schema.ts';
import { toWireItem } from './wire-item.ts';

export async function readPage(
  store: Pick<Store, 'search'>,
  filter: SearchFilter,
  signal: AbortSignal,
): Promise<Static<typeof ItemPage> & { ranked?: number }> {
  const { limit, offset } = filter;
  // Memories are no captured content.
  if (filter.kinds.length === 0) return { data: [], pagination: { limit, offset, total: 0 } };

  const { items, total, isEstimated, ranked } = await store.search.find(filter, signal);
  return {
    data: items.map(toWireItem),
    pagination: { limit, offset, total },
    ...(isEstimated && { total_is_exact: false }),
    ...(ranked !== undefined && { ranked }),
  };
}
