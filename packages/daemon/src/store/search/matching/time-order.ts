/**
 * Keys in order of time. A key holds its hour and the place in which it came within that, so the order is wrong only in hours with
 * documents that came late. How late the latest of them came is known (`hour.late_ms`): unless it came very late, the first of such an
 * hour are found among little more than themselves, however much there is in it.
 */
import { hourOfKey } from '../../content/keys.ts';
import type { Connection } from '../../kernel/connection.ts';
import type { SearchFilter } from '../../records.ts';

type Order = SearchFilter['order'];

/** Looked at first; then twice as many, and so on. */
const FIRST_PIECE = 128;

export function timeOrder(db: Connection, latenessOf: (keys: readonly number[]) => LateHours) {
  const timesOf = db
    .prepare('SELECT d.key, d.at_ms FROM json_each(?) j JOIN document d ON d.key = j.value')
    .raw();

  /** The first `wanted` keys of an hour. Without `isAll` there are more behind `keys`, and undefined says that one of them may be earlier. */
  function firstOfHour(
    keys: readonly number[],
    { lateMs, wanted, isAll, order }: Asked & { lateMs: number },
  ): number[] | undefined {
    const sign = order === 'ascending' ? 1 : -1;
    const seen: [key: number, atMs: number][] = [];
    let farthest = Number.NEGATIVE_INFINITY;
    for (let from = 0, to = FIRST_PIECE; from < keys.length; [from, to] = [to, to * 2]) {
      const piece = JSON.stringify(keys.slice(from, to));
      for (const row of timesOf.all(piece) as [number, number][]) {
        seen.push(row);
        farthest = Math.max(farthest, sign * row[1]);
      }
      seen.sort((a, b) => sign * (a[1] - b[1] || a[0] - b[0]));
      const last = seen[wanted - 1];
      // None of the others is farther than this before any that was seen.
      if (last && sign * last[1] <= farthest - lateMs) break;
      if (to >= keys.length && !isAll) return undefined;
    }
    return seen.slice(0, wanted).map(([key]) => key);
  }

  /**
   * The first `wanted` of `keys`, which come in order of their numbers. Unless that is all there is of their last hour (`isAll`), undefined
   * says that more of it is needed.
   */
  return (keys: readonly number[], asked: Asked): number[] | undefined => {
    const late = latenessOf(keys);
    if (late.size === 0) return keys.slice(0, asked.wanted);
    const sorted: number[] = [];
    const lastHour = hourOfKey(keys.at(-1) ?? 0);
    for (const [hour, ofHour] of Map.groupBy(keys, hourOfKey)) {
      const wanted = asked.wanted - sorted.length;
      if (wanted <= 0) break;
      const lateMs = late.get(hour);
      const isAll = asked.isAll || hour !== lastHour;
      const first =
        lateMs === undefined
          ? ofHour.slice(0, wanted)
          : firstOfHour(ofHour, { lateMs, wanted, isAll, order: asked.order });
      if (!first) return undefined;
      sorted.push(...first);
    }
    return sorted;
  };
}

interface Asked {
  wanted: number;
  isAll: boolean;
  order: Order;
}

/** Hours in which the order of keys is not that of time, and by how many milliseconds at most. */
export type LateHours = ReadonlyMap<number, number>;
