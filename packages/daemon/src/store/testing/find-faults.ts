/**
 * Compares everything derived in a database file (tallies, lengths, index entries) with the rows it
 * was derived from. A sound file has no faults; each fault found is one sentence.
 */
import { characterCount } from '../content/documents.ts';
import { DOCUMENT_KINDS, hourOfKey, kindOfKey } from '../content/keys.ts';
import type { Connection } from '../kernel/connection.ts';
import { examinePacks } from '../packing/examine-packs.ts';
import { FRAME_TEXT, PACK_JOINS } from '../packing/pack-reader.ts';
import { appToken, contextToken, prefixesOf, termsOf } from '../search/words/tokens.ts';
import { withDatabase } from './temporary-store.ts';

interface DocumentRow {
  key: number;
  at_ms: number;
  context_id: number;
  app_id: number;
  length: number;
  text: string | null;
}

export function findFaults(dataDir: string): string[] {
  return withDatabase(dataDir, (db) => [
    ...fileFaults(db),
    ...pairingFaults(db),
    ...tallyFaults(db),
    ...documentIndexFaults(db),
    ...inputIndexFaults(db),
    ...packFaults(db),
  ]);
}

function fileFaults(db: Connection): string[] {
  const faults: string[] = [];
  const integrity = db.pragma('integrity_check', { simple: true });
  if (integrity !== 'ok') faults.push(`integrity_check says ${integrity}`);
  const orphans = db.pragma('foreign_key_check') as unknown[];
  if (orphans.length > 0) faults.push(`${orphans.length} rows without their parent`);
  for (const table of ['document_fts', 'prefix_fts', 'input_fts']) {
    try {
      db.exec(`INSERT INTO ${table} (${table}) VALUES ('integrity-check')`);
    } catch (error) {
      faults.push(`${table}: ${(error as Error).message}`);
    }
  }
  return faults;
}

/** Every item has its document and every document its item, each knowing the other. */
function pairingFaults(db: Connection): string[] {
  const faults: string[] = [];
  const tables = { ocr: 'frame', audio: 'transcription', ui: 'ui_text' } as const;
  for (const [kind, table] of Object.entries(tables)) {
    const number = DOCUMENT_KINDS.indexOf(kind as keyof typeof tables);
    // Hidden transcriptions have no document: their keys are negative.
    const items = db.prepare(`SELECT key || ' ' || id FROM ${table} WHERE key >= 0`).pluck().all();
    const documents = db
      .prepare(`SELECT key || ' ' || ref FROM document WHERE key % 4 = ${number}`)
      .pluck()
      .all();
    faults.push(...differences(`${table} and document`, new Set(items), new Set(documents)));
  }
  const texts = db
    .prepare('SELECT count(*) FROM document_text WHERE key NOT IN (SELECT key FROM document)')
    .pluck()
    .get();
  if (texts !== 0) faults.push(`${texts} texts without a document`);
  return faults;
}

function listDocuments(db: Connection): DocumentRow[] {
  return db
    .prepare(
      `SELECT d.*, c.app_id, nullif(${FRAME_TEXT}, '') AS text FROM document d JOIN context c ON c.id = d.context_id
       LEFT JOIN document_text t ON t.key = d.key ${PACK_JOINS('CASE d.key % 4 WHEN 0 THEN d.ref END')} ORDER BY d.key`,
    )
    .all() as DocumentRow[];
}

function tallyFaults(db: Connection): string[] {
  const byHour = new Map<string, number>();
  const byContext = new Map<string, number>();
  const lateMs = new Map<number, number>();
  const lastAtMs = new Map<number, number>();
  const count = (tally: Map<string, number>, name: string) =>
    tally.set(name, (tally.get(name) ?? 0) + 1);
  for (const { key, at_ms, context_id } of listDocuments(db)) {
    const hour = hourOfKey(key);
    count(byHour, `${hour} ${kindOfKey(key)}`);
    count(byContext, `${context_id} ${hour}`);
    const last = lastAtMs.get(hour) ?? at_ms;
    lateMs.set(hour, Math.max(lateMs.get(hour) ?? 0, last - at_ms));
    lastAtMs.set(hour, Math.max(last, at_ms));
  }
  const hours = db.prepare('SELECT * FROM hour').all() as Record<string, number>[];
  const stored = hours.flatMap((row) =>
    DOCUMENT_KINDS.flatMap((kind) => (row[kind] === 0 ? [] : `${row.hour} ${kind} = ${row[kind]}`)),
  );
  const contexts = db
    .prepare("SELECT context_id || ' ' || hour || ' = ' || documents FROM context_hour")
    .pluck()
    .all();
  const listed = (sql: string) => db.prepare(sql).pluck().all() as string[];
  const totals = listed("SELECT context_id || ' = ' || documents FROM context_total");
  const summed = listed(
    "SELECT context_id || ' = ' || sum(documents) FROM context_hour GROUP BY context_id",
  );
  const appHours = listed("SELECT app_id || ' ' || hour || ' = ' || documents FROM app_hour");
  const summedOfApps = listed(
    `SELECT app_id || ' ' || hour || ' = ' || sum(documents) FROM context_hour h
     JOIN context c ON c.id = h.context_id GROUP BY app_id, hour`,
  );
  const storedLateMs = new Map(hours.map((row) => [row.hour, row.late_ms ?? 0]));
  return [
    ...differences('hour and document', new Set(stored), asLines(byHour)),
    ...differences('context_hour and document', new Set(contexts), asLines(byContext)),
    ...differences('context_total and context_hour', new Set(totals), new Set(summed)),
    ...differences('app_hour and context_hour', new Set(appHours), new Set(summedOfApps)),
    // It may outlive the document that caused it, but never be too short.
    ...[...lateMs]
      .filter(([hour, ms]) => (storedLateMs.get(hour) ?? 0) < ms)
      .map(([hour]) => `hour ${hour} has documents that came later than it says`),
  ];
}

function asLines(tally: Map<string, number>): Set<unknown> {
  return new Set([...tally].map(([name, count]) => `${name} = ${count}`));
}

/** What the index holds, entry by entry, is what the stored texts give. */
function documentIndexFaults(db: Connection): string[] {
  const words = new Set<unknown>();
  const prefixes = new Set<unknown>();
  const faults: string[] = [];
  for (const row of listDocuments(db)) {
    if (row.length !== characterCount(row.text ?? '')) faults.push(`document ${row.key}: length`);
    if (row.text === null) continue;
    const terms = termsOf(row.text);
    const extra = [appToken(row.app_id), contextToken(row.context_id), ...terms.parts];
    for (const [i, term] of terms.words.entries()) words.add(`${row.key} text ${i} ${term}`);
    for (const [i, term] of extra.entries()) words.add(`${row.key} extra ${i} ${term}`);
    for (const prefix of prefixesOf(terms)) prefixes.add(`${row.key} ${prefix}`);
  }
  db.exec("CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'document_fts', 'instance')");
  db.exec("CREATE VIRTUAL TABLE temp.prefixes USING fts5vocab('main', 'prefix_fts', 'instance')");
  const indexedWords = db
    .prepare(`SELECT doc || ' ' || col || ' ' || "offset" || ' ' || term FROM temp.words`)
    .pluck()
    .all();
  const indexedPrefixes = db.prepare(`SELECT doc || ' ' || term FROM temp.prefixes`).pluck().all();
  return [
    ...faults,
    ...differences('document_fts and texts', new Set(indexedWords), words),
    ...differences('prefix_fts and texts', new Set(indexedPrefixes), prefixes),
  ];
}

/** No entry of an input event that was deleted. */
function inputIndexFaults(db: Connection): string[] {
  db.exec("CREATE VIRTUAL TABLE temp.inputs USING fts5vocab('main', 'input_fts', 'instance')");
  const left = db
    .prepare('SELECT count(*) FROM temp.inputs WHERE doc NOT IN (SELECT id FROM input_event)')
    .pluck()
    .get();
  return left === 0 ? [] : [`input_fts has ${left} entries of rows that were deleted`];
}

/** Every packed frame can be read, leans on a frame that leans on none, and has its text nowhere else. */
function packFaults(db: Connection): string[] {
  const [isWhole, detail] = examinePacks(db);
  const chains = db
    .prepare(
      `SELECT count(*) FROM frame_pack p JOIN frame_pack b ON b.frame_id = p.base_id
       WHERE b.base_id IS NOT NULL OR b.frame_id = p.frame_id`,
    )
    .pluck()
    .get();
  const twice = db
    .prepare(
      `SELECT count(*) FROM frame_pack p JOIN frame f ON f.id = p.frame_id
       JOIN document_text t ON t.key = f.key`,
    )
    .pluck()
    .get();
  return [
    ...(isWhole ? [] : [`frame_pack: ${detail}`]),
    ...(chains === 0 ? [] : [`frame_pack: ${chains} lean on a frame that leans on another`]),
    ...(twice === 0 ? [] : [`frame_pack: ${twice} texts are kept twice`]),
  ];
}

function differences(what: string, found: Set<unknown>, expected: Set<unknown>): string[] {
  const missing = [...expected].filter((entry) => !found.has(entry)).slice(0, 5);
  const surplus = [...found].filter((entry) => !expected.has(entry)).slice(0, 5);
  return [
    ...missing.map((entry) => `${what}: missing ${entry}`),
    ...surplus.map((entry) => `${what}: surplus ${entry}`),
  ];
}
