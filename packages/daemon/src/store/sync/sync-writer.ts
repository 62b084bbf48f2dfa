/**
 * The write side of sync: whether changes are noted, how far every device has been read, and the history of runs. Drafting and
 * applying are in their own files. Runs in the writer thread; each call is one transaction.
 */
import { transcriptionWriter } from '../audio/transcriptions.ts';
import { contentWriter } from '../content/add.ts';
import { documentWriter } from '../content/documents.ts';
import { linkedNoteWriter } from '../deletion/linked-notes.ts';
import type { WriteKernel } from '../kernel/kernel.ts';
import { tagWriter } from '../tags/tags.ts';
import { incomingFiles } from './incoming-files.ts';
import { keeperWriter } from './keepers.ts';
import { outgoingFiles } from './outgoing-files.ts';
import type { SyncRun } from './records.ts';
import { recordApplier } from './segments/apply.ts';
import { draftWriter } from './segments/draft.ts';
import { openedSegment, type SegmentName } from './segments/opened-segment.ts';
import { sentRows } from './sent-rows.ts';
import { syncIds } from './sync-ids.ts';

const RUNS_KEPT = 1_000;

/** What is known of a device that has sent something. */
const OF_DEVICE = ['sync_device_over', 'sync_former_name', 'sync_cursor', 'sync_file_left'];

/** What was sent under another name, or to another account, is not this device's any more. */
const LEFT_BEHIND = [
  'sync_change',
  'sync_outbox',
  'sync_cursor',
  'sync_wanted',
  'sync_wanted_sound',
  'sync_file',
  'sync_held',
  'sync_claim',
  'sync_told',
  'sync_segment',
];

/** What lies in the account: from another one nobody can have or remove it. */
const IN_ACCOUNT = [
  'sync_picture',
  'sync_sound',
  'sync_file_left',
  'sync_former_name',
  'sync_device_over',
];

/** Rows of this device that are noted when sync begins, in the order in which others can understand them. */
const EVERYTHING = [
  "SELECT 'speakers', id, 'new', '', 0 FROM speakers",
  `SELECT 'frame', f.id, 'new', '', 0 FROM frame f JOIN document d ON d.key = f.key
   JOIN context c ON c.id = d.context_id WHERE c.machine_id = '' ORDER BY f.id`,
  `SELECT 'transcription', a.id, 'new', '', 0 FROM transcription a LEFT JOIN document d ON d.key = a.key
   LEFT JOIN context c ON c.id = d.context_id LEFT JOIN hidden_transcription h ON h.transcription_id = a.id
   WHERE coalesce(c.machine_id, h.machine_id) = '' ORDER BY a.id`,
  `SELECT 'ui_text', u.id, 'new', '', 0 FROM ui_text u JOIN document d ON d.key = u.key
   JOIN context c ON c.id = d.context_id WHERE c.machine_id = '' ORDER BY u.id`,
  "SELECT 'input_event', id, 'new', '', 0 FROM input_event WHERE machine_id IS NULL ORDER BY id",
  ...tellFields('frame', "f.field = 'text' OR f.field LIKE 'tag:%'"),
  ...tellFields('transcription', "f.field IN ('text', 'speaker')"),
  ...tellFields('ui_text', "f.field = 'text'"),
  ...tellFields('audio_chunk', "f.field LIKE 'tag:%'"),
  ...tellFields('speakers', "f.field IN ('name', 'metadata', 'hallucination')"),
  // Those that were given before anybody noted it. Of any other the line above has sent it, with its time.
  `SELECT 'frame', l.vision_id, 'tag:', t.name, :clock FROM vision_tags l JOIN tags t ON t.id = l.tag_id`,
  `SELECT 'audio_chunk', l.audio_chunk_id, 'tag:', t.name, :clock FROM audio_tags l JOIN tags t ON t.id = l.tag_id`,
  "SELECT entity, 0, 'gone', sync_id, 0 FROM sync_gone WHERE entity IS NOT NULL",
];

/** What was changed of things that others may know already, with the clock it had: a creation sent again does not bring it. */
function tellFields(table: string, which: string): string[] {
  return [
    `SELECT '${table}', r.id, iif(f.field LIKE 'tag:%', 'tag:', f.field), iif(f.field LIKE 'tag:%', substr(f.field, 5), ''),
     f.clock FROM sync_field f JOIN ${table} r ON r.sync_id = f.sync_id WHERE ${which}`,
  ];
}

export function syncWrites({ db, dataDir, part }: WriteKernel) {
  const documents = part(documentWriter);
  const parts = {
    content: part(contentWriter),
    documents,
    tags: part(tagWriter),
    linked: part(linkedNoteWriter),
    dataDir,
  };
  const ids = syncIds(db);
  const keepers = keeperWriter(db);
  const files = incomingFiles(db, ids, keepers);
  const sent = sentRows(db, ids);
  const transcriptions = transcriptionWriter(db, documents);
  const drafts = draftWriter(db, { ids, sent, transcriptions });
  const opened = openedSegment();
  const applier = recordApplier(db, { ...parts, ids, files, keepers });
  const sql = syncSql(db);

  /** A new account, or this device under a new name: nothing that was sent or read counts. */
  function startAnew(isNewAccount: boolean, nameBefore: string): void {
    if (isNewAccount) keepers.accountLeft();
    else sql.keepOver.run(nameBefore);
    const left = isNewAccount ? [...LEFT_BEHIND, ...IN_ACCOUNT] : LEFT_BEHIND;
    for (const table of left) db.prepare(`DELETE FROM ${table}`).run();
    for (const table of ['video_chunk', 'audio_chunk']) {
      db.prepare(`UPDATE ${table} SET synced_at = NULL WHERE machine_id IS NULL`).run();
    }
    sql.setMeta.run('0', 'sync_snapshots');
    sql.setMeta.run('0', 'sync_next');
    sql.setMeta.run('', 'sync_last_hash');
    keepers.renamed(nameBefore, isNewAccount);
    const clock = sql.tick.get() as number;
    for (const statement of sql.note) {
      if (statement.source.includes(':clock')) statement.run({ clock });
      else statement.run();
    }
  }

  return {
    ...files.calls,
    ...outgoingFiles(db, { ids, keepers, dataDir }),
    ...keepers.calls,
    ...sent.calls,
    /** The next records to tell; drafting twice gives the same, apart from what has changed meanwhile. */
    draftSegment: drafts.draftSegment,
    /** A drafted segment, sealed: it stays in the outbox until it is confirmed. Without bytes only its changes go. */
    stageSegment: drafts.stageSegment,
    confirmSegment: drafts.confirmSegment,
    /** From now on changes are noted; with another account or machine id all that is here is noted as new. */
    start(accountId: string, machineId: string, isNameOfAnother = false): void {
      const isNewAccount = sql.meta.get('sync_account') !== accountId;
      const before = sql.meta.get('sync_machine') as string;
      sql.setMeta.run('1', 'sync_on');
      if (!isNewAccount && before === machineId) return;
      sql.setMeta.run(accountId, 'sync_account');
      sql.setMeta.run(machineId, 'sync_machine');
      sql.renameFields.run(machineId, before);
      startAnew(isNewAccount, before);
      const isFormer = !isNewAccount && !isNameOfAnother && before !== '';
      if (isFormer) sql.setFormer.run(before);
      sql.unsetFormer.run(machineId);
    },
    /** All that a device has sent is to be removed there, or not any more. */
    setDeviceOver: (machineId: string, isOver: boolean) =>
      void (isOver ? sql.setDeviceOver : sql.unsetDeviceOver).run(machineId),
    /** It is; a device of that name would begin from the start. */
    deviceRemoved(machineId: string): void {
      keepers.withdraw(machineId);
      for (const statement of sql.forgetDevice) statement.run(machineId);
    },
    /** Opens the compressed content of a segment of another device: what it follows on, or why it cannot be read. */
    openSegment: opened.open,
    /** The next records of the segment that was opened; undefined, and nothing done, when it is not the next one of that machine. */
    applySegment(
      segment: SegmentName & { hash: string; limit: number; nowMs: number },
    ): { added: number; isLast: boolean } | undefined {
      const { machineId, sequence, hash, limit, nowMs } = segment;
      const next = sql.cursor.get(machineId) ?? 0;
      if (next !== sequence) return undefined;
      const { records, isLast } = opened.take(segment, limit);
      const wasOn = sql.meta.get('sync_on') as string;
      // What was received is not sent back. A roll-back brings this back too.
      sql.setMeta.run('0', 'sync_on');
      const added = applier.apply(records, { machineId, nowMs });
      sql.setMeta.run(wasOn, 'sync_on');
      if (isLast) sql.setCursor.run(machineId, sequence + 1, hash);
      return { added, isLast };
    },
    /** A device that was read has nothing there any more, or has again what was read. */
    setCursorLeft: (machineId: string, isLeft: boolean) =>
      void sql.setCursorLeft.run(Number(isLeft), machineId),
    /** It is read from the start. */
    dropCursor(machineId: string): void {
      keepers.replaced(machineId);
      sql.dropCursor.run(machineId);
    },
    addRun(run: SyncRun): void {
      const { lastInsertRowid } = sql.addRun.run(run);
      sql.dropRuns.run(Number(lastInsertRowid) - RUNS_KEPT);
    },
  };
}

function syncSql(db: WriteKernel['db']) {
  return {
    meta: db.values<string>('SELECT value FROM meta WHERE name = ?'),
    setMeta: db.prepare('UPDATE meta SET value = ? WHERE name = ?'),
    cursor: db.values<number>('SELECT next_sequence FROM sync_cursor WHERE machine_id = ?'),
    setCursor: db.prepare(
      'INSERT OR REPLACE INTO sync_cursor (machine_id, next_sequence, last_hash) VALUES (?, ?, ?)',
    ),
    setCursorLeft: db.prepare('UPDATE sync_cursor SET is_left = ? WHERE machine_id = ?'),
    dropCursor: db.prepare('DELETE FROM sync_cursor WHERE machine_id = ?'),
    addRun: db.prepare(
      `INSERT INTO sync_run (direction, started_at_ms, completed_at_ms, status, blobs, bytes, records, error_code, error)
       VALUES (:direction, :startedAtMs, :completedAtMs, :status, :blobs, :bytes, :records, :errorCode, :error)`,
    ),
    renameFields: db.prepare('UPDATE sync_field SET machine_id = ? WHERE machine_id = ?'),
    dropRuns: db.prepare('DELETE FROM sync_run WHERE id <= ?'),
    tick: db.values<number>(
      `UPDATE meta SET value = max(CAST(value AS INTEGER) + 1, sync_now_ms() * 1024)
       WHERE name = 'sync_clock' RETURNING CAST(value AS INTEGER)`,
    ),
    setFormer: db.prepare('INSERT OR IGNORE INTO sync_former_name (machine_id) VALUES (?)'),
    unsetFormer: db.prepare('DELETE FROM sync_former_name WHERE machine_id = ?'),
    setDeviceOver: db.prepare('INSERT OR IGNORE INTO sync_device_over (machine_id) VALUES (?)'),
    unsetDeviceOver: db.prepare('DELETE FROM sync_device_over WHERE machine_id = ?'),
    forgetDevice: OF_DEVICE.map((table) => db.prepare(`DELETE FROM ${table} WHERE machine_id = ?`)),
    keepOver: db.prepare(
      'INSERT OR IGNORE INTO sync_file_left SELECT ?, stream FROM sync_file WHERE is_over = 1',
    ),
    note: EVERYTHING.map((rows) =>
      db.prepare(
        `INSERT OR IGNORE INTO sync_change (entity, row_id, field, detail, clock) ${rows}`,
      ),
    ),
  };
}
