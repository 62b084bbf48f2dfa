/**
 * The places of all passages in memory, and which passages have one that a filter may mean. Times of neighbours are near each other, so a
 * filter by time decides about whole blocks of places. Used by `passage-index.ts`, in a reader thread.
 */
import { COUNTS } from '../codes.ts';
import { numberColumn } from '../scan/column.ts';
import type { PlaceFilter } from './place-filter.ts';

export interface StoredPlace {
  slot: number;
  key: number;
  contextId: number;
  atMs: number;
}

export interface PlaceColumns {
  add(place: StoredPlace): void;
  /** Marks each of so many passages that has a place the filter may include; undefined without a filter. */
  passing(filter: PlaceFilter, passages: number): Uint8Array | undefined;
}

const BLOCK = 1_024;

export function placeColumns(): PlaceColumns {
  const [slots, contexts] = [numberColumn(Uint32Array), numberColumn(Uint32Array)];
  const [keys, times] = [numberColumn(Float64Array), numberColumn(Float64Array)];
  const [earliest, latest] = [numberColumn(Float64Array), numberColumn(Float64Array)];

  return {
    add({ slot, key, contextId, atMs }) {
      const block = Math.floor(slots.length() / BLOCK);
      if (block === earliest.length()) {
        earliest.push(atMs);
        latest.push(atMs);
      }
      earliest.values()[block] = Math.min(earliest.values()[block] as number, atMs);
      latest.values()[block] = Math.max(latest.values()[block] as number, atMs);
      slots.push(slot);
      contexts.push(contextId);
      keys.push(key);
      times.push(atMs);
    },

    passing({ mayBeMeant, fromMs, toMs, isTimeOnly }, passages) {
      if (mayBeMeant === undefined) return undefined;
      const mask = new Uint8Array(passages);
      const [slotList, contextList] = [slots.values(), contexts.values()];
      const [keyList, timeList] = [keys.values(), times.values()];
      const isMeantAt = (at: number) =>
        mayBeMeant(keyList[at] as number, contextList[at] as number, timeList[at] as number);
      // Keys of notes are negative; only the filter knows whether notes count.
      const isContentOrMeantAt = (at: number) => (keyList[at] as number) >= 0 || isMeantAt(at);
      for (let block = 0; block < earliest.length(); block++) {
        const first = earliest.values()[block] as number;
        const last = latest.values()[block] as number;
        if (last < fromMs || first > toMs) continue;
        const areAllMeant = isTimeOnly && first >= fromMs && last <= toMs;
        const range = { from: block * BLOCK, end: Math.min(slots.length(), (block + 1) * BLOCK) };
        mark(mask, slotList, range, areAllMeant ? isContentOrMeantAt : isMeantAt);
      }
      return mask;
    },
  };
}

function mark(
  mask: Uint8Array,
  slots: Uint32Array,
  { from, end }: { from: number; end: number },
  isMeantAt: (at: number) => boolean,
): void {
  for (let at = from; at < end; at++) {
    const slot = slots[at] as number;
    if (mask[slot] === COUNTS) continue;
    if (isMeantAt(at)) mask[slot] = COUNTS;
  }
}
