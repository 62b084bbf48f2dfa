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
  type WordIndex,
} from '../kernel/index-segments.ts';

/** Index pages a slice may write: some 40 ms. */
const PAGES_PER_SLICE = 256;
/** The new segment is written one level higher: none is there, or FTS5 would go on and merge the two. */
const LEVELS_APART = 2;

export function markedEntryDropper(db: Connection, index: WordIndex) {
  const lists = segmentLists(db, index);
  const mergeStatement = db.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`);
  const merge = (pages: number) => void mergeStatement.run(pages);

  function begin(segment: Segment, levels: readonly Level[]): void {
    lists.writeLevels(choose(segment, placeBySize(levels, LEVELS_APART)));
    merge(PAGES_PER_SLICE);
    const level = lists.readLevels().find(({ segments }) => segments.some(isSame(segment)));
    // FTS5 has decided otherwise: what it documents, for all segments.
    if (level?.merging === 0) merge(-PAGES_PER_SLICE);
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
        if (doneOrigin > 0 && !isMerging) lists.writeLevels(placeBySize(levels));
        return undefined;
      }
      if (!isMerging) {
        begin(next, levels);
        return next.lastOrigin;
      }
      merge(PAGES_PER_SLICE);
      return doneOrigin;
    },
  };
}

/**
 * Most entries of this segment count as marked, and none of the others. The difference of the two numbers stays what it is: FTS5 keeps it as
 * the number of entries of the new segment.
 */
function choose(chosen: Segment, levels: readonly Level[]): Level[] {
  const isChosen = isSame(chosen);
  const counted = (segment: Segment): Segment => {
    const left = Math.max(0, segment.entries - segment.marked);
    const marked = isChosen(segment) ? left + 1 : 0;
    return { ...segment, marked, entries: left + marked };
  };
  return levels.map((level) => ({ ...level, segments: level.segments.map(counted) }));
}

function isSame({ id }: Segment): (other: Segment) => boolean {
  return (other) => other.id === id;
}
