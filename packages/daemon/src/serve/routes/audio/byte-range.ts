/** The `Range` header of a request for one file. */

export interface ByteRange {
  start: number;
  /** Included. */
  end: number;
}

/**
 * The part asked for. Undefined: the whole file, because there is no header, or one that we need not heed (another
 * unit, several parts, not well formed). `unsatisfiable`: there are no such bytes.
 */
export function parseRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header ?? '');
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first === '') return lastBytes(Number(last), sizeBytes);
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Number(last);
  if (end < start && last !== '') return start < sizeBytes ? undefined : 'unsatisfiable';
  return start < sizeBytes ? { start, end: Math.min(end, sizeBytes - 1) } : 'unsatisfiable';
}

function lastBytes(count: number, sizeBytes: number): ByteRange | 'unsatisfiable' {
  if (count === 0) return 'unsatisfiable';
  return { start: Math.max(0, sizeBytes - count), end: sizeBytes - 1 };
}
