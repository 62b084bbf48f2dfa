/**
 * The next batch of new content for a pipe: what was stored after its cursor, within what it may see and wants to see. What it does
 * not want is passed over, so a pipe with a narrow filter does not look at the same rows again and again.
 */
import type { ContentCursor, PipeStore } from '#store/pipe-records.ts';
import type { Item, Scope } from '#store/records.ts';
import { scopePredicate } from '#store/scope.ts';
import type { Trigger } from './trigger.ts';

export interface NewBatch {
  items: Item[];
  /** To be kept when the batch was processed. */
  cursor: ContentCursor;
  hasMore: boolean;
}

/** Rows read for one batch at most; the rest waits for the next turn. */
const MOST_PAGES = 20;

export async function readNewBatch(
  store: Pick<PipeStore, 'listNewItems'>,
  options: {
    cursor: ContentCursor;
    trigger: Extract<Trigger, { kind: 'data' }>;
    scope: Scope;
    signal: AbortSignal;
  },
): Promise<NewBatch> {
  const { trigger, scope, signal } = options;
  const { kinds, apps, windows } = trigger.filter;
  const isSeen = scopePredicate(scope);
  const isWanted = scopePredicate({ allowApps: apps, allowWindows: windows });
  // Speech has no app: whoever asks for an app does not mean it.
  const hasNames = apps !== undefined || windows !== undefined;
  const passes = (item: Item) =>
    isSeen(item) && isWanted(item) && !(hasNames && item.kind === 'audio');
  let { cursor } = options;
  let hasMore = true;
  for (let pages = 0; hasMore && pages < MOST_PAGES; pages += 1) {
    const page = await store.listNewItems(cursor, kinds, trigger.batch, signal);
    const items = page.items.filter(passes);
    cursor = page.cursor;
    hasMore = page.hasMore;
    if (items.length > 0) return { items, cursor, hasMore };
  }
  return { items: [], cursor, hasMore };
}
