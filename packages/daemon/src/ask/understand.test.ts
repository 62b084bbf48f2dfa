import { describe, expect, test } from 'vitest';
import { understand } from './understand.ts';

/** A Wednesday. */
const NOW_MS = Date.parse('2026-11-18T16:30:00Z');
const KNOWN = {
  apps: ['GNOME Terminal', 'Firefox', 'Slack', 'Code'],
  sites: ['github.com', 'en.wikipedia.org'],
  people: [
    { id: 3, name: 'Priya Nair' },
    { id: 4, name: 'Tom' },
  ],
};
const read = (question: string, timeZone = 'UTC', ignore: never[] | ['time'] = []) =>
  understand(question, KNOWN, { nowMs: NOW_MS, timeZone, ignore });
const range = (question: string, timeZone = 'UTC') => {
  const [time] = read(question, timeZone).understood;
  if (time?.kind !== 'time') return undefined;
  const minute = (ms: number) => new Date(ms).toISOString().slice(0, 16);
  return [minute(time.startMs), minute(time.endMs)];
};

describe('the time of a question', () => {
  test.each([
    ['what did I read yesterday?', '2026-11-17T00:00', '2026-11-17T23:59'],
    ['invoice from last Tuesday afternoon', '2026-11-17T12:00', '2026-11-17T17:59'],
    ['what was on my screen this morning', '2026-11-18T05:00', '2026-11-18T11:59'],
    ['what did she say before lunch', '2026-11-18T00:00', '2026-11-18T12:29'],
    ['the error on Friday', '2026-11-13T00:00', '2026-11-13T23:59'],
    ['notes of 3 March', '2026-03-03T00:00', '2026-03-03T23:59'],
    ['what happened two hours ago', '2026-11-18T13:30', '2026-11-18T15:30'],
    ['flights I looked at in October', '2026-10-01T00:00', '2026-10-31T23:59'],
    ['errors in the last 3 days', '2026-11-15T00:00', '2026-11-18T16:30'],
    ['invoices of the past month', '2026-10-18T00:00', '2026-11-18T16:30'],
    ['the last three months', '2026-08-18T00:00', '2026-11-18T16:30'],
    ['trips this year', '2026-01-01T00:00', '2026-11-18T16:30'],
    ['what did they say yesterday will happen', '2026-11-17T00:00', '2026-11-17T23:59'],
    ['trips last year', '2025-01-01T00:00', '2025-12-31T23:59'],
    ['the flat two years ago', '2024-01-01T00:00', '2024-12-31T23:59'],
  ])('%s', (question, start, end) => {
    expect(range(question)).toEqual([start, end]);
  });

  test('is that of the place where it is asked', () => {
    expect(range('what did I read yesterday?', 'Asia/Tokyo')).toEqual([
      '2026-11-17T15:00',
      '2026-11-18T14:59',
    ]);
  });

  test.each([
    'who may sign the lease?',
    'port 3030 is in use',
    'the second draft',
    'what lived here 50000 years ago',
    'will it rain on Thursday?',
    'what is planned for next Friday morning',
  ])('is not seen in: %s', (question) => expect(range(question)).toBeUndefined());
});

test('apps, sites and people are understood by what there is, and taken out of the question', () => {
  expect(read('which test failed in the terminal?')).toEqual({
    query: 'which test failed ?',
    understood: [{ kind: 'app', text: 'in the terminal', appNames: ['GNOME Terminal'] }],
  });
  expect(read('article on wikipedia about otters').understood).toEqual([
    { kind: 'site', text: 'on wikipedia', site: 'en.wikipedia.org' },
  ]);
  expect(read('what did Priya say about the quote?').understood).toEqual([
    { kind: 'person', text: 'Priya', name: 'Priya Nair', speakerIds: [3] },
  ]);
  expect(read("Priya's invoice").understood).toEqual([]);
  expect(read('what about tomorrowland in the kitchen?').understood).toEqual([]);
});

test('what the person removed is not understood, and a question of nothing else stays whole', () => {
  expect(read('what did I read yesterday?', 'UTC', ['time']).understood).toEqual([]);
  expect(read('yesterday').query).toBe('yesterday');
});

test('a word of the language that the program is written in is no app', () => {
  expect(read('what did I change in the constructor?').understood).toEqual([]);
});
