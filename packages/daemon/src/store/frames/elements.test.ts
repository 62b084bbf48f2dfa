import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewElement } from '../new-records.ts';
import type { ElementFilter } from '../records.ts';
import { type LocalStore, localStore } from '../testing/local-store.ts';

const AT_MS = Date.parse('2026-02-03T09:00:00Z');
const BOUNDS = { left: 0.1, top: 0.2, width: 0.3, height: 0.4 };
const TREE: NewElement[] = [
  { source: 'accessibility', role: 'window', text: 'Inbox' },
  { source: 'accessibility', role: 'list', parent: 0, depth: 1, bounds: BOUNDS },
  {
    source: 'accessibility',
    role: 'button',
    text: 'Send plan',
    parent: 1,
    depth: 2,
    confidence: 0.9,
  },
  { source: 'ocr', role: 'block', text: '東京都の plan', parent: 99 },
];

let store: LocalStore;
beforeAll(async () => {
  store = await localStore();
  store.write('content.add', {
    frames: [
      { atMs: AT_MS, deviceName: 'm', appName: 'Mail', elements: TREE },
      { atMs: AT_MS + 1_000, deviceName: 'm', appName: 'ÉDITEUR', elements: TREE.slice(2) },
      { atMs: AT_MS + 2_000, deviceName: 'm' },
    ],
  });
});
afterAll(() => store[Symbol.asyncDispose]());

/** An element's number is made of its frame's and its position. */
const id = (frameId: number, position: number) => frameId * 2 ** 20 + position;

const list = (filter: Partial<ElementFilter> = {}) =>
  store.read('frames.listElements', { limit: 50, offset: 0, ...filter });
const idsOf = (filter: Partial<ElementFilter>) => list(filter).items.map(({ id }) => id);

test('the elements of a frame come back whole, in the order of the tree', () => {
  const rest = { text: null, parentId: null, depth: 0, bounds: null, confidence: null };
  expect(list({ frameId: 1 })).toEqual({
    total: 4,
    items: [
      {
        ...rest,
        id: id(1, 0),
        frameId: 1,
        source: 'accessibility',
        role: 'window',
        text: 'Inbox',
        sortOrder: 0,
      },
      {
        ...rest,
        id: id(1, 1),
        frameId: 1,
        source: 'accessibility',
        role: 'list',
        sortOrder: 1,
        parentId: id(1, 0),
        depth: 1,
        bounds: BOUNDS,
      },
      {
        ...rest,
        id: id(1, 2),
        frameId: 1,
        source: 'accessibility',
        role: 'button',
        sortOrder: 2,
        text: 'Send plan',
        parentId: id(1, 1),
        depth: 2,
        confidence: 0.9,
      },
      // A parent that is not in the list is none.
      {
        ...rest,
        id: id(1, 3),
        frameId: 1,
        source: 'ocr',
        role: 'block',
        text: '東京都の plan',
        sortOrder: 3,
      },
    ],
  });
});

test('the newest frame comes first when none is asked for', () => {
  expect(idsOf({})).toEqual([id(2, 0), id(2, 1), id(1, 0), id(1, 1), id(1, 2), id(1, 3)]);
});

test.each<[string, Partial<ElementFilter>, number[]]>([
  ['a source', { source: 'ocr' }, [id(2, 1), id(1, 3)]],
  ['a role', { role: 'button' }, [id(2, 0), id(1, 2)]],
  [
    'part of the app name, in any case and without accents',
    { appName: 'edit' },
    [id(2, 0), id(2, 1)],
  ],
  ['a start, inclusive', { startMs: AT_MS + 1_000 }, [id(2, 0), id(2, 1)]],
  ['an end, inclusive', { endMs: AT_MS }, [id(1, 0), id(1, 1), id(1, 2), id(1, 3)]],
  ['a word', { query: 'PLAN' }, [id(2, 0), id(2, 1), id(1, 2), id(1, 3)]],
  ['words that must all be there', { query: 'send plan' }, [id(2, 0), id(1, 2)]],
  ['a phrase', { query: '"send plan"' }, [id(2, 0), id(1, 2)]],
  ['the beginning of a word', { query: 'inb*' }, [id(1, 0)]],
  ['a word inside a text without spaces', { query: '京都' }, [id(2, 1), id(1, 3)]],
  ['a single such character', { query: '京' }, [id(2, 1), id(1, 3)]],
  ['several filters at once', { query: 'plan', role: 'block', frameId: 1 }, [id(1, 3)]],
  ['a query without a word', { query: '"' }, []],
  ['a blank query', { query: '  ', source: 'ocr' }, [id(2, 1), id(1, 3)]],
  ['an unknown frame', { frameId: 99 }, []],
])('filters by %s', (_, filter, ids) => {
  expect(idsOf(filter)).toEqual(ids);
  expect(list(filter).total).toBe(ids.length);
});

test('pages keep the total', () => {
  expect(list({ limit: 2, offset: 1 })).toMatchObject({
    items: [{ id: id(2, 1) }, { id: id(1, 0) }],
    total: 6,
  });
  expect(list({ limit: 2, offset: 60 })).toEqual({ items: [], total: 6 });
});
