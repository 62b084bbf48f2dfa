/** The queries of the search benchmark, one row each. Words are drawn by frequency rank. */
import type { SearchFilter } from '../../packages/daemon/src/store/records.ts';
import { APPS, type Random, vocabulary } from './corpus.ts';

export interface BenchRow {
  name: string;
  /** CPU milliseconds at p95 on a store of one million frames, warm. */
  goalMs: number;
  make: () => SearchFilter;
}

const DAY_MS = 86_400_000;
const ALL = ['ocr', 'audio', 'ui'] as const;

export function benchRows(options: {
  random: Random;
  firstAtMs: number;
  lastAtMs: number;
  total: number;
  /** A text of the store, by a number from 0 to 1. */
  textAt: (position: number) => string;
}): BenchRow[] {
  const { random, firstAtMs, lastAtMs, total } = options;
  const words = vocabulary();
  const word = (low: number, high: number) =>
    words[low + Math.floor(random() * (high - low))] as string;
  const rare = () => word(20_000, 60_000);
  const medium = () => word(300, 3_000);
  const common = () => word(0, 60);
  const longOnes = words.slice(0, 120).filter(({ length }) => length >= 5);
  const longCommon = () => longOnes[Math.floor(random() * longOnes.length)] as string;
  const prefix = (length: number) => () => `${word(200, 5_000).slice(0, length)}*`;
  const app = () => APPS[Math.floor(random() * APPS.length)] as string;
  const windowPart = () => word(60, 3_060).slice(0, 4);
  const range = () => {
    const lengthMs = (1 + Math.floor(random() * 60)) * DAY_MS;
    const endMs = firstAtMs + lengthMs + random() * (lastAtMs - firstAtMs - lengthMs);
    return { startMs: Math.round(endMs - lengthMs), endMs: Math.round(endMs) };
  };
  const realPhrase = (length: number) => () => {
    const terms = options.textAt(random()).trim().split(' ');
    const from = Math.floor(random() * Math.max(1, terms.length - length));
    return `"${terms.slice(from, from + length).join(' ')}"`;
  };
  const search = (more: Partial<SearchFilter>): SearchFilter => ({
    kinds: ALL,
    limit: 20,
    offset: 0,
    order: 'descending',
    ...more,
  });
  const timeline = (more: Partial<SearchFilter>) => search({ order: 'ascending', ...more });
  const row = (goalMs: number, name: string, make: () => SearchFilter) => ({ name, goalMs, make });

  return [
    row(10, 'rare word', () => search({ query: rare() })),
    row(10, 'medium word', () => search({ query: medium() })),
    row(50, 'common word', () => search({ query: common() })),
    row(50, 'top five words', () => search({ query: word(0, 5) })),
    row(50, 'common word, ocr only', () => search({ query: common(), kinds: ['ocr'] })),
    row(50, '2 common words', () => search({ query: `${common()} ${common()}` })),
    row(50, '2 mixed words', () => search({ query: `${common()} ${medium()}` })),
    row(50, '3 common words', () => search({ query: `${common()} ${common()} ${common()}` })),
    row(50, '3 mixed words', () => search({ query: `${common()} ${word(60, 500)} ${medium()}` })),
    row(50, 'prefix of 1 letter', () => search({ query: prefix(1)() })),
    row(50, 'prefix of 2 letters', () => search({ query: prefix(2)() })),
    row(50, 'prefix of 3 letters', () => search({ query: prefix(3)() })),
    row(50, 'prefix of 4 letters', () => search({ query: prefix(4)() })),
    row(50, 'prefix of 5 letters', () => search({ query: prefix(5)() })),
    row(50, 'prefix 4 of common words', () => search({ query: `${longCommon().slice(0, 4)}*` })),
    row(50, 'prefix 5 of common words', () => search({ query: `${longCommon().slice(0, 5)}*` })),
    row(50, 'medium word + prefix 1', () => search({ query: `${medium()} ${prefix(1)()}` })),
    row(50, 'common word + prefix 3', () => search({ query: `${common()} ${prefix(3)()}` })),
    row(50, 'phrase of 2, as it occurs', () => search({ query: realPhrase(2)() })),
    row(50, 'phrase of 4, as it occurs', () => search({ query: realPhrase(4)() })),
    row(50, 'phrase common + medium', () => search({ query: `"${common()} ${medium()}"` })),
    row(50, 'phrase of 2 top-30 words', () => search({ query: `"${word(0, 30)} ${word(0, 30)}"` })),
    row(10, 'app + range, common', () => search({ query: common(), appName: app(), ...range() })),
    row(10, 'app + range, medium', () => search({ query: medium(), appName: app(), ...range() })),
    row(10, 'range, common', () => search({ query: common(), ...range() })),
    row(50, 'app, all time, common', () => search({ query: common(), appName: app() })),
    row(50, 'window part, common', () => search({ query: common(), windowName: windowPart() })),
    row(50, 'window part, medium', () => search({ query: medium(), windowName: windowPart() })),
    row(50, 'speaker, common', () =>
      search({ query: common(), speakerIds: [1 + Math.floor(random() * 17)] }),
    ),
    row(50, 'common, offset 10k', () => search({ query: common(), offset: 10_000 })),
    row(50, 'common, offset 50k', () => search({ query: word(0, 30), offset: 50_000 })),
    row(50, 'common, 1000 rows', () => search({ query: common(), limit: 1000 })),
    row(10, 'timeline', () => timeline({})),
    row(10, 'timeline, newest first', () => timeline({ order: 'descending' })),
    row(10, 'timeline, deep offset', () =>
      timeline({ offset: Math.floor(random() * total * 0.9) }),
    ),
    row(10, 'timeline, range', () => timeline(range())),
    row(10, 'timeline, ocr', () => timeline({ kinds: ['ocr'] })),
    row(10, 'timeline, app', () => timeline({ appName: app() })),
    row(10, 'timeline, app + range', () => timeline({ appName: app(), ...range() })),
    row(10, 'timeline, window part', () => timeline({ windowName: windowPart() })),
    row(10, 'timeline, speaker', () => timeline({ speakerIds: [1 + Math.floor(random() * 17)] })),
    row(50, 'timeline, 1000 rows', () =>
      timeline({ limit: 1000, offset: Math.floor(random() * total * 0.9) }),
    ),
    row(50, 'timeline, app, 1000 rows', () => timeline({ appName: app(), limit: 1000 })),
    row(50, 'timeline, window, 1000 rows', () =>
      timeline({ windowName: windowPart(), limit: 1000 }),
    ),
  ];
}
