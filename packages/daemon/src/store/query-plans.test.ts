/**
 * Every hot read, run as it really runs: its statements are collected while it runs and then
 * explained. A plan that visits a whole large table fails, with and without planner statistics.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from './content/keys.ts';
import { cancellationCheck, makeCancellationFlag } from './kernel/cancellation.ts';
import { type Connection, openReader } from './kernel/database.ts';
import { openReads } from './kernel/open-reads.ts';
import { openWrites } from './kernel/open-writes.ts';
import type { NewContent } from './new-records.ts';
import type { KeywordFilter, SearchFilter } from './records.ts';
import type { DottedReads, ReadName } from './store.ts';
import { type TemporaryFolder, temporaryFolder, withDatabase } from './testing/temporary-store.ts';

const START_MS = Date.parse('2026-02-03T09:00:00Z');
const PAGE = { limit: 20, offset: 0 } as const;
const ALL: SearchFilter = { ...PAGE, kinds: ['ocr', 'audio', 'ui'], order: 'descending' };
/** Begins and ends inside an hour, with whole hours between. */
const RANGE = { startMs: START_MS + 1_000, endMs: START_MS + 5 * HOUR_MS + 1_000 };
const KEYWORD: KeywordFilter = { ...PAGE, query: 'plan', order: 'descending', fuzzy: false };

const HITS = { ...ALL, isGrouped: true, withSnippets: true, withPositions: true };
const FACETS = { ...ALL, fields: ['day', 'app', 'speaker'], most: 20, timeZone: 'UTC' } as const;

function content(): NewContent {
  const minutes = Array.from({ length: 400 }, (_, i) => i);
  // One after the other, so that every hour is in order.
  const at = (minute: number, shift: number) => START_MS + (minute + shift * 400) * 60_000;
  const box = { text: 'plan', left: 0, top: 0, width: 0.1, height: 0.1, confidence: 1 };
  return {
    frames: minutes.map((i) => ({
      atMs: at(i, 0),
      deviceName: 'monitor_1',
      snapshotPath: `data/2026-02-03/${i}_monitor-1.jpg`,
      width: 64,
      height: 48,
      appName: `app ${i % 5}`,
      windowName: `window ${i % 20}`,
      text: `plan budget word${i}`,
      boxes: [box],
      elements: [{ source: 'accessibility', role: 'button', text: 'Send plan' }],
      tags: i % 10 === 0 ? ['work'] : [],
    })),
    transcriptions: minutes.map((i) => ({
      text: 'plan budget',
      engine: 'whisper',
      deviceName: 'mic',
      isInput: true,
      atMs: at(i, 1),
      tags: ['call'],
    })),
    uiTexts: minutes.map((i) => ({ atMs: at(i, 2), text: 'plan budget', appName: 'app 1' })),
    inputEvents: minutes.map((i) => ({
      atMs: at(i * 3, 0),
      eventType: 'text',
      textContent: 'plan',
      appName: `app ${i % 5}`,
    })),
  };
}

interface Explained {
  sql: string;
  steps: string[];
}

/** Steps that visit all rows of a table. Lists of ids and the index of words are apart; `hour` is small by nature, as is the index of frames with elements apart. */
function scansOf(explained: readonly Explained[]): string[] {
  const steps = explained.flatMap((one) => one.steps);
  return steps.filter(
    (step) =>
      /^SCAN (?!\(|hour$|p USING COVERING INDEX frame_pack_apart$)/.test(step) &&
      !step.includes('VIRTUAL TABLE'),
  );
}

/** How an index of words is used: `M` by a match, `<` and `>` within a range of keys. */
function indexUseOf(explained: readonly Explained[]): string[] {
  const steps = explained.flatMap((one) => one.steps);
  return steps.flatMap(
    (step) => /^SCAN (?:s|\w+_fts) VIRTUAL TABLE INDEX \d+:(.*)$/.exec(step)?.[1] ?? [],
  );
}

type Call = <Name extends ReadName>(
  name: Name,
  ...args: Parameters<DottedReads[Name]>
) => Explained[];

const HOT: [what: string, run: (explain: Call) => Explained[]][] = [
  ['a word', (explain) => explain('search.find', { ...ALL, query: 'plan' })],
  [
    'a word of one kind',
    (explain) => explain('search.find', { ...ALL, kinds: ['ocr'], query: 'plan' }),
  ],
  ['two words', (explain) => explain('search.find', { ...ALL, query: 'plan budget' })],
  ['a phrase', (explain) => explain('search.find', { ...ALL, query: '"plan budget"' })],
  ['a short prefix', (explain) => explain('search.find', { ...ALL, query: 'p*' })],
  ['a long prefix', (explain) => explain('search.find', { ...ALL, query: 'budg*' })],
  ['a word and a short prefix', (explain) => explain('search.find', { ...ALL, query: 'plan b*' })],
  ['a word in a range', (explain) => explain('search.find', { ...ALL, ...RANGE, query: 'plan' })],
  ['a prefix in a range', (explain) => explain('search.find', { ...ALL, ...RANGE, query: 'p*' })],
  [
    'a word in an app',
    (explain) => explain('search.find', { ...ALL, query: 'plan', appName: 'app 1' }),
  ],
  [
    'a prefix in an app',
    (explain) => explain('search.find', { ...ALL, query: 'p*', appName: 'app 1' }),
  ],
  [
    'a word in a window',
    (explain) => explain('search.find', { ...ALL, query: 'plan', windowName: '7' }),
  ],
  [
    'a word by length',
    (explain) => explain('search.find', { ...ALL, query: 'plan', minLength: 3 }),
  ],
  [
    'a word with a tag',
    (explain) => explain('search.find', { ...ALL, query: 'plan', tags: ['work'] }),
  ],
  ['a tag', (explain) => explain('search.find', { ...ALL, tags: ['call'] })],
  ['a range by length', (explain) => explain('search.find', { ...ALL, ...RANGE, minLength: 3 })],
  ['the timeline', (explain) => explain('search.find', ALL)],
  ['a deep page of the timeline', (explain) => explain('search.find', { ...ALL, offset: 700 })],
  ['the timeline of one kind', (explain) => explain('search.find', { ...ALL, kinds: ['audio'] })],
  ['the timeline in a range', (explain) => explain('search.find', { ...ALL, ...RANGE })],
  ['the timeline of an app', (explain) => explain('search.find', { ...ALL, appName: 'app 1' })],
  [
    'input events by word',
    (explain) => explain('search.find', { ...ALL, kinds: ['input'], query: 'plan' }),
  ],
  [
    'input events in a range',
    (explain) => explain('search.find', { ...ALL, ...RANGE, kinds: ['input'] }),
  ],
  [
    'snapshots for a video chunk',
    (explain) => explain('compaction.planChunk', RANGE.endMs, { maxFrames: 100, exceptIds: [1] }),
  ],
  [
    'how many snapshots wait',
    (explain) => explain('compaction.countCompactable', RANGE.endMs, [1]),
  ],
  ['keywords', (explain) => explain('search.findKeyword', KEYWORD)],
  ['keywords in a range', (explain) => explain('search.findKeyword', { ...KEYWORD, ...RANGE })],
  [
    'stretches of time',
    (explain) => explain('timeline.listSegments', { ...RANGE, endMs: RANGE.startMs, max: 400 }),
  ],
  [
    'stretches of a long time',
    (explain) => explain('timeline.listSegments', { ...RANGE, max: 400 }),
  ],
  ['groups of a word', (explain) => explain('search.findHits', { ...HITS, query: 'plan' })],
  ['groups of a range', (explain) => explain('search.findHits', { ...HITS, ...RANGE })],
  ['counts of a word', (explain) => explain('search.countFacets', { ...FACETS, query: 'plan' })],
  ['counts of a range', (explain) => explain('search.countFacets', { ...FACETS, ...RANGE })],
  ['a frame', (explain) => explain('frames.find', 5)],
  ['the text of a frame', (explain) => explain('frames.findText', 5)],
  ['the frames after one', (explain) => explain('frames.listNeighbours', 5, 'forward', 10)],
  ['the frames before one', (explain) => explain('frames.listNeighbours', 5, 'backward', 10)],
  ['the elements of a frame', (explain) => explain('frames.listElements', { ...PAGE, frameId: 5 })],
  ['elements by word', (explain) => explain('frames.listElements', { ...PAGE, query: 'plan' })],
  ['elements in a range', (explain) => explain('frames.listElements', { ...PAGE, ...RANGE })],
  [
    'elements by word in a range',
    (explain) => explain('frames.listElements', { ...PAGE, ...RANGE, query: 'plan' }),
  ],
  ['a range of input events', (explain) => explain('input.list', { ...PAGE, ...RANGE })],
  ['statistics of input events', (explain) => explain('input.count', RANGE)],
  ['a recording', (explain) => explain('audio.findChunk', 5)],
  ['recordings in a range', (explain) => explain('audio.listChunks', RANGE)],
  ['recordings that wait', (explain) => explain('audio.listSegments', ['pending', 'failed'], 10)],
  ['the tags of frames', (explain) => explain('tags.listOfFrames', [1, 2, 3])],
];

describe.each(['without statistics', 'with statistics'])('%s', (statistics) => {
  let folder: TemporaryFolder;
  let reads: ReturnType<typeof openReads>;
  let explainer: Connection;
  const ran = new Set<string>();

  beforeAll(async () => {
    folder = await temporaryFolder();
    const writes = openWrites(folder.path);
    writes.run(1, 'content.add', [content()]);
    writes.close();
    withDatabase(folder.path, (db) => {
      db.exec('ANALYZE');
      if (statistics === 'without statistics') db.exec('DROP TABLE sqlite_stat1');
    });
    const onStatement = (sql: string) => ran.add(sql);
    // No result is read whole here, so that the statements for large ones run too.
    reads = openReads(folder.path, makeCancellationFlag(), {
      onStatement,
      wholeResult: 0,
      maxWalked: 100,
    });
    explainer = openReader(folder.path);
    cancellationCheck(makeCancellationFlag()).register(explainer);
    explainer.function('fold_case', (text) => text);
  });
  afterAll(async () => {
    reads.close();
    explainer.close();
    await folder[Symbol.asyncDispose]();
  });

  const explain: Call = (name, ...args) => {
    ran.clear();
    reads.run(1, name, args);
    const statements = [...ran].filter((sql) => /^\s*SELECT/.test(sql));
    return statements.map((sql) => {
      const rows = explainer.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[];
      return { sql, steps: rows.map(({ detail }) => detail) };
    });
  };

  test.each(HOT)('%s visits no table from end to end', (_, run) => {
    const explained = run(explain);
    expect(explained).not.toEqual([]);
    expect(scansOf(explained)).toEqual([]);
    for (const use of indexUseOf(explained)) expect(use).toMatch(/^M\d/);
  });

  test('the page of words and their total come from the index of words', () => {
    const explained = explain('search.find', { ...ALL, kinds: ['ocr'], query: 'plan budget' });
    for (const start of ['SELECT s.rowid FROM document_fts', 'SELECT count(*) FROM document_fts']) {
      const uses = indexUseOf(explained.filter(({ sql }) => sql.startsWith(start)));
      expect(uses.length).toBeGreaterThan(0);
      for (const use of uses) expect(use).toMatch(/^M2/);
    }
  });

  test('the total of a single word is looked up, not counted', () => {
    const explained = explain('search.find', { ...ALL, query: 'plan' });
    expect(indexUseOf(explained)).toEqual(['M2']);
    expect(explained.map(({ sql }) => sql)).toContainEqual(
      expect.stringMatching(/word_vocabulary WHERE term = 'plan'/),
    );
  });

  test.each([
    ['a word', { query: 'plan' }],
    ['words of one app', { query: 'plan budget', appName: 'app 1' }],
    ['a short prefix', { query: 'p*' }],
  ])('%s in a time range reads that range of keys and no other', (_, filter) => {
    const explained = explain('search.find', { ...ALL, ...RANGE, ...filter });
    const uses = indexUseOf(explained);
    expect(uses.length).toBeGreaterThan(0);
    for (const use of uses) expect(use).toMatch(/^M\d><$/);
    expectIntegerBounds(explained);
  });

  test('keywords in a time range read that range of keys and no other', () => {
    const explained = explain('search.findKeyword', { ...KEYWORD, ...RANGE });
    expect(indexUseOf(explained)).toEqual(['M2><']);
    expectIntegerBounds(explained);
  });

  /** FTS5 takes part of a range only for integers; for a float it reads everything and filters. */
  function expectIntegerBounds(explained: readonly Explained[]): void {
    const operand = String.raw`(CAST\([^)]*\)|[\d.]+)`;
    const bound = new RegExp(`rowid (?:>=|<=|BETWEEN) ${operand}(?: AND ${operand})?`, 'g');
    const bounds = explained
      .filter(({ sql }) => sql.includes('MATCH'))
      .flatMap(({ sql }) => [...sql.matchAll(bound)].flatMap((match) => match.slice(1, 3)))
      .filter((text) => text !== undefined);
    expect(bounds.length).toBeGreaterThan(0);
    const types = bounds.map((text) => explainer.prepare(`SELECT typeof(${text})`).pluck().get());
    expect(new Set(types)).toEqual(new Set(['integer']));
  }

  test('a page of the timeline walks the documents of its hours in key order, without sorting', () => {
    const pages = explain('search.find', ALL).filter(({ sql }) => /FROM document s/.test(sql));
    expect(pages.flatMap(({ steps }) => steps)).toEqual([
      'SEARCH s USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)',
    ]);
  });

  test('the newest input events come in order from the index of times, without sorting', () => {
    const [page] = explain('input.list', PAGE).filter(({ sql }) => /ORDER BY at_ms/.test(sql));
    expect(page?.steps).toEqual(['SCAN input_event USING INDEX input_event_time']);
  });
});
