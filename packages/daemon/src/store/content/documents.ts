/**
 * The write side of everything searchable: documents, their text, their index entries and the
 * tallies that make totals exact. Runs in the writer thread, always inside its caller's transaction.
 */
import { serviceError } from '#core/errors.ts';
import type { WriteKernel } from '../kernel/kernel.ts';
import { appToken, contextToken, prefixesOf, termsOf } from '../search/words/tokens.ts';
import { type ContextValues, contextWriter } from './contexts.ts';
import {
  type DocumentKind,
  firstKeyOfHour,
  hourOf,
  hourOfKey,
  isStorable,
  kindOfKey,
  lastKeyOfHour,
  nextKey,
} from './keys.ts';

interface HourState {
  lastKey: number | undefined;
  lastAtMs: number;
  /** By how much a document came late, at most. */
  lateMs: number;
  counts: Record<DocumentKind, number>;
}

interface StoredContext {
  id: number;
  appId: number;
}

interface IndexEntry {
  key: number;
  words: string;
  extra: string;
  prefixes: string;
}

export interface NewDocument {
  atMs: number;
  context: ContextValues;
  text: string;
  /** The text is kept with the packed content of the frame (packing/) and here only indexed. */
  isPacked?: boolean;
}

export function documentWriter({ db }: WriteKernel) {
  const contexts = contextWriter(db);
  const sql = documentSql(db);

  const hours = new Map<number, HourState>();
  const contextCounts = new Map<string, { contextId: number; hour: number; count: number }>();
  let pending: IndexEntry[] = [];
  const stateOf = hourStates(hours, sql);

  /** Takes the next key of the document's hour; `refFor` stores the row that belongs to it. */
  function insert(document: NewDocument, refFor: (key: number) => number): number {
    const { kind } = document.context;
    if (!isStorable(document.atMs))
      throw serviceError('INVALID_PARAMETER/time', { atMs: document.atMs });
    const hour = hourOf(document.atMs);
    const state = stateOf(hour);
    const key = nextKey(hour, state.lastKey, kind);
    if (key === undefined)
      throw serviceError('HOUR_FULL', { hour: new Date(hour * 3_600_000).toISOString() });
    const context = contexts.idFor(document.context);
    const ref = refFor(key);
    sql.insert.run(key, document.atMs, context.id, ref, characterCount(document.text));
    if (document.text !== '') {
      if (!document.isPacked) sql.insertText.run(key, document.text);
      pending.push(indexEntry(key, document.text, context));
    }
    state.lastKey = key;
    state.lateMs = Math.max(state.lateMs, state.lastAtMs - document.atMs);
    state.lastAtMs = Math.max(state.lastAtMs, document.atMs);
    state.counts[kind] += 1;
    countContext(context.id, hour);
    return ref;
  }

  function countContext(contextId: number, hour: number): void {
    const identity = `${contextId} ${hour}`;
    const tally = contextCounts.get(identity);
    if (tally) tally.count += 1;
    else contextCounts.set(identity, { contextId, hour, count: 1 });
  }

  /** Writes what `insert` collected. FTS5 wants ascending keys: anything else costs a flush each. */
  function flush(): void {
    pending.sort((a, b) => a.key - b.key);
    for (const entry of pending) sql.index.run(entry.key, entry.words, entry.extra);
    for (const entry of pending) {
      if (entry.prefixes !== '') sql.indexPrefixes.run(entry.key, entry.prefixes);
    }
    for (const [hour, { counts, lastAtMs, lateMs }] of hours) {
      sql.saveHour.run(hour, counts.ocr, counts.audio, counts.ui, lastAtMs, lateMs);
    }
    for (const { contextId, hour, count } of contextCounts.values()) {
      sql.countContext.run(contextId, hour, count);
    }
    reset();
  }

  function reset(): void {
    pending = [];
    hours.clear();
    contextCounts.clear();
  }

  function unindex(key: number): void {
    sql.unindex.run(key);
    sql.unindexPrefixes.run(key);
    sql.deleteText.run(key);
  }

  return {
    insert,
    flush,
    /** Same time, place and id, other text. */
    replaceText(key: number, text: string, { isPacked = false } = {}): void {
      const context = sql.find.get(key) as StoredContext;
      unindex(key);
      sql.setLength.run(characterCount(text), key);
      if (text === '') return;
      if (!isPacked) sql.insertText.run(key, text);
      pending.push(indexEntry(key, text, context));
      flush();
    },
    /** Same time, id and text, other context: another speaker, one more device. Not for packed frames. */
    setContext(key: number, values: ContextValues): void {
      const before = sql.find.get(key) as StoredContext;
      const context = contexts.idFor(values);
      if (context.id === before.id) return;
      const hour = hourOfKey(key);
      sql.setContext.run(context.id, key);
      sql.countContext.run(context.id, hour, 1);
      sql.countContext.run(before.id, hour, -1);
      sql.dropEmptyContextHour.run(before.id, hour);
      const text = sql.textOf.get(key);
      if (text === undefined) return;
      // Prefixes know nothing of contexts.
      const { words, extra } = indexEntry(key, text, context);
      sql.unindex.run(key);
      sql.index.run(key, words, extra);
    },
    /** FTS5 only marks the key as deleted, which is far cheaper than cutting the words out; they go when segments merge. */
    delete(key: number): void {
      const context = sql.find.get(key);
      if (!context) return;
      const hour = hourOfKey(key);
      unindex(key);
      sql.delete.run(key);
      sql.uncountHour[kindOfKey(key)].run(hour);
      sql.countContext.run(context.id, hour, -1);
      sql.dropEmptyContextHour.run(context.id, hour);
    },
    /** After a roll-back: nothing that was collected is true any more. */
    forget(): void {
      reset();
      contexts.forget();
    },
  };
}

/** The state of an hour, read once and then kept until the end of the transaction. */
function hourStates(hours: Map<number, HourState>, sql: ReturnType<typeof documentSql>) {
  return (hour: number): HourState => {
    let state = hours.get(hour);
    if (!state) {
      const stored = sql.hour.get(hour);
      const lastKey = sql.lastKey.get(firstKeyOfHour(hour), lastKeyOfHour(hour)) as number | null;
      state = {
        lastKey: lastKey ?? undefined,
        lastAtMs: stored?.[0] ?? 0,
        lateMs: stored?.[1] ?? 0,
        counts: { ocr: 0, audio: 0, ui: 0 },
      };
      hours.set(hour, state);
    }
    return state;
  };
}

function documentSql(db: WriteKernel['db']) {
  return {
    lastKey: db.values<number | null>('SELECT max(key) FROM document WHERE key BETWEEN ? AND ?'),
    hour: db.tuples<[number, number]>('SELECT last_at_ms, late_ms FROM hour WHERE hour = ?'),
    saveHour: db.prepare(
      `INSERT INTO hour (hour, ocr, audio, ui, last_at_ms, late_ms) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (hour) DO UPDATE SET ocr = ocr + excluded.ocr, audio = audio + excluded.audio,
       ui = ui + excluded.ui, last_at_ms = excluded.last_at_ms, late_ms = excluded.late_ms`,
    ),
    countContext: db.prepare(
      `INSERT INTO context_hour (context_id, hour, documents) VALUES (?, ?, ?)
       ON CONFLICT (context_id, hour) DO UPDATE SET documents = documents + excluded.documents`,
    ),
    dropEmptyContextHour: db.prepare(
      'DELETE FROM context_hour WHERE context_id = ? AND hour = ? AND documents = 0',
    ),
    uncountHour: {
      ocr: db.prepare('UPDATE hour SET ocr = ocr - 1 WHERE hour = ?'),
      audio: db.prepare('UPDATE hour SET audio = audio - 1 WHERE hour = ?'),
      ui: db.prepare('UPDATE hour SET ui = ui - 1 WHERE hour = ?'),
    },
    insert: db.prepare(
      'INSERT INTO document (key, at_ms, context_id, ref, length) VALUES (?, ?, ?, ?, ?)',
    ),
    insertText: db.prepare('INSERT INTO document_text (key, text) VALUES (?, ?)'),
    deleteText: db.prepare('DELETE FROM document_text WHERE key = ?'),
    find: db.rows<StoredContext>(
      `SELECT d.context_id AS id, c.app_id AS appId FROM document d JOIN context c ON c.id = d.context_id
       WHERE d.key = ?`,
    ),
    setLength: db.prepare('UPDATE document SET length = ? WHERE key = ?'),
    setContext: db.prepare('UPDATE document SET context_id = ? WHERE key = ?'),
    textOf: db.values<string>('SELECT text FROM document_text WHERE key = ?'),
    delete: db.prepare('DELETE FROM document WHERE key = ?'),
    index: db.prepare('INSERT INTO document_fts (rowid, text, extra) VALUES (?, ?, ?)'),
    indexPrefixes: db.prepare('INSERT INTO prefix_fts (rowid, prefixes) VALUES (?, ?)'),
    unindex: db.prepare('DELETE FROM document_fts WHERE rowid = ?'),
    unindexPrefixes: db.prepare('DELETE FROM prefix_fts WHERE rowid = ?'),
  };
}

/** What the index is given for a document. */
export function indexEntry(key: number, text: string, context: StoredContext): IndexEntry {
  const terms = termsOf(text);
  const extra = [appToken(context.appId), contextToken(context.id), ...terms.parts];
  return {
    key,
    words: terms.words.join(' '),
    extra: extra.join(' '),
    prefixes: prefixesOf(terms).join(' '),
  };
}

/** Unicode characters, not UTF-16 units. */
export function characterCount(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(i + 1);
    if (next >= 0xdc00 && next <= 0xdfff) count -= 1;
  }
  return count;
}
