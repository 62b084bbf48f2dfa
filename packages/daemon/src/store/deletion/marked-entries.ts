/**
 * Rewrites the segments of an index that hold entries which are only marked as deleted: the new segment has none of them. The others stay as
 * they are, so that the cost is that of the segments in which something was deleted. FTS5 rewrites a segment by itself when enough of its
 * entries are marked; here its counters say so. Called slice by slice by a deletion job, through `purge.ts`.
 */
import type { Connection } from '../kernel/connection.ts';
import {
  type Level,
  placeBySize,
  type Segment,
  segmentLists,
  settleSegments,
  type WordIndex,
} from '../kernel/index-segments.ts';

/** Index pages a slice may write: some 40 ms. */
const PAGES_PER_SLICE = 256;
/** Two neighbours that FTS5 would merge on its own lie apart until the end. */
const LEVELS_APART = 2;
/**
 * A page of marks holds the keys of 126 entries or more. Of a segment with so many pages of them, and with fewer entries that stay, a slice
 * would write too little to end in time: it is merged with all others.
 */
const MOST_MARKED_PAGES = 200;
const MARKS_OF_PAGE = 126;

export function markedEntryDropper(db: Connection, index: WordIndex) {
  const lists = segmentLists(db, index);
  const mergeStatement = db.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`);

  /** False when FTS5 has found nothing to do. */
  function merge(pages: number): boolean {
    const before = lists.readBytes();
    mergeStatement.run(pages);
    return !lists.readBytes().equals(before);
  }

  function mergeAll(): void {
    if (!merge(-PAGES_PER_SLICE)) throw new Error(`the segments of ${index} are not merged`);
  }

  function begin(segment: Segment, levels: readonly Level[]): void {
    if (isHollow(segment)) {
      mergeAll();
      return;
    }
    const isChosen = ({ id }: Segment) => id === segment.id;
    lists.writeLevels(countAsMarked(placeBySize(levels, LEVELS_APART), isChosen));
    // FTS5 has decided otherwise: what it documents, for all segments.
    if (!merge(PAGES_PER_SLICE)) mergeAll();
  }

  /** FTS5 leaves a merge alone while as many segments as it reads have come since, unless enough of these is marked. */
  function goOn(levels: readonly Level[]): void {
    if (merge(PAGES_PER_SLICE)) return;
    lists.writeLevels(countAsMarked(levels, (_, isBeingMerged) => isBeingMerged));
    if (!merge(PAGES_PER_SLICE)) mergeAll();
  }

  return {
    /**
     * One slice, from the oldest segment to the newest. Returns what the next slice is called with, undefined when that was the last one.
     * Entries that are marked in a segment after its turn are left to the next deletion, or this might never end.
     */
    dropMarked(doneOrigin: number): number | undefined {
      const levels = lists.readLevels();
      const isMerging = levels.some(({ merging }) => merging > 0);
      const [next] = levels.toReversed().flatMap(({ merging, segments }) =>
        segments.filter(
          // What a merge reads, and what is later.
          (one, i) => one.markedPages > 0 && (i < merging || one.lastOrigin > doneOrigin),
        ),
      );
      if (!next) {
        // What this run has moved apart is put right after the merge that reads it; also what a run before a restart has.
        if (isMerging && doneOrigin > 0 && merge(PAGES_PER_SLICE)) return doneOrigin;
        settleSegments(db, index);
        return undefined;
      }
      if (isMerging) {
        goOn(levels);
        return doneOrigin;
      }
      begin(next, levels);
      return next.lastOrigin;
    },
  };
}

function isHollow({ markedPages, entries, marked }: Segment): boolean {
  return markedPages > MOST_MARKED_PAGES && entries - marked < markedPages * MARKS_OF_PAGE;
}

/**
 * Most entries of some segments count as marked, and none of the others. The difference of the two numbers stays what it is: FTS5 keeps it as
 * the number of entries of the new segment. A segment that is being written has marks before it has entries.
 */
function countAsMarked(
  levels: readonly Level[],
  isChosen: (segment: Segment, isBeingMerged: boolean) => boolean,
): Level[] {
  return levels.map(({ merging, segments }) => ({
    merging,
    segments: segments.map((segment, i) => {
      const left = segment.entries - segment.marked;
      if (left < 0) return segment;
      const marked = isChosen(segment, i < merging) ? left + 1 : 0;
      return { ...segment, marked, entries: left + marked };
    }),
  }));
}
