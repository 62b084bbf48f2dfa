import { expect, test } from 'vitest';
import type { TextChange } from '../deletion/records.ts';
import { WORD_INDEXES } from '../kernel/index-segments.ts';
import { findFaults } from '../testing/find-faults.ts';
import { findWords } from '../testing/find-words.ts';
import { withDatabase } from '../testing/temporary-store.ts';
import { type SyncedStore, syncedStore } from './two-stores.fixture.ts';

const AT_MS = Date.parse('2026-02-03T10:00:00Z');
const SECRETS = ['zebrafish', 'yttrium', 'xylograph', 'wolfram', 'vermouth', 'ultramarine'];
const [TITLE = '', TEXT = '', SAID = '', TYPED = '', SHOWN = '', BOXED = ''] = SECRETS;
const PLACE = { left: 0.1, top: 0.2, width: 0.1, height: 0.1 };

function addJob(store: SyncedStore): number {
  const wish = { filters: [], redaction: { kinds: [], words: [] } };
  const job = { kind: 'rule' as const, wish, criteria: [], startMs: null, endMs: null };
  return store.write('deletion.addJob', { ...job, expected: 1 }, AT_MS).id;
}

/** A frame, something said, something typed and a text of a window, and all of it sent. */
async function told() {
  const a = await syncedStore('machine-a');
  const b = await syncedStore('machine-b');
  const frame = {
    atMs: AT_MS,
    deviceName: 'monitor_1',
    appName: 'Notes',
    windowName: `${TITLE} list`,
    text: `the ${TEXT} list`,
    focused: true,
    textSource: 'ocr' as const,
    boxes: [{ text: BOXED, confidence: 1, ...PLACE }],
  };
  const said = { atMs: AT_MS, deviceName: 'mic', isInput: true, engine: 'e' };
  const added = a.write('content.add', {
    frames: [frame],
    uiTexts: [{ atMs: AT_MS, appName: 'Menu', text: `the ${SHOWN} menu` }],
    transcriptions: [{ ...said, text: `the ${SAID} song` }],
    inputEvents: [{ atMs: AT_MS, eventType: 'text', textContent: `${TYPED} typed` }],
  });
  const [frameId = 0] = added.frames;
  const [spoken = { id: 0, chunkId: 0 }] = added.transcriptions;
  a.write('content.add', {
    transcriptions: [{ ...said, atMs: AT_MS + 1, chunkId: spoken.chunkId, text: 'and the rest' }],
  });
  a.write('tags.add', 'vision', frameId, ['kept']);
  a.write('tags.add', 'audio', spoken.chunkId, ['loud']);
  a.tell();
  b.hear(a);
  const [contextId = 0] = withDatabase(a.dataDir, (db) =>
    db.prepare("SELECT id FROM context WHERE window_name <> ''").pluck().all(),
  ) as number[];
  const [uiId = 0] = added.uiTexts;
  const [eventId = 0] = added.inputEvents;
  const changes: TextChange[] = [
    { kind: 'context', id: contextId, texts: ['… list', '', ''], count: 1 },
    { kind: 'ocr', id: frameId, texts: ['the … list'], count: 1 },
    { kind: 'audio', id: spoken.id, texts: ['the … song'], count: 1 },
    { kind: 'ui', id: uiId, texts: ['the … menu'], count: 1 },
    { kind: 'input', id: eventId, texts: ['… typed', '', '', '', '', ''], count: 1 },
  ];
  return {
    a,
    b,
    changes,
    frameId,
    async [Symbol.asyncDispose]() {
      await a[Symbol.asyncDispose]();
      await b[Symbol.asyncDispose]();
    },
  };
}

/** As the job does that a deletion which was sent leaves behind. */
function tidy(store: SyncedStore): void {
  const jobId = addJob(store);
  for (let from: number | undefined = 0; from !== undefined; ) {
    from = store.write('deletion.purgeContexts', jobId, from);
  }
  for (const index of WORD_INDEXES) {
    for (let done: number | undefined = 0; done !== undefined; ) {
      done = store.write('deletion.dropMarked', index, done);
    }
  }
  store.write('deletion.emptyWal');
}

function itemsOf(store: SyncedStore) {
  const filter = { kinds: ['ocr', 'audio', 'ui'] as const, limit: 20, offset: 0 };
  return store.read('search.find', { ...filter, order: 'descending' }).items;
}

test('words that were covered here are nowhere on another device, and the rest is', async () => {
  await using both = await told();
  const { a, b, changes } = both;
  expect(findWords(b.dataDir, SECRETS)).not.toEqual([]);
  a.write('deletion.changeTexts', addJob(a), changes);
  a.tell();
  b.hear(a);
  tidy(b);
  expect(findWords(b.dataDir, SECRETS)).toEqual([]);
  expect(itemsOf(b)).toHaveLength(4);
  expect(itemsOf(b)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ text: 'the … list', windowName: '… list', tags: ['kept'] }),
      expect.objectContaining({ text: 'the … song', tags: ['loud'] }),
      expect.objectContaining({ text: 'and the rest' }),
      expect.objectContaining({ text: 'the … menu' }),
    ]),
  );
  const events = b.read('input.list', { limit: 5, offset: 0 });
  expect(events.items).toMatchObject([{ textContent: '… typed' }]);
  expect(findFaults(a.dataDir)).toEqual([]);
  expect(findFaults(b.dataDir)).toEqual([]);
  expect(a.tell()).toEqual([]);
});

test('a frame that is deleted before that was told goes on the other device all the same', async () => {
  await using both = await told();
  const { a, b, changes, frameId } = both;
  a.write('deletion.changeTexts', addJob(a), changes);
  a.write('content.delete', 'ocr', [frameId]);
  a.tell();
  b.hear(a);
  expect(itemsOf(b).map(({ kind }) => kind)).toEqual(['audio', 'ui', 'audio']);
});

test('the receipt counts what others are told, and what nobody knew is told once', async () => {
  await using both = await told();
  const { a, b, changes } = both;
  const jobId = addJob(a);
  a.write('deletion.changeTexts', jobId, changes);
  // The frame by its title, with two that were said, the window and the event.
  const job = a.read('deletion.findJob', jobId);
  expect(job?.counts).toMatchObject({ devicesTold: 5, redactedTexts: 5 });
  a.write('deletion.changeTexts', jobId, changes);
  expect(a.read('deletion.findJob', jobId)?.counts.devicesTold).toBe(5);
  expect(a.tell().map(({ kind }) => kind)).toHaveLength(12);
  b.hear(a);
  expect(itemsOf(b)).toHaveLength(4);
});

test('the sound of a recording that loses it is taken back from where devices meet', async () => {
  await using both = await told();
  const { a, changes } = both;
  withDatabase(a.dataDir, (db) =>
    db.exec(`UPDATE audio_chunk SET file_path = 'data/x.ogg';
      INSERT INTO sync_file (stream, entity, row_id, is_sent) SELECT 's-1', 'audio_chunk', id, 1 FROM audio_chunk`),
  );
  a.write('deletion.changeTexts', addJob(a), changes);
  expect(a.write('sync.listFilesOver', 5, Date.now())).toEqual([
    { nameBefore: null, stream: 's-1' },
  ]);
});
