/** Counts by field without words, against counting every item. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCancellationFlag } from '../../kernel/cancellation.ts';
import { openReads } from '../../kernel/open-reads.ts';
import { openWrites } from '../../kernel/open-writes.ts';
import type { NewContent } from '../../new-records.ts';
import { type TemporaryFolder, temporaryFolder } from '../../testing/temporary-store.ts';
import type { FacetFilter, Facets } from '../../timeline/overview-records.ts';

const START_MS = Date.parse('2026-02-03T21:00:00Z');
const QUARTER_MS = 900_000;
const ITEMS = 240;
const ALL: FacetFilter = {
  kinds: ['ocr', 'audio', 'ui'],
  fields: ['day', 'app', 'window'],
  most: 100,
  timeZone: 'UTC',
};

/** Every app has several windows in every hour, and both pictures and texts. */
const items = Array.from({ length: ITEMS }, (_, i) => ({
  kind: i % 3 === 0 ? ('ui' as const) : ('ocr' as const),
  atMs: START_MS + i * QUARTER_MS,
  appName: `app ${i % 4}`,
  windowName: `window ${i % 7}`,
  text: 'words',
}));

let folder: TemporaryFolder;
let reads: ReturnType<typeof openReads>;
let statements: string[] = [];
let call = 0;

beforeAll(async () => {
  folder = await temporaryFolder();
  const writes = openWrites(folder.path);
  const frames = items.filter(({ kind }) => kind === 'ocr');
  const content: NewContent = {
    frames: frames.map((item) => ({ ...item, deviceName: 'monitor_1' })),
    uiTexts: items.filter(({ kind }) => kind === 'ui'),
  };
  const { frames: ids } = writes.run(0, 'content.add', [content]) as { frames: number[] };
  // What was counted and is there no more.
  writes.run(0, 'content.delete', ['ocr', ids.slice(0, 10)]);
  for (const { atMs } of frames.slice(0, 10)) {
    items.splice(
      items.findIndex((item) => item.atMs === atMs),
      1,
    );
  }
  writes.close();
  const onStatement = (sql: string) => statements.push(sql);
  reads = openReads(folder.path, makeCancellationFlag(), { onStatement });
});
afterAll(async () => {
  reads.close();
  await folder[Symbol.asyncDispose]();
});

function countFacets(filter: FacetFilter): Facets {
  statements = [];
  call += 1;
  return reads.run(call, 'search.countFacets', [filter]) as Facets;
}

type Item = (typeof items)[number];

function counted(found: readonly Item[], fieldOf: (item: Item) => string): object {
  const groups = [...Map.groupBy(found, fieldOf)];
  return Object.fromEntries(groups.map(([value, of]) => [value, of.length]));
}

const shown = (counts: Facets['fields']['day'] = []) =>
  Object.fromEntries(counts.map(({ value, count }) => [value, count]));

test.each<[string, Partial<FacetFilter>, (item: Item) => boolean]>([
  ['of one app', { appName: 'app 1' }, ({ appName }) => appName === 'app 1'],
  ['of two apps', { appName: ['app 1', 'app 3'] }, ({ appName }) => /[13]/.test(appName)],
  [
    'of one kind of an app',
    { appName: 'app 1', kinds: ['ui'] },
    ({ appName, kind }) => appName === 'app 1' && kind === 'ui',
  ],
  ['of some windows', { windowName: 'window 2' }, ({ windowName }) => windowName === 'window 2'],
  [
    'of an app in a range',
    { appName: 'app 1', startMs: START_MS + QUARTER_MS * 10, endMs: START_MS + QUARTER_MS * 99 },
    ({ appName, atMs }) =>
      appName === 'app 1' &&
      atMs >= START_MS + QUARTER_MS * 10 &&
      atMs <= START_MS + QUARTER_MS * 99,
  ],
  ['of everything', {}, () => true],
])('counts %s are those of its items', (_, more, isFound) => {
  const found = items.filter(isFound);
  const facets = countFacets({ ...ALL, ...more });
  expect(facets).toMatchObject({ total: found.length, counted: found.length });
  const dayOf = ({ atMs }: Item) => new Date(atMs).toISOString().slice(0, 10);
  expect(shown(facets.fields.day)).toEqual(counted(found, dayOf));
  expect(shown(facets.fields.app)).toEqual(counted(found, ({ appName }) => appName));
  expect(shown(facets.fields.window)).toEqual(counted(found, ({ windowName }) => windowName));
});

test('days that begin within an hour are counted item by item', () => {
  const halfHourMs = 1_800_000;
  const { fields } = countFacets({ ...ALL, appName: 'app 1', timeZone: 'Asia/Kolkata' });
  const dayOf = ({ atMs }: Item) => new Date(atMs + 11 * halfHourMs).toISOString().slice(0, 10);
  const found = items.filter(({ appName }) => appName === 'app 1');
  expect(shown(fields.day)).toEqual(counted(found, dayOf));
});

test('one app costs a row an hour, however many windows it has', () => {
  countFacets({ ...ALL, appName: 'app 1' });
  expect(statements.filter((sql) => sql.includes('context_hour'))).toEqual([]);
});
