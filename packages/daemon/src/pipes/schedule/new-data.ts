/**
 * The next batch of new content for a pipe: what was stored after its cursor, within what it may see and wants to see. What it does
 * not want is passed over, so a pipe with a narrow filter does not look at the same rows again and again. A batch is never larger
 * than the pipe can hold, or it would be offered for ever and fail each time.
 */
import type { PipeData } from '@hindcast/pipe-sdk';
import { scopePredicate } from '#store/content/scope.ts';
import type { ContentCursor } from '#store/pipes/pipe-records.ts';
import type { Item, Scope } from '#store/records.ts';
import type { Store } from '#store/store.ts';
import type { Trigger } from './trigger.ts';

type WireItem = PipeData['items'][number];

export interface NewBatch {
  items: WireItem[];
  /** Items that are given without the end of their texts, because even alone they are too large. */
  cutItems: number;
  /** To be kept when the batch was processed. */
  cursor: ContentCursor;
  hasMore: boolean;
}

/** Rows read for one batch at most; the rest waits for the next turn. */
const MOST_PAGES = 20;

export async function readNewBatch(
  store: Pick<Store, 'pipes'>,
  options: {
    cursor: ContentCursor;
    trigger: Extract<Trigger, { kind: 'data' }>;
    scope: Scope;
    toWireItem: (item: Item) => WireItem;
    /** Of all items together, as JSON. */
    mostBytes: number;
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
  let limit = trigger.batch;
  let hasMore = true;
  for (let pages = 0; hasMore && pages < MOST_PAGES; pages += 1) {
    const page = await store.pipes.listNewItems(cursor, kinds, limit, signal);
    const items = page.items.filter(passes).map(options.toWireItem);
    const isTooLarge = items.length > 1 && sizeOf(items) > options.mostBytes;
    if (isTooLarge && limit > 1) {
      limit = Math.ceil(limit / 4);
      continue;
    }
    cursor = page.cursor;
    hasMore = page.hasMore;
    if (items.length > 0) return { ...fitting(items, options.mostBytes), cursor, hasMore };
  }
  return { items: [], cutItems: 0, cursor, hasMore };
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** By now these are few: one of each kind when they are large. */
function fitting(items: WireItem[], mostBytes: number): Pick<NewBatch, 'items' | 'cutItems'> {
  const mostOfOne = mostBytes / items.length;
  if (sizeOf(items) <= mostBytes) return { items, cutItems: 0 };
  let cutItems = 0;
  const fitted = items.map((item) => {
    if (sizeOf(item) <= mostOfOne) return item;
    cutItems += 1;
    return cut(item, mostOfOne);
  });
  return { items: fitted, cutItems };
}

/** Halves what texts and lists may hold until it is small enough. */
function cut<T>(item: T, mostBytes: number): T {
  let result = item;
  for (let most = mostBytes; most >= 1 && sizeOf(result) > mostBytes; most /= 2) {
    result = JSON.parse(JSON.stringify(item), (_key, value: unknown) =>
      typeof value === 'string' || Array.isArray(value) ? value.slice(0, most) : value,
    ) as T;
  }
  return result;
}
