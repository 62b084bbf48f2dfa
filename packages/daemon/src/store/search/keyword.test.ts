import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewFrame } from '../new-records.ts';
import type { KeywordFilter, TextBox } from '../records.ts';
import { type LocalStore, localStore } from '../testing/local-store.ts';

const AT_MS = Date.parse('2026-02-03T09:00:00Z');

const box = (text: string, confidence = 1): TextBox => ({
  text,
  left: 0.1,
  top: 0.1,
  width: 0.1,
  height: 0.1,
  confidence,
});
const frame = (atMs: number, words: string[], more: Partial<NewFrame> = {}): NewFrame => ({
  atMs,
  deviceName: 'm',
  text: words.join(' '),
  boxes: words.map((word) => box(word)),
  ...more,
});

const FAR = { left: 0.5, top: 0.5, width: 0.2, height: 0.2 };
const FAR_AND_WIDE = { left: 0, top: 0, width: 0.6, height: 0.6 };

const FRAMES: NewFrame[] = [
  frame(AT_MS, ['Quarterly', 'plan'], {
    appName: 'Editor',
    windowName: 'w',
    browserUrl: 'http://a/',
  }),
  frame(AT_MS + 3_000, ['planet', 'getUserPlan'], { appName: 'editor' }),
  // A late arrival in the same hour.
  frame(AT_MS + 1_000, ['plan', 'B'], { boxes: [box('plan', 0.5), box('B'), box('Plan', 1)] }),
  frame(AT_MS + 3_600_000, ['東京都庁', '京都']),
  { ...frame(AT_MS + 7_200_000, ['plan', 'unseen']), boxes: [] },
  {
    ...frame(AT_MS + 7_300_000, ['elements', 'plan']),
    boxes: [],
    elements: [
      { source: 'accessibility', role: 'text', text: 'a plan', bounds: { ...box(''), width: 0.5 } },
      { source: 'accessibility', role: 'text', text: 'plan without a place' },
    ],
  },
  // Two windows: what one of them offered was not read, and is read in the other one.
  {
    ...frame(AT_MS + 10_800_000, ['north', 'south', 'north']),
    boxes: [box('south'), box('north')],
    elements: [
      { source: 'accessibility', role: 'text', text: 'north here', bounds: { ...FAR, top: 0.7 } },
      { source: 'accessibility', role: 'text', text: 'north south', bounds: FAR_AND_WIDE },
    ],
  },
];

let store: LocalStore;
beforeAll(async () => {
  store = await localStore();
  store.write('content.add', { frames: FRAMES, uiTexts: [{ atMs: AT_MS, text: 'plan' }] });
});
afterAll(() => store[Symbol.asyncDispose]());

const find = (query: string, more: Partial<KeywordFilter> = {}) =>
  store.read('search.findKeyword', {
    query,
    limit: 20,
    offset: 0,
    order: 'descending',
    fuzzy: false,
    ...more,
  });
const idsOf = (query: string, more: Partial<KeywordFilter> = {}) =>
  find(query, more).map(({ frameId }) => frameId);

test('a match names the frame, its place and the boxes of the words', () => {
  const [match] = find('plan', { appNames: ['Editor'] });
  expect(match).toMatchObject({
    frameId: 1,
    atMs: AT_MS,
    appName: 'Editor',
    windowName: 'w',
    url: 'http://a/',
    text: 'Quarterly plan',
    confidence: 1,
    positions: [box('plan')],
  });
});

test('an element gives the place of a word where no word was read', () => {
  expect(find('north')[0]?.positions).toEqual([
    box('north'),
    { text: 'north here', ...FAR, top: 0.7, confidence: 1 },
  ]);
});

test('confidence is the mean of the boxes that match', () => {
  const match = find('plan').find(({ frameId }) => frameId === 3);
  expect(match?.positions.map(({ text }) => text)).toEqual(['plan', 'Plan']);
  expect(match?.confidence).toBe(0.75);
});

test('frames that show no such word are left out; elements with a place stand in for boxes', () => {
  expect(idsOf('plan')).toEqual([6, 2, 3, 1]);
  expect(find('plan')[0]?.positions.map(({ text }) => text)).toEqual(['a plan']);
});

test.each<[string, string, Partial<KeywordFilter>, number[]]>([
  ['oldest first', 'plan', { order: 'ascending' }, [1, 3, 2, 6]],
  ['all words', 'quarterly plan', {}, [1]],
  ['a phrase', '"quarterly plan"', {}, [1]],
  ['the beginning of a word', 'quart*', {}, [1]],
  ['an inclusive range', 'plan', { startMs: AT_MS, endMs: AT_MS + 1_000 }, [3, 1]],
  ['exact app names', 'plan', { appNames: ['editor', 'Nobody'] }, [2]],
  ['beginnings and any word when fuzzy', 'quart pla', { fuzzy: true }, [6, 2, 3, 1]],
  ['the parts of a compound when fuzzy', 'fooPlanet', { fuzzy: true }, [2]],
  ['a word inside a text without spaces', '京都', {}, [4]],
  ['one character of such a text', '東', {}, [4]],
  ['its last character', '庁', {}, [4]],
  ['a page', 'plan', { limit: 2, offset: 1 }, [2, 3]],
  ['a page beyond the end', 'plan', { offset: 9 }, []],
  ['a query without a word', '"', {}, []],
  ['an unknown word', 'absent', {}, []],
])('%s', (_, query, more, ids) => {
  expect(idsOf(query, more)).toEqual(ids);
});

test('an empty query lists frames by time, without positions', () => {
  expect(idsOf('')).toEqual([7, 6, 5, 4, 2, 3, 1]);
  expect(find(' ', { limit: 1 })[0]).toMatchObject({ positions: [], confidence: 1 });
});
