/**
 * Writes what another device sends into the store, by the same code that stores what is captured here, so that search, timeline and
 * tallies are right. Applying is idempotent and knows no order between devices: creations are recognised by their name,
 * deletions are final, and of two values of a field the one with the later clock stays (by machine id when clocks are equal).
 * Runs in the writer thread, inside its caller's transaction.
 */
import type { contentWriter } from '#store/content/add.ts';
import type { linkedNoteWriter } from '#store/deletion/linked-notes.ts';
import type { Connection } from '#store/kernel/connection.ts';
import type { NewContent } from '#store/new-records.ts';
import type { Origin } from '#store/records.ts';
import type { tagWriter } from '#store/tags/tags.ts';
import type { incomingFiles } from '../incoming-files.ts';
import type { keeperWriter } from '../keepers.ts';
import type {
  FrameRecord,
  GoneRecord,
  InputEventRecord,
  SyncRecord,
  TagRecord,
  TextRecord,
  TranscriptionRecord,
} from '../records.ts';
import { remoteSpeakers } from '../remote-speakers.ts';
import { chunkOfSound } from '../silences.ts';
import type { SyncedTable, syncIds } from '../sync-ids.ts';

export interface Teller {
  machineId: string;
  nowMs: number;
}

const NEW_KINDS = ['frame', 'transcription', 'ui_text', 'input_event'] as const;
type NewRecord = Extract<SyncRecord, { kind: (typeof NEW_KINDS)[number] }>;
type ChangeRecord = Exclude<SyncRecord, NewRecord>;

/** What a text is changed of, in the words of the store. */
const KIND_OF = { frame: 'ocr', ui_text: 'ui' } as const;

interface ApplierParts {
  content: ReturnType<typeof contentWriter>;
  tags: ReturnType<typeof tagWriter>;
  linked: Pick<ReturnType<typeof linkedNoteWriter>, 'forgetAbout'>;
  ids: ReturnType<typeof syncIds>;
  files: Pick<ReturnType<typeof incomingFiles>, 'applyWish' | 'applyMedia' | 'forget'>;
  keepers: Pick<ReturnType<typeof keeperWriter>, 'applyRole' | 'applyHeld'>;
}

export function recordApplier(db: Connection, parts: ApplierParts) {
  const { content, ids } = parts;
  const sql = applySql(db);
  const speakers = remoteSpeakers(db, {
    ids,
    audio: content.audio,
    speakers: content.speakers,
    isNewer,
    setField,
  });

  function isNewer(syncId: string, field: string, clock: number, machineId: string): boolean {
    const known = sql.field.get(syncId, field);
    if (!known) return true;
    return clock === known.clock ? machineId > known.machineId : clock > known.clock;
  }

  function setField(syncId: string, field: string, clock: number, machineId: string): void {
    sql.setField.run(syncId, field, clock, machineId);
  }
  const { forgetAboutGone, applyChange, applyEarly } = changeApplier({
    parts,
    sql,
    isNewer,
    setField,
    speakers,
  });

  function chunkFor({ chunk }: TranscriptionRecord, origin: Origin): number {
    const known = ids.findRow('audio_chunk', chunk.id);
    if (known !== undefined) return known;
    const at = new Date(origin.syncedAtMs).toISOString();
    return Number(sql.newChunk.run(chunk.atMs, chunk.id, origin.machineId, at).lastInsertRowid);
  }

  function newTranscription(record: TranscriptionRecord, origin: Origin) {
    const { kind: _kind, id: _id, chunk: _chunk, speaker, ...said } = record;
    const speakerId = speakers.rowFor(speaker) ?? undefined;
    return { ...said, speakerId, chunkId: chunkFor(record, origin), origin };
  }

  function newFrame({ kind: _kind, id: _id, ...frame }: FrameRecord, origin: Origin) {
    return { ...frame, origin };
  }

  function newEvent({ frame, event }: InputEventRecord, origin: Origin) {
    const frameId = frame === null ? undefined : ids.findRow('frame', frame);
    return { ...event, frameId, origin };
  }

  function isWanted(record: NewRecord): boolean {
    if (sql.isGone.get(record.id) !== undefined) return false;
    return ids.findRow(record.kind, record.id) === undefined;
  }

  /** How many records were new here. */
  function addNew(records: readonly SyncRecord[], from: Teller): number {
    const wanted = records.filter(
      (record): record is NewRecord =>
        NEW_KINDS.some((kind) => kind === record.kind) && isWanted(record as NewRecord),
    );
    const unique = [...new Map(wanted.map((record) => [record.id, record])).values()];
    const originOf = ({ id }: NewRecord): Origin => ({
      machineId: from.machineId,
      syncId: id,
      syncedAtMs: from.nowMs,
    });
    const select = <K extends NewRecord['kind']>(kind: K) =>
      unique.filter((record): record is Extract<NewRecord, { kind: K }> => record.kind === kind);
    const frames = select('frame').map((record) => newFrame(record, originOf(record)));
    const transcriptions = select('transcription').map((one) =>
      newTranscription(one, originOf(one)),
    );
    const uiTexts = select('ui_text').map((record) => {
      const { kind: _kind, id: _id, ...uiText } = record;
      return { ...uiText, origin: originOf(record) };
    });
    content.add({ frames, transcriptions, uiTexts } satisfies NewContent);
    // After the frames they belong to.
    content.add({ inputEvents: select('input_event').map((one) => newEvent(one, originOf(one))) });
    for (const record of unique) applyEarly(record.id, from.nowMs);
    for (const { chunk } of select('transcription')) applyEarly(chunk.id, from.nowMs);
    return unique.length;
  }

  return {
    apply(records: readonly SyncRecord[], from: Teller): number {
      // Speakers first: transcriptions name them.
      for (const record of records) if (record.kind === 'speaker') applyChange(record, from);
      const added = addNew(records, from);
      forgetAboutGone(records);
      for (const record of records) {
        const isDone = record.kind === 'speaker' || NEW_KINDS.some((kind) => kind === record.kind);
        if (!isDone) applyChange(record as ChangeRecord, from);
      }
      return added;
    },
  };
}

/** Applies changes of rows that this device already has. */
function changeApplier(deps: {
  parts: ApplierParts;
  sql: ReturnType<typeof applySql>;
  isNewer: (syncId: string, field: string, clock: number, machineId: string) => boolean;
  setField: (syncId: string, field: string, clock: number, machineId: string) => void;
  speakers: ReturnType<typeof remoteSpeakers>;
}) {
  const { parts, sql, isNewer, setField, speakers } = deps;
  const { ids, content, tags, linked, files, keepers } = parts;
  /** The row that a change is about; kept for later when it has not arrived yet. */
  function rowFor(table: SyncedTable, record: ChangeRecord, from: Teller): number | undefined {
    const row = ids.findRow(table, record.id);
    if (row === undefined) sql.early.run(record.id, from.machineId, JSON.stringify(record));
    return row;
  }

  function applyText(record: TextRecord, from: Teller): void {
    const row = rowFor(record.of, record, from);
    if (row === undefined || !isNewer(record.id, 'text', record.clock, from.machineId)) return;
    const { of, text } = record;
    if (of === 'transcription') {
      const { engine, language, atMs, startSecs, endSecs } = record;
      const place = { atMs, startSecs, endSecs };
      content.audio.updateTranscription(row, { text, engine, language, ...place });
    } else if (of === 'frame') {
      sql.setReading.run(record.textSource ?? null, record.engine ?? null, row);
      content.replaceContent(row, record.boxes ? { text, boxes: record.boxes } : { text });
    } else content.replaceText(KIND_OF[of], row, text);
    setField(record.id, 'text', record.clock, from.machineId);
    sql.dropChange.run(of, row, 'text', '');
  }

  function applySpokenBy(record: Extract<SyncRecord, { kind: 'spoken_by' }>, from: Teller): void {
    const row = rowFor('transcription', record, from);
    if (row === undefined || !isNewer(record.id, 'speaker', record.clock, from.machineId)) return;
    content.audio.updateTranscription(row, { speakerId: speakers.rowFor(record.speaker) });
    setField(record.id, 'speaker', record.clock, from.machineId);
    sql.dropChange.run('transcription', row, 'speaker', '');
  }

  function applyTag(record: TagRecord, from: Teller): void {
    const row = rowFor(record.of, record, from);
    const field = `tag:${record.name}`;
    if (row === undefined || !isNewer(record.id, field, record.clock, from.machineId)) return;
    const target = record.of === 'frame' ? 'vision' : 'audio';
    if (record.isSet) tags.add(target, row, [record.name]);
    else tags.remove(target, row, [record.name]);
    setField(record.id, field, record.clock, from.machineId);
    sql.dropChange.run(record.of, row, 'tag:', record.name);
  }
  const { applyGone, forgetAboutGone, applySilence } = goneApplier({
    sql,
    ids,
    speakers,
    content,
    linked,
    files,
  });

  function applyChange(record: ChangeRecord, from: Teller): void {
    if ('clock' in record) sql.sawClock.run(record.clock);
    if (record.kind !== 'gone' && sql.isGone.get(record.id) !== undefined) return;
    switch (record.kind) {
      case 'gone':
        applyGone(record);
        break;
      case 'text':
        applyText(record, from);
        break;
      case 'spoken_by':
        applySpokenBy(record, from);
        break;
      case 'tag':
        applyTag(record, from);
        break;
      case 'wish':
        files.applyWish(record, from.nowMs);
        break;
      case 'media':
        files.applyMedia(record, from.machineId);
        break;
      case 'role':
        keepers.applyRole(record, from);
        break;
      case 'held':
        keepers.applyHeld(record, from.machineId);
        break;
      case 'silence':
        applySilence(record.id);
        break;
      case 'speaker':
        speakers.apply(record, from.machineId);
        break;
      default:
      // Of a later Hindcast: what this one cannot understand it leaves alone.
    }
  }

  /** Changes that came before the record they are about. */
  function applyEarly(syncId: string, nowMs: number): void {
    const waiting = sql.takeEarly.all(syncId);
    for (const { machine_id, record } of waiting) {
      applyChange(JSON.parse(record) as ChangeRecord, { machineId: machine_id, nowMs });
    }
  }

  return { forgetAboutGone, applyChange, applyEarly };
}

/** Applies that rows or recordings were deleted elsewhere. */
function goneApplier(
  deps: Pick<ApplierParts, 'ids' | 'content' | 'linked' | 'files'> & {
    sql: ReturnType<typeof applySql>;
    speakers: ReturnType<typeof remoteSpeakers>;
  },
) {
  const { sql, ids, speakers, content, linked, files } = deps;
  function applyGone(record: GoneRecord): void {
    const { of, id, mergedInto } = record;
    sql.setGone.run(id, mergedInto ?? null, of);
    sql.dropFields.run(id);
    sql.takeEarly.all(id);
    const row = ids.findRow(of, id);
    if (row === undefined) return;
    // A merge removes nothing that somebody wanted deleted.
    if (mergedInto === undefined) sql.setTidyDue.run();
    if (of === 'speakers') speakers.remove(row, mergedInto);
    else if (of === 'input_event') {
      sql.removeEvent.run(row);
      sql.unindexEvent.run(row);
    } else if (of === 'transcription') content.delete('audio', [row]);
    else content.delete(KIND_OF[of], [row]);
  }

  /** What this device has to tell of what goes, as a deletion here takes it. */
  function forgetAboutGone(records: readonly SyncRecord[]): void {
    const rowsOf = (table: 'frame' | 'transcription') =>
      records.flatMap((record) =>
        record.kind === 'gone' && record.of === table ? (ids.findRow(table, record.id) ?? []) : [],
      );
    linked.forgetAbout({ ocr: rowsOf('frame'), audio: rowsOf('transcription') });
  }

  /** Also of a recording that was made here: whoever deletes something deletes it everywhere. */
  function applySilence(stream: string): void {
    sql.setGone.run(stream, null, 'sound');
    files.forget(stream);
    const row = ids.findRow('audio_chunk', chunkOfSound(stream));
    if (row !== undefined && content.dropSound(row)) sql.setTidyDue.run();
  }

  return { applyGone, forgetAboutGone, applySilence };
}

function applySql(db: Connection) {
  return {
    field: db.rows<{ clock: number; machineId: string }>(
      'SELECT clock, machine_id AS machineId FROM sync_field WHERE sync_id = ? AND field = ?',
    ),
    setField: db.prepare(
      'INSERT OR REPLACE INTO sync_field (sync_id, field, clock, machine_id) VALUES (?, ?, ?, ?)',
    ),
    isGone: db.values('SELECT 1 FROM sync_gone WHERE sync_id = ?'),
    setGone: db.prepare(
      `INSERT INTO sync_gone (sync_id, merged_into, entity) VALUES (?, ?, ?)
       ON CONFLICT (sync_id) DO UPDATE SET merged_into = coalesce(merged_into, excluded.merged_into)`,
    ),
    // Its words are still in the index, and its pixels may be in a video (store/deletion).
    setTidyDue: db.prepare("UPDATE meta SET value = '1' WHERE name = 'tidy_due'"),
    dropFields: db.prepare('DELETE FROM sync_field WHERE sync_id = ?'),
    // A change of ours that has lost is not sent any more.
    dropChange: db.prepare(
      'DELETE FROM sync_change WHERE entity = ? AND row_id = ? AND field = ? AND detail = ?',
    ),
    early: db.prepare('INSERT INTO sync_early (sync_id, machine_id, record) VALUES (?, ?, ?)'),
    takeEarly: db.rows<{ machine_id: string; record: string }>(
      'DELETE FROM sync_early WHERE sync_id = ? RETURNING machine_id, record',
    ),
    newChunk: db.prepare(
      "INSERT INTO audio_chunk (file_path, at_ms, sync_id, machine_id, synced_at) VALUES ('', ?, ?, ?, ?)",
    ),
    removeEvent: db.prepare('DELETE FROM input_event WHERE id = ?'),
    unindexEvent: db.prepare('DELETE FROM input_fts WHERE rowid = ?'),
    sawClock: db.prepare(
      "UPDATE meta SET value = max(CAST(value AS INTEGER), ?) WHERE name = 'sync_clock'",
    ),
    setReading: db.prepare(
      'UPDATE frame SET text_source = coalesce(?, text_source), ocr_engine = coalesce(?, ocr_engine) WHERE id = ?',
    ),
  };
}
