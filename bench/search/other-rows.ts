/** What people and programs ask a store besides searching: the view of a day, counts by field, single frames. Rows as in rows.ts. */
import type { Random } from './corpus.ts';
import { APPS, vocabulary } from './corpus.ts';

export interface OtherRow {
  readonly name: string;
  readonly goalMs: number;
  /** The name of a call of the store, and its arguments. */
  readonly make: () => readonly [call: string, ...args: unknown[]];
}

const DAY_MS = 86_400_000;
const ALL = ['ocr', 'audio', 'ui'] as const;

export function otherRows(options: {
  random: Random;
  firstAtMs: number;
  lastAtMs: number;
  frames: number;
}): OtherRow[] {
  const { random, firstAtMs, lastAtMs, frames } = options;
  const words = vocabulary();
  const common = () => words[Math.floor(random() * 60)] as string;
  const app = () => APPS[Math.floor(random() * APPS.length)] as string;
  const id = () => 1 + Math.floor(random() * frames);
  const range = (days: number) => {
    const startMs = Math.round(firstAtMs + random() * (lastAtMs - firstAtMs - days * DAY_MS));
    return { startMs, endMs: startMs + days * DAY_MS };
  };
  const facets = (more: object) => {
    const fields = ['day', 'type', 'app', 'site', 'window', 'device', 'speaker'];
    return { kinds: ALL, fields, most: 20, timeZone: 'Europe/Berlin', ...more };
  };
  const hits = { kinds: ALL, limit: 20, offset: 0, order: 'descending' };
  const shown = { isGrouped: true, withSnippets: true, withPositions: false, isCounted: false };
  const row = (goalMs: number, name: string, make: OtherRow['make']) => ({ name, goalMs, make });
  return [
    row(50, 'day overview', () => ['timeline.listSegments', { ...range(1), max: 500 }]),
    row(50, 'month overview', () => ['timeline.listSegments', { ...range(30), max: 500 }]),
    row(50, 'activity of a day', () => ['timeline.summariseActivity', range(1)]),
    row(50, 'facets, no words', () => ['search.countFacets', facets({})]),
    row(50, 'facets, common word', () => ['search.countFacets', facets({ query: common() })]),
    row(50, 'facets, app', () => ['search.countFacets', facets({ appName: app() })]),
    row(50, 'page of results', () => ['search.findHits', { ...hits, ...shown, query: common() }]),
    row(10, 'frame by id', () => ['frames.find', id()]),
    row(10, 'text of a frame', () => ['frames.findText', id()]),
    row(10, 'summary of the store', () => ['content.summary']),
    row(10, 'spelling', () => ['search.suggestSpelling', `${common()}zq`]),
  ];
}
