/**
 * Rebuilds the index of words and the tallies from what they were made of: the documents and their texts, packed or not. Runs in one
 * transaction of its caller.
 */
import { indexEntry } from '../content/documents.ts';
import { firstKeyOfHour } from '../content/keys.ts';
import { INDEXED_COLUMNS, inputIndexWriter } from '../input/input-events.ts';
import type { Connection } from '../kernel/connection.ts';
import { settleSegments } from '../kernel/index-segments.ts';
import { FRAME_TEXT, PACK_JOINS } from '../packing/pack-reader.ts';

const BATCH = 500;
const KEYS_PER_HOUR = firstKeyOfHour(1);

type Row = [key: number, contextId: number, appId: number, text: string | null];

/** How many documents are in the index now. */
export function rebuildIndex(db: Connection): number {
  db.exec(`INSERT INTO document_fts (document_fts) VALUES ('delete-all');
           INSERT INTO prefix_fts (prefix_fts) VALUES ('delete-all');`);
  const next = db.tuples<Row>(
    `SELECT d.key, c.id, c.app_id, ${FRAME_TEXT}
       FROM document d JOIN context c ON c.id = d.context_id LEFT JOIN document_text t ON t.key = d.key
       ${PACK_JOINS('CASE d.key % 4 WHEN 0 THEN d.ref END')}
       WHERE d.key > ? AND d.length > 0 ORDER BY d.key LIMIT ${BATCH}`,
  );
  const index = db.prepare('INSERT INTO document_fts (rowid, text, extra) VALUES (?, ?, ?)');
  const indexPrefixes = db.prepare('INSERT INTO prefix_fts (rowid, prefixes) VALUES (?, ?)');
  let count = 0;
  for (let after = -1; ; ) {
    const rows = next.all(after);
    const last = rows.at(-1);
    if (!last) break;
    const texts = rows.filter(([, , , text]) => text !== null && text !== '');
    const entries = texts.map(([key, id, appId, text]) =>
      indexEntry(key, text ?? '', { id, appId }),
    );
    for (const { key, words, extra } of entries) index.run(key, words, extra);
    for (const { key, prefixes } of entries) if (prefixes !== '') indexPrefixes.run(key, prefixes);
    count += entries.length;
    [after] = last;
  }
  for (const name of ['document_fts', 'prefix_fts'] as const) settleSegments(db, name);
  return count;
}

/** How many events and notes are in their indexes now, or were looked at for that. */
export function rebuildOtherIndexes(db: Connection): { events: number; notes: number } {
  db.exec(`INSERT INTO input_fts (input_fts) VALUES ('delete-all');
           INSERT INTO memories_fts (memories_fts) VALUES ('rebuild');`);
  const next = db.tuples<[number, ...(string | null)[]]>(
    `SELECT id, ${INDEXED_COLUMNS} FROM input_event WHERE id > ? ORDER BY id LIMIT ${BATCH}`,
  );
  const index = inputIndexWriter(db);
  let events = 0;
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = next.all(after);
    const last = rows.at(-1);
    if (!last) break;
    for (const [id, ...texts] of rows) index(id, texts);
    events += rows.length;
    [after] = last;
  }
  const notes = db.values<number>('SELECT count(*) FROM memories').get() as number;
  return { events, notes };
}

/** How many hours have documents. Triggers on the hours of contexts make their totals and the hours of apps. */
export function rebuildTallies(db: Connection): number {
  db.exec(
    `DELETE FROM hour;
     INSERT INTO hour (hour, ocr, audio, ui, last_at_ms, late_ms)
     SELECT hour, sum(kind = 0), sum(kind = 1), sum(kind = 2), max(at_ms), max(0, max(coalesce(before - at_ms, 0)))
     FROM (SELECT key / ${KEYS_PER_HOUR} AS hour, key % 4 AS kind, at_ms,
             max(at_ms) OVER (PARTITION BY key / ${KEYS_PER_HOUR} ORDER BY key
               ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
           FROM document)
     GROUP BY hour;
     -- First what triggers on the hours of contexts would empty row by row.
     DELETE FROM context_total;
     DELETE FROM app_hour;
     DELETE FROM context_hour;
     INSERT INTO context_hour (context_id, hour, documents)
     SELECT context_id, key / ${KEYS_PER_HOUR}, count(*) FROM document GROUP BY 1, 2;`,
  );
  return db.values<number>('SELECT count(*) FROM hour').get() as number;
}
