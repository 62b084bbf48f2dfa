/**
 * Rows of this device whose words were covered: others receive the deletion of what they have, and the row as it is now under
 * another name. A changed text alone would leave them its title, the places of its words, its picture and its sound. Rows that
 * other devices have captured are theirs: of those the text alone is sent. Runs in the writer thread, inside its caller's
 * transaction.
 */
import { firstKeyOfHour, kindOfKey, lastKeyOfHour } from '../content/keys.ts';
import type { Connection } from '../kernel/connection.ts';
import type { SyncedTable } from './sync-ids.ts';

type ToldTable = Exclude<SyncedTable, 'audio_chunk' | 'speakers'>;

const CONTEXT = 'JOIN document d ON d.key = r.key JOIN context c ON c.id = d.context_id';
/** Rows that were captured here. */
const OWN: Readonly<Record<ToldTable, string>> = {
  frame: `${CONTEXT} WHERE c.machine_id = ''`,
  ui_text: `${CONTEXT} WHERE c.machine_id = ''`,
  transcription: 'JOIN audio_chunk k ON k.id = r.audio_chunk_id WHERE k.machine_id IS NULL',
  input_event: 'WHERE r.machine_id IS NULL',
};
const GIVEN = '(SELECT value FROM json_each(:ids))';

export function resending(db: Connection) {
  const statements = (table: ToldTable) => {
    const rows = `FROM ${table} r WHERE r.id IN ${GIVEN}`;
    return {
      named: db.values<number>(
        `SELECT r.id FROM ${table} r ${OWN[table]} AND r.id IN ${GIVEN} AND r.sync_id IS NOT NULL`,
      ),
      steps: [
        `INSERT OR IGNORE INTO sync_gone (sync_id, entity) SELECT r.sync_id, '${table}' ${rows}`,
        // Under no row: it is sent even if the row goes before.
        `INSERT INTO sync_changed SELECT '${table}', 0, 'gone', r.sync_id, NULL ${rows}`,
        `DELETE FROM sync_field WHERE sync_id IN (SELECT r.sync_id ${rows})`,
        `DELETE FROM sync_change WHERE entity = '${table}' AND row_id IN ${GIVEN} AND field IN ('new', 'text', 'speaker')`,
        `INSERT INTO sync_change (entity, row_id, field, detail, clock) SELECT '${table}', r.id, 'new', '', 0 ${rows}`,
        `INSERT INTO sync_row_gone SELECT '${table}', r.id ${rows}`,
        `UPDATE ${table} SET sync_id = NULL, synced_at = NULL WHERE id IN ${GIVEN}`,
      ].map((sql) => db.prepare(sql)),
    };
  };
  const tables = {
    frame: statements('frame'),
    transcription: statements('transcription'),
    ui_text: statements('ui_text'),
    input_event: statements('input_event'),
  };
  const sql = {
    frameTags: db.prepare(
      `INSERT INTO sync_changed SELECT 'frame', l.vision_id, 'tag:', t.name, NULL
       FROM vision_tags l JOIN tags t ON t.id = l.tag_id WHERE l.vision_id IN ${GIVEN}`,
    ),
    // As they are linked (event-frames.ts): within the second before.
    eventsOf: db.values<number>(
      `SELECT e.id FROM frame f JOIN document d ON d.key = f.key
         JOIN input_event e ON e.at_ms BETWEEN d.at_ms - 1000 AND d.at_ms AND e.frame_id = f.id WHERE f.id IN ${GIVEN}`,
    ),
    saidIn: db.values<number>('SELECT id FROM transcription WHERE audio_chunk_id = ?'),
    chunkTags: db.prepare(
      `INSERT INTO sync_changed SELECT 'audio_chunk', l.audio_chunk_id, 'tag:', t.name, NULL
       FROM audio_tags l JOIN tags t ON t.id = l.tag_id WHERE l.audio_chunk_id = ?`,
    ),
    chunkOver: db.prepare("INSERT INTO sync_row_gone VALUES ('audio_chunk', ?)"),
    unnameChunk: db.prepare('UPDATE audio_chunk SET sync_id = NULL WHERE id = ?'),
    hours: db.values<number>('SELECT hour FROM context_hour WHERE context_id = ?'),
    seenIn: db.tuples('SELECT key, ref FROM document WHERE key BETWEEN ? AND ? AND context_id = ?'),
  };

  /** How many of them others knew of. */
  function rows(table: ToldTable, ids: readonly number[]): number {
    const named = tables[table].named.all({ ids: JSON.stringify(ids) });
    if (named.length === 0) return 0;
    const given = { ids: JSON.stringify(named) };
    for (const step of tables[table].steps) step.run(given);
    if (table !== 'frame') return named.length;
    sql.frameTags.run(given);
    // They name the frame that shows them.
    rows('input_event', sql.eventsOf.all(given));
    return named.length;
  }

  return {
    rows,
    /** All that was said in it, because its sound was deleted. */
    recording(chunkId: number): number {
      const count = rows('transcription', sql.saidIn.all(chunkId));
      if (count === 0) return 0;
      sql.chunkOver.run(chunkId);
      sql.unnameChunk.run(chunkId);
      sql.chunkTags.run(chunkId);
      return count;
    },
    /** All that was seen in a window, because it has another name. */
    context(id: number): number {
      const refs = { ocr: [] as number[], ui: [] as number[], audio: [] as number[] };
      for (const hour of sql.hours.all(id)) {
        const found = sql.seenIn.all(firstKeyOfHour(hour), lastKeyOfHour(hour), id);
        for (const [key, ref] of found as [number, number][]) refs[kindOfKey(key)].push(ref);
      }
      return rows('frame', refs.ocr) + rows('ui_text', refs.ui);
    },
  };
}
