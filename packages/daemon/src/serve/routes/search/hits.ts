/** Rows of a search for people: items with what they stand for and where their words were found, in their wire shapes. */

import type { HitExtras } from '#serve/items/schema.ts';
import { toWireItem } from '#serve/items/wire-item.ts';
import { iso } from '#serve/request/time.ts';
import type { TextBox } from '#store/records.ts';
import type { Store } from '#store/store.ts';
import type { Hit, HitFilter } from '#store/timeline/overview-records.ts';
import type { SearchReply } from './schema.ts';

export async function readHits(
  store: Pick<Store, 'search'>,
  filter: HitFilter,
  signal: AbortSignal,
): Promise<SearchReply> {
  const { limit, offset } = filter;
  // A content type that is never stored here, such as memories.
  const { hits, total, isExact, hasMore, ranked } =
    filter.kinds.length === 0
      ? { hits: [], total: 0, isExact: true, hasMore: false, ranked: undefined }
      : await store.search.findHits(filter, signal);
  return {
    data: hits.map((hit) => ({ ...toWireItem(hit.item), ...extrasOf(hit) })),
    pagination: { limit, offset, total },
    has_more: hasMore,
    ...((filter.isCounted === false || !isExact) && { total_is_exact: isExact }),
    ...(ranked !== undefined && { ranked }),
  };
}

export function toWirePosition({ text, confidence, left, top, width, height }: TextBox) {
  return { text, confidence, bounds: { left, top, width, height } };
}

function extrasOf({ group, matchedIn, snippet, positions }: Hit): HitExtras {
  return {
    ...(group && {
      group: {
        size: group.size,
        start_time: iso(group.startMs),
        end_time: iso(group.endMs),
        ids: group.ids,
      },
    }),
    ...(matchedIn && {
      match: {
        matched_in: matchedIn,
        ...(snippet && {
          snippet: {
            text: snippet.text,
            marks: snippet.marks.map(([start, end]) => ({ start, end })),
          },
        }),
        ...(positions && { text_positions: positions.map(toWirePosition) }),
      },
    }),
  };
}
