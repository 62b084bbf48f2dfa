import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InputEventFilter, NewInputEvent } from '../records.ts';
import { expectedInputEvent } from '../testing/expected-items.ts';
import { type LocalStore, localStore } from '../testing/local-store.ts';

const AT_MS = Date.parse('2026-02-03T09:00:00Z');
const WHOLE: NewInputEvent = {
  atMs: AT_MS,
  eventType: 'click',
  sessionId: 'session-1',
  relativeMs: 125,
  x: -3,
  y: 1080,
  deltaX: 1,
  deltaY: -1,
  button: 2,
  clickCount: 3,
  keyCode: 65,
  modifiers: 9,
  textContent: 'Grüße 🚀',
  appName: 'Mail',
  appPid: 4242,
  windowTitle: 'Inbox – 50%_done',
  browserUrl: 'https://example.com/a?b=c',
  elementRole: 'button',
  elementName: 'Send',
  elementValue: 'v',
  elementDescription: 'd',
  elementAutomationId: 'a',
  elementBounds: '{"x":1,"y":2,"width":3,"height":4}',
  frameId: 7,
};
const EVENTS: NewInputEvent[] = [
  WHOLE,
  { atMs: AT_MS, eventType: 'key', textContent: '' },
  { atMs: AT_MS + 5, eventType: 'text', textContent: 'typed plan', appName: 'Éditeur' },
  { atMs: AT_MS - 5, eventType: 'app_switch', appName: 'Mail', windowTitle: 'Drafts' },
];

let store: LocalStore;
beforeAll(async () => {
  store = await localStore();
  store.write('content.add', { inputEvents: EVENTS });
});
afterAll(() => store[Symbol.asyncDispose]());

const list = (filter: Partial<InputEventFilter> = {}) =>
  store.read('input.list', { limit: 50, offset: 0, ...filter });

test('every field comes back as it was, unknown ones as null', () => {
  const expected = EVENTS.map((event, i) => expectedInputEvent(i + 1, event));
  expect(list().items.toSorted((a, b) => a.id - b.id)).toEqual(expected);
  expect(list().items.find(({ id }) => id === 1)?.textLength).toBe(7);
});

test('the newest comes first; of the same instant the one that came last', () => {
  expect(list().items.map(({ id }) => id)).toEqual([3, 2, 1, 4]);
  expect(list({ limit: 2, offset: 1 })).toMatchObject({ items: [{ id: 2 }, { id: 1 }], total: 4 });
  expect(list({ offset: 99 })).toEqual({ items: [], total: 4 });
});

test.each<[string, Partial<InputEventFilter>, number[]]>([
  ['the type', { eventType: 'key' }, [2]],
  ['an unknown type', { eventType: 'dance' }, []],
  ['part of the app name', { appName: 'MAI' }, [1, 4]],
  ['part of the app name without its accent', { appName: 'edit' }, [3]],
  ['part of the window title', { windowName: 'inbox' }, [1]],
  ['signs that mean something to LIKE', { windowName: '%_d' }, [1]],
  ['part of the text', { query: 'yped pl' }, [3]],
  ['part of the text without its accent', { query: 'grusse' }, [1]],
  ['text that is in the window title', { query: 'draft' }, [4]],
  ['text that is in the app name', { query: 'mail' }, [1, 4]],
  ['an inclusive range', { startMs: AT_MS, endMs: AT_MS + 5 }, [3, 2, 1]],
  ['a range the wrong way round', { startMs: AT_MS + 1, endMs: AT_MS }, []],
  ['nothing, when texts are empty', { query: '', appName: '', windowName: '' }, [3, 2, 1, 4]],
])('filters by %s', (_, filter, ids) => {
  const { items, total } = list(filter);
  expect({ ids: items.map(({ id }) => id), total }).toEqual({ ids, total: ids.length });
});

describe('search among input events', () => {
  const ALL = { kinds: ['input'], order: 'descending', limit: 9, offset: 0 } as const;
  const idsOf = (query: string) =>
    store
      .read('search.find', { ...ALL, query })
      .items.map((item) => item.kind === 'input' && item.id);

  test('looks at text, element, window and app, with words, prefixes and phrases', () => {
    expect(idsOf('plan')).toEqual([3]);
    expect(idsOf('send')).toEqual([1]);
    expect(idsOf('dra*')).toEqual([4]);
    expect(idsOf('"typed plan"')).toEqual([3]);
    expect(idsOf('inbox mail')).toEqual([1]);
  });

  test('finds no phrase that begins in one of them and ends in the next', () => {
    expect(idsOf('"send inbox"')).toEqual([]);
    expect(idsOf('"drafts mail"')).toEqual([]);
  });
});

describe('countInputEvents', () => {
  test('is the most frequent first, then by name, with "unknown" for a missing app', async () => {
    await using own = await localStore();
    const event = (appName: string | undefined, eventType: NewInputEvent['eventType']) => ({
      atMs: AT_MS,
      appName,
      eventType,
    });
    own.write('content.add', {
      inputEvents: [
        event('B', 'click'),
        event('A', 'click'),
        event('A', 'key'),
        event('A', 'key'),
        event(undefined, 'move'),
        event('', 'move'),
        event(undefined, 'move'),
        { ...event('A', 'key'), atMs: AT_MS + 10 },
      ],
    });
    const inRange = own.read('input.count', { startMs: AT_MS, endMs: AT_MS + 9 });
    expect(inRange).toEqual([
      { appName: 'unknown', eventType: 'move', count: 3 },
      { appName: 'A', eventType: 'key', count: 2 },
      { appName: 'A', eventType: 'click', count: 1 },
      { appName: 'B', eventType: 'click', count: 1 },
    ]);
    expect(own.read('input.count', { startMs: AT_MS + 10 })).toEqual([
      { appName: 'A', eventType: 'key', count: 1 },
    ]);
    expect(own.read('input.count', {})).toHaveLength(4);
  });

  test('has at most 100 rows', async () => {
    await using own = await localStore();
    const inputEvents = Array.from({ length: 120 }, (_, i) => ({
      atMs: AT_MS,
      appName: `app ${i}`,
      eventType: 'key' as const,
    }));
    own.write('content.add', { inputEvents });
    expect(own.read('input.count', {})).toHaveLength(100);
  });
});
