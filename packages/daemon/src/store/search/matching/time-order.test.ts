/** Against sorting everything: whatever came however late, the first of a list are the first in time. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstKeyOfHour, HOUR_MS, hourOfKey } from '../../content/keys.ts';
import { Connection } from '../../kernel/connection.ts';
import { timeOrder } from './time-order.ts';

const HOUR = 500_000;
/** Several pieces of an hour, and of the next. */
const DOCUMENTS = 900;

interface Document {
  key: number;
  atMs: number;
}

/** In the order in which they came: most in time, some of them late. */
const arrivals = fc
  .tuple(
    fc.infiniteStream(fc.nat(99)),
    fc.infiniteStream(fc.nat(40)),
    fc.constantFrom(0, 3, 50, 2_000),
  )
  .map(([dice, delays, latest]) =>
    [HOUR, HOUR + 1].flatMap((hour) =>
      Array.from({ length: DOCUMENTS }, (_, at): Document => {
        const lateMs = dice.next().value < 30 ? ((delays.next().value ?? 0) * latest) / 40 : 0;
        const atMs = hour * HOUR_MS + Math.max(0, at * 2 - Math.round(lateMs));
        return { key: firstKeyOfHour(hour) + at * 4, atMs };
      }),
    ),
  );

function lateHours(documents: readonly Document[]): Map<number, number> {
  const late = new Map<number, number>();
  let last = { hour: 0, atMs: 0 };
  for (const { key, atMs } of documents) {
    const hour = hourOfKey(key);
    if (hour !== last.hour) last = { hour, atMs };
    if (atMs < last.atMs) late.set(hour, Math.max(late.get(hour) ?? 0, last.atMs - atMs));
    last.atMs = Math.max(last.atMs, atMs);
  }
  return late;
}

test('the first of a list are the first in time, or more of their hour is asked for', () => {
  const seen = { sure: 0, unsure: 0 };
  fc.assert(
    fc.property(
      arrivals,
      fc.constantFrom('ascending', 'descending'),
      fc.integer({ min: 1, max: 2 * DOCUMENTS }),
      fc.integer({ min: 1, max: 2 * DOCUMENTS }),
      (documents, order, wanted, known) => {
        const db = new Connection(':memory:');
        db.exec('CREATE TABLE document (key INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL)');
        const insert = db.prepare('INSERT INTO document VALUES (?, ?)');
        for (const { key, atMs } of documents) insert.run(key, atMs);
        const inTimeOrder = timeOrder(db, () => lateHours(documents));
        const sign = order === 'ascending' ? 1 : -1;
        const keys = documents.map(({ key }) => key).sort((a, b) => sign * (a - b));
        const expected = documents
          .toSorted((a, b) => sign * (a.atMs - b.atMs || a.key - b.key))
          .slice(0, wanted)
          .map(({ key }) => key);
        expect(inTimeOrder(keys, { wanted, order, isAll: true })).toEqual(expected);
        const first = inTimeOrder(keys.slice(0, known), { wanted, order, isAll: false });
        seen[first ? 'sure' : 'unsure'] += 1;
        // With no more known than wanted, those that are known.
        if (first) expect(first).toEqual(expected.slice(0, Math.min(wanted, known)));
        db.close();
      },
    ),
    { numRuns: 60 },
  );
  expect(seen.sure).toBeGreaterThan(0);
  expect(seen.unsure).toBeGreaterThan(0);
});
