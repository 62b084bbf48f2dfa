/**
 * Fills a store with the corpus much faster than the product's writer, for millions of frames: rows and words go in with plain SQL in large
 * transactions, the index of beginnings is built by a second thread in a store of its folder, and segments are merged at the end.
 * `bulk-check.ts` compares the result with a store of the product's writer.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { contextWriter } from '../../packages/daemon/src/store/content/contexts.ts';
import { hourOf, nextKey } from '../../packages/daemon/src/store/content/keys.ts';
import type { Connection } from '../../packages/daemon/src/store/kernel/connection.ts';
import { DATABASE_FILE_NAME, openWriter } from '../../packages/daemon/src/store/kernel/database.ts';
import { settleSegments } from '../../packages/daemon/src/store/kernel/index-segments.ts';
import { tidyIndexes } from '../../packages/daemon/src/store/kernel/index-upkeep.ts';
import { rebuildTallies } from '../../packages/daemon/src/store/repair/rebuild-index.ts';
import { appToken, contextToken } from '../../packages/daemon/src/store/search/words/tokens.ts';
import { type BenchDocument, corpus } from './corpus.ts';
import { print } from './measuring.ts';

/** As in `buildStore`: the keys of a batch are given kind by kind. */
const BATCH = 1_000;
const BATCHES_PER_TRANSACTION = 200;
/** Words that FTS5 collects in memory before it writes a segment. */
const COLLECTED_BYTES = 256 * 1024 * 1024;
const PREFIX_TABLES = ['data', 'idx', 'docsize'] as const;

export interface Facts {
  documents: number;
  textBytes: number;
}

interface Keyed {
  document: BenchDocument;
  key: number;
}

interface Filling {
  dataDir: string;
  frames: number;
  seed: number;
}

/** The corpus in the order in which the product's writer takes it, with the keys that it gives. */
function* keyedBatches({ frames, seed }: Filling): Generator<Keyed[]> {
  const lastKeys = new Map<number, number>();
  const keyed = (document: BenchDocument): Keyed => {
    const hour = hourOf(document.atMs);
    const key = nextKey(hour, lastKeys.get(hour), document.kind);
    if (key === undefined) throw new Error('an hour is full');
    lastKeys.set(hour, key);
    return { document, key };
  };
  const inOrder = (batch: readonly BenchDocument[]) =>
    (['ocr', 'audio', 'ui'] as const).flatMap((kind) =>
      batch.filter((document) => document.kind === kind).map(keyed),
    );
  let batch: BenchDocument[] = [];
  for (const document of corpus({ frames, seed })) {
    batch.push(document);
    if (batch.length < BATCH) continue;
    yield inOrder(batch);
    batch = [];
  }
  if (batch.length > 0) yield inOrder(batch);
}

/** To a store that has its schema and its speakers, and nothing else. */
export async function fillInBulk(filling: Filling): Promise<Facts> {
  const prefixes = new Worker(new URL(import.meta.url), { workerData: filling });
  const built = new Promise<string>((resolve, reject) => {
    prefixes.once('message', resolve);
    prefixes.once('error', reject);
  });
  const db = openWriter(filling.dataDir);
  setUpForBulk(db);
  const triggers = dropTriggers(db);
  const facts = writeDocuments(db, filling);
  mergeAll(db, 'document_fts');
  takePrefixIndex(db, await built);
  for (const index of ['document_fts', 'prefix_fts'] as const) settleSegments(db, index);
  for (const sql of triggers) db.exec(sql);
  db.transaction(() => rebuildTallies(db))();
  db.pragma('journal_mode = WAL');
  // What the service does by itself when it has nothing to do.
  while (tidyIndexes(db));
  db.pragma('optimize');
  db.close();
  return facts;
}

function setUpForBulk(db: Connection): void {
  db.unsafeMode(true);
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  db.pragma('secure_delete = OFF');
  db.pragma('cache_size = -256000');
}

/** The statements that create them again. Those that note changes come back when the store is opened, and note all of it. */
function dropTriggers(db: Connection): string[] {
  const rows = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
    name: string;
    sql: string;
  }[];
  for (const { name } of rows) db.exec(`DROP TRIGGER "${name}"`);
  return rows.filter(({ name }) => !name.startsWith('changed_')).map(({ sql }) => sql);
}

function writeDocuments(db: Connection, filling: Filling): Facts {
  const facts: Facts = { documents: 0, textBytes: 0 };
  const contexts = contextWriter(db);
  const known = new Map<string, { id: number; extra: string }>();
  const sql = {
    document: db.prepare(
      'INSERT INTO document (key, at_ms, context_id, ref, length) VALUES (?, ?, ?, ?, ?)',
    ),
    text: db.prepare('INSERT INTO document_text (key, text) VALUES (?, ?)'),
    words: db.prepare('INSERT INTO document_fts (rowid, text, extra) VALUES (?, ?, ?)'),
  };
  const rowFor = rowWriters(db);
  const contextOf = ({ kind, window, app, url, device, speaker }: BenchDocument) => {
    const identity = `${kind} ${window} ${speaker}`;
    const found = known.get(identity);
    if (found) return found;
    const place = { kind, deviceName: device };
    const values = {
      ocr: { ...place, appName: app, windowName: window, browserUrl: url, focused: true },
      audio: { ...place, isInput: true, speakerId: speaker },
      ui: { kind, appName: app, windowName: window, browserUrl: url },
    };
    const { id, appId } = contexts.idFor(values[kind]);
    const context = { id, extra: `${appToken(appId)} ${contextToken(id)}` };
    known.set(identity, context);
    return context;
  };
  collectMore(db, 'document_fts');
  inTransactions(db, keyedBatches(filling), (batch) => {
    const contextsOf = batch.map(({ document }) => contextOf(document));
    const order = batch.map((_, i) => i).sort((a, b) => keyAt(batch, a) - keyAt(batch, b));
    batch.forEach(({ document, key }, i) => {
      const { text, atMs } = document;
      const ref = rowFor[document.kind](key, document);
      sql.document.run(key, atMs, contextsOf[i]?.id, ref, text.length);
    });
    for (const i of order) {
      const { document, key } = batch[i] as Keyed;
      sql.text.run(key, document.text);
      sql.words.run(key, document.text, contextsOf[i]?.extra);
      facts.textBytes += document.text.length;
    }
    facts.documents += batch.length;
    if (facts.documents % 500_000 === 0) print(`  ${facts.documents} documents …`);
  });
  return facts;
}

function keyAt(batch: readonly Keyed[], at: number): number {
  return batch[at]?.key ?? 0;
}

/** By kind, stores the row that belongs to a document and gives its id. */
function rowWriters(db: Connection) {
  const frame = db.prepare(
    `INSERT INTO frame (key, offset_index, capture_trigger, text_source) VALUES (?, 0, 'visual_change', 'ocr')`,
  );
  const chunk = db.prepare("INSERT INTO audio_chunk (file_path, at_ms) VALUES ('', ?)");
  const transcription = db.prepare(
    `INSERT INTO transcription (key, audio_chunk_id, offset_index, engine, speaker_id) VALUES (?, ?, -1, 'bench', ?)`,
  );
  const uiText = db.prepare('INSERT INTO ui_text (key) VALUES (?)');
  return {
    ocr: (key: number) => frame.run(key).lastInsertRowid,
    audio: (key: number, { atMs, speaker }: BenchDocument) =>
      transcription.run(key, chunk.run(atMs).lastInsertRowid, speaker).lastInsertRowid,
    ui: (key: number) => uiText.run(key).lastInsertRowid,
  };
}

function inTransactions<T>(db: Connection, items: Iterable<T>, work: (item: T) => void): void {
  let count = 0;
  db.exec('BEGIN');
  for (const item of items) {
    work(item);
    count += 1;
    if (count % BATCHES_PER_TRANSACTION === 0) db.exec('COMMIT; BEGIN');
  }
  db.exec('COMMIT');
}

function configure(db: Connection, index: string, name: string, value: number): void {
  // The binding passes numbers as REAL, and FTS5 takes only INTEGER here.
  db.exec(`INSERT INTO ${index} (${index}, rank) VALUES ('${name}', ${value})`);
}

function collectMore(db: Connection, index: string): void {
  configure(db, index, 'automerge', 0);
  configure(db, index, 'hashsize', COLLECTED_BYTES);
  configure(db, index, 'crisismerge', 1_000);
}

/** All segments into one, and the settings as they were. */
function mergeAll(db: Connection, index: string): void {
  db.prepare(`INSERT INTO ${index} (${index}) VALUES ('optimize')`).run();
  db.exec(`DELETE FROM ${index}_config WHERE k IN ('hashsize', 'crisismerge')`);
}

function takePrefixIndex(db: Connection, folder: string): void {
  db.prepare('ATTACH ? AS built').run(join(folder, DATABASE_FILE_NAME));
  for (const table of PREFIX_TABLES) {
    db.exec(`DELETE FROM main.prefix_fts_${table};
             INSERT INTO main.prefix_fts_${table} SELECT * FROM built.prefix_fts_${table};`);
  }
  db.exec('DETACH built');
  rmSync(folder, { recursive: true });
}

/** In the second thread: the index of beginnings, in a store that has nothing else. */
function buildPrefixIndex(filling: Filling): string {
  const folder = join(filling.dataDir, 'prefixes');
  mkdirSync(folder);
  const db = openWriter(folder);
  setUpForBulk(db);
  collectMore(db, 'prefix_fts');
  const insert = db.prepare('INSERT INTO prefix_fts (rowid, prefixes) VALUES (?, ?)');
  const prefixesOf = prefixLister();
  inTransactions(db, keyedBatches(filling), (batch) => {
    for (const { key, document } of batch.toSorted((a, b) => a.key - b.key)) {
      insert.run(key, prefixesOf(document.text));
    }
  });
  mergeAll(db, 'prefix_fts');
  db.close();
  return folder;
}

/** What `prefixesOf` of tokens.ts gives for texts of plain words, by numbers instead of sets of strings. */
function prefixLister(): (text: string) => string {
  const numberOf = new Map<string, number>();
  const prefixes: string[] = [];
  const numbersOf = new Map<string, readonly number[]>();
  const lastSeenIn: number[] = [];
  let texts = 0;
  const numbered = (prefix: string): number => {
    const number = numberOf.get(prefix) ?? prefixes.push(prefix) - 1;
    numberOf.set(prefix, number);
    lastSeenIn[number] ??= 0;
    return number;
  };
  return (text) => {
    texts += 1;
    const found: string[] = [];
    for (const word of text.trim().split(' ')) {
      let numbers = numbersOf.get(word);
      if (!numbers) {
        numbers = [1, 2, 3].map((length) => numbered(word.slice(0, length)));
        numbersOf.set(word, numbers);
      }
      for (const number of numbers) {
        if (lastSeenIn[number] === texts) continue;
        lastSeenIn[number] = texts;
        found.push(prefixes[number] as string);
      }
    }
    return found.join(' ');
  };
}

if (!isMainThread && parentPort) parentPort.postMessage(buildPrefixIndex(workerData as Filling));
