/** The rows of a statement as the text of a JSON array, within limits: what both ways to run a stranger's statement share. */

export interface QueryLimits {
  /** Further rows are left out, and not even computed. */
  maxRows: number;
  /** Of the whole result as JSON. A larger one is refused. */
  maxBytes: number;
}

/** The statement is at fault, not the service. The message is for the person who wrote it. */
export class StatementRefused extends Error {}

export function rowsAsJson(
  names: readonly string[],
  found: Iterable<readonly unknown[]>,
  limits: QueryLimits,
): Buffer {
  const keys = new Map(names.map((name, index) => [name, index]));
  const columns = [...keys].map(([name, index]) => [JSON.stringify(name), index] as const);
  const parts: Buffer[] = [];
  let [rows, bytes] = [0, 2];
  for (const row of found) {
    const fields = columns.map(([key, index]) => `${key}:${valueAsJson(row[index])}`);
    const part = Buffer.from(`${rows === 0 ? '' : ','}{${fields.join(',')}}`);
    bytes += part.length;
    if (bytes > limits.maxBytes) {
      throw new StatementRefused(
        `its result is larger than ${Math.floor(limits.maxBytes / 1024 / 1024)} MB`,
      );
    }
    parts.push(part);
    rows += 1;
    if (rows >= limits.maxRows) break;
  }
  return Buffer.concat([Buffer.from('['), ...parts, Buffer.from(']')]);
}

/**
 * A BLOB is null. An integer that a JSON reader would round (beyond 2^53) is a string, so that ids
 * and hashes stay exact. Infinity, which JSON does not have, is null.
 */
function valueAsJson(value: unknown): string {
  if (value === undefined || value === null || value instanceof Uint8Array) return 'null';
  if (typeof value !== 'bigint') return JSON.stringify(value);
  return Number.isSafeInteger(Number(value)) ? String(value) : `"${value}"`;
}
