/**
 * Finds what a question means, with a second look at the first of what the store finds: a network reads the question and each passage
 * together and gives them a new order. Used by `/ask` and by `/search?mode=`.
 */
import type { MeaningControl } from '#ingest/meaning/meaning-control.ts';
import { titleOf } from '#store/meaning/passages.ts';
import type { Meant, MeantFilter, MeantPage } from '#store/meaning/records.ts';
import type { Store } from '#store/store.ts';
import { inTime } from './in-time.ts';
import { matterOf } from './matter-of.ts';

interface Deps {
  store: Pick<Store, 'meaning'>;
  meaning: MeaningControl;
}

/** Each costs what a passage costs to embed. The right one is rarely behind them, see `bench/meaning`. */
const MOST_COMPARED = 20;
/** What one more of the network's score is worth, in similarity. */
const COMPARED_WEIGHT = 0.06;

/**
 * A page that holds some of the first is cut out of their new order, so no page repeats or misses one, unless the second look succeeds
 * for one of them and fails for another. `isCompared` is false where only words count.
 */
export async function findMeant(
  { store, meaning }: Deps,
  filter: MeantFilter,
  isCompared: boolean,
  signal: AbortSignal,
): Promise<MeantPage> {
  const { offset, limit, query = '' } = filter;
  if (!isCompared || offset >= MOST_COMPARED) return store.meaning.find(filter, signal);
  const end = offset + limit;
  const most = Math.max(end, MOST_COMPARED);
  const page = await store.meaning.find({ ...filter, offset: 0, limit: most }, signal);
  const first = page.found.slice(0, MOST_COMPARED);
  const texts = first.map(textOf);
  const scores = await inTime(
    (limited) => meaning.compare(matterOf(query), texts, limited),
    signal,
  );
  const found = [
    ...(scores ? inNewOrder(first, scores) : first),
    ...page.found.slice(first.length),
  ];
  return { ...page, found: found.slice(offset, end), hasMore: page.hasMore || found.length > end };
}

/** What the network was trained to read: where it was, and what it says. */
function textOf({ item, passage = '' }: Meant): string {
  if (item.kind === 'note') return ['note', passage].join(' | ');
  if (item.kind === 'audio')
    return ['speech', item.speaker?.name ?? '', passage].filter(Boolean).join(' | ');
  if (item.kind === 'input') return passage;
  return [item.appName, titleOf(item.windowName), passage].join(' | ');
}

/** Scores are handed out again: the first has the greatest of them. */
function inNewOrder(found: readonly Meant[], scores: ArrayLike<number>): Meant[] {
  const ordered = found
    .map((one, i) => ({ one, sum: one.score + COMPARED_WEIGHT * (scores[i] ?? 0) }))
    .sort((a, b) => b.sum - a.sum);
  return ordered.map(({ one }, i) => ({ ...one, score: found[i]?.score ?? one.score }));
}
