import { expect, test } from 'vitest';
import { COUNTS } from '../codes.ts';
import { placeColumns, type StoredPlace } from './place-columns.ts';
import type { PlaceFilter } from './place-filter.ts';

const PASSAGES = 700;
/** Several blocks, of which some have places of many hours, as after a pause in which old content was embedded. */
const PLACES: readonly StoredPlace[] = Array.from({ length: 5_000 }, (_, i) => ({
  slot: (i * 37) % PASSAGES,
  key: i * 4,
  contextId: i % 5,
  atMs: i % 1_500 === 0 ? 7 : i * 1_000,
}));
const columns = placeColumns();
for (const place of PLACES) columns.add(place);

function filterOf(fromMs: number, toMs: number, contextId?: number): PlaceFilter {
  const isMeant = (_key: number, context: number, atMs: number) =>
    atMs >= fromMs && atMs <= toMs && (contextId === undefined || context === contextId);
  return {
    ...{ isPossible: true, isMeant, mayBeMeant: isMeant, fromMs, toMs },
    isTimeOnly: contextId === undefined,
  };
}

function passing(filter: PlaceFilter): number[] {
  const mask = columns.passing(filter, PASSAGES) ?? [];
  return [...mask.entries()].filter(([, value]) => value === COUNTS).map(([slot]) => slot);
}

test.each([
  ['of one block', 1_500_000, 1_800_000, undefined],
  ['of several blocks and parts of two', 900_000, 3_700_000, undefined],
  ['before all others', 0, 7, undefined],
  ['of one window', 900_000, 3_700_000, 3],
  ['of no time', 9e9, 9.1e9, undefined],
])('passages with a place %s pass, and no others', (_name, fromMs, toMs, contextId) => {
  const filter = filterOf(fromMs, toMs, contextId);
  const meant = PLACES.filter((one) => filter.isMeant(one.key, one.contextId, one.atMs));
  const slots = [...new Set(meant.map(({ slot }) => slot))].sort((a, b) => a - b);
  expect(passing(filter)).toEqual(slots);
});

test('without a filter there is no list of those that pass', () => {
  const everything = { ...filterOf(-Infinity, Infinity), mayBeMeant: undefined };
  expect(columns.passing(everything, PASSAGES)).toBeUndefined();
});
