import { expect, test } from 'vitest';
import { COUNTS } from '../codes.ts';
import { placeColumns, type StoredPlace } from './place-columns.ts';
import type { PlaceFilter } from './place-filter.ts';

const PASSAGES = 5_000;
const NOTE = 3_500;
/** Five blocks. All but the fourth also have a place of another time, as after a pause in which old content was embedded. */
const PLACES: readonly StoredPlace[] = Array.from({ length: PASSAGES }, (_, i) => ({
  slot: i,
  key: i === NOTE ? -1 : i * 4,
  contextId: i % 5,
  atMs: i % 1_500 === 0 ? 7 : i * 1_000,
}));
const columns = placeColumns();
for (const place of PLACES.slice(0, 3_200)) columns.add(place);
columns.passing(filterOf(0, 7), PASSAGES);
for (const place of PLACES.slice(3_200)) columns.add(place);

function filterOf(fromMs: number, toMs: number, contextId?: number): PlaceFilter {
  const isMeant = (key: number, context: number, atMs: number) =>
    key >= 0 && atMs >= fromMs && atMs <= toMs && (contextId ?? context) === context;
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
  ['in a part of a block', 1_500_000, 1_800_000, undefined],
  ['in a whole block and parts of two', 3_000_000, 4_200_000, undefined],
  ['in that time and one window', 3_000_000, 4_200_000, 2],
  ['before all others', 0, 7, undefined],
  ['after all others', 9e9, 9.1e9, undefined],
])('passages with a place %s pass, and no others', (_name, fromMs, toMs, contextId) => {
  const filter = filterOf(fromMs, toMs, contextId);
  const meant = PLACES.filter((one) => filter.isMeant(one.key, one.contextId, one.atMs));
  expect(passing(filter)).toEqual(meant.map(({ slot }) => slot));
});

test('without a filter there is no list of those that pass', () => {
  const everything = { ...filterOf(-Infinity, Infinity), mayBeMeant: undefined };
  expect(columns.passing(everything, PASSAGES)).toBeUndefined();
});
