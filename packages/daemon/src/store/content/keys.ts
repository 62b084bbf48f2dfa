/**
 * Document keys: time-ordered integers that carry the hour and the kind, so that SQL can filter by
 * both without looking at the row. All arithmetic is plain numbers: keys are beyond 32 bits.
 */

export type DocumentKind = 'ocr' | 'audio' | 'ui';

/** Position = the number in the key's two low bits. */
export const DOCUMENT_KINDS: readonly DocumentKind[] = ['ocr', 'audio', 'ui'];

export const HOUR_MS = 3_600_000;
/** A video chunk has frames of so many at most: its file is named after the first. */
export const HOURS_PER_VIDEO = 2;
/** 4 kinds x 2^20 documents an hour: 290 a second for a whole hour. */
const KEYS_PER_HOUR = 2 ** 22;
const KEY_STEP = 4;

export const LAST_AT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Earlier keys would be negative and lose their kind, later ones leave the safe integers. */
export function isStorable(atMs: number): boolean {
  return atMs >= 0 && atMs <= LAST_AT_MS;
}

export function hourOf(atMs: number): number {
  return Math.floor(atMs / HOUR_MS);
}

export function hourOfKey(key: number): number {
  return Math.floor(key / KEYS_PER_HOUR);
}

export function kindOfKey(key: number): DocumentKind {
  return DOCUMENT_KINDS[key % KEY_STEP] as DocumentKind;
}

export function firstKeyOfHour(hour: number): number {
  return hour * KEYS_PER_HOUR;
}

export function lastKeyOfHour(hour: number): number {
  return (hour + 1) * KEYS_PER_HOUR - 1;
}

/** The key after `lastKey` (the highest of that hour so far), or undefined when the hour is full. */
export function nextKey(
  hour: number,
  lastKey: number | undefined,
  kind: DocumentKind,
): number | undefined {
  const base =
    lastKey === undefined ? firstKeyOfHour(hour) : lastKey - (lastKey % KEY_STEP) + KEY_STEP;
  const key = base + DOCUMENT_KINDS.indexOf(kind);
  return hourOfKey(key) === hour ? key : undefined;
}
