/**
 * Deletes one piece of what a job has to delete, and counts it, in one transaction; then what describes the whole: notes, meetings, a
 * speaker, the lines that pipes have printed. Runs in the writer thread.
 */
import { contentWriter } from '../content/add.ts';
import { durable } from '../kernel/calls.ts';
import type { WriteKernel } from '../kernel/kernel.ts';
import { meetingWriter } from '../meetings/meetings.ts';
import { keeperWriter } from '../sync/keepers.ts';
import { silenceTeller } from '../sync/silences.ts';
import type { ChangeSpan } from './job/pipe-files.ts';
import { jobWriter } from './job-rows.ts';
import { isWholePerson, linkedNoteWriter } from './linked-notes.ts';
import type { DeletionFilter, DeletionPiece, JobKind } from './records.ts';

const TABLES = { ocr: 'frame', audio: 'transcription', ui: 'ui_text', input: 'input_event' };

export function pieceWriter({ db, part }: WriteKernel) {
  const content = part(contentWriter);
  const linked = part(linkedNoteWriter);
  const meetings = part(meetingWriter);
  const { count } = part(jobWriter);
  const isSyncOn = db.values("SELECT value = '1' FROM meta WHERE name = 'sync_on'");
  const tellSilence = silenceTeller(db);
  const keepers = keeperWriter(db);
  const toldOf = Object.entries(TABLES).map(([kind, table]) => ({
    kind: kind as keyof typeof TABLES,
    named: db.values<number>(
      `SELECT count(*) FROM json_each(?) j JOIN ${table} r ON r.id = j.value WHERE r.sync_id IS NOT NULL`,
    ),
  }));
  const sql = {
    kindOf: db.values<JobKind>('SELECT kind FROM deletion_job WHERE id = ?'),
    dropOlder: db.prepare('DELETE FROM older_text WHERE audio_chunk_id = ?'),
    setSyncOn: db.prepare("UPDATE meta SET value = ? WHERE name = 'sync_on'"),
    // A run that began before may have read into the range.
    clearOutput: db.prepare(
      `UPDATE pipe_executions SET stdout = '', stderr = '', error_message = NULL
       WHERE coalesce(finished_at, '9999') >= ? AND (stdout <> '' OR stderr <> '' OR error_message IS NOT NULL)`,
    ),
    clearState: db.prepare('DELETE FROM pipe_state WHERE written_ms >= ?'),
    setCleared: db.prepare(
      'UPDATE deletion_job SET pipes_since_ms = ?, pipes_cleared_ms = ? WHERE id = ?',
    ),
    speakerName: db.values<string>('SELECT name FROM speakers WHERE id = ?'),
    attended: db.prepare(
      `SELECT id, attendees FROM meetings WHERE instr(', ' || attendees || ', ', ', ' || ? || ', ') > 0`,
    ),
    setAttendees: db.prepare('UPDATE meetings SET attendees = ? WHERE id = ?'),
    undoings: db.prepare(
      `DELETE FROM speaker_reassignment WHERE new_speaker_id = :id OR id IN (
         SELECT r.id FROM speaker_reassignment r, json_each(r.dropped_speakers) s WHERE s.value ->> 0 = :id)`,
    ),
  };

  function countTold(piece: DeletionPiece): number {
    if (isSyncOn.get() !== 1) return 0;
    return toldOf.reduce(
      (sum, { kind, named }) => sum + (named.get(JSON.stringify(piece[kind])) as number),
      0,
    );
  }

  /** With all that is known of the person: name, voice, who was taken for them. */
  function forgetSpeaker(id: number): number {
    const name = sql.speakerName.get(id);
    if (name === undefined) return 0;
    const attended = name === '' ? [] : sql.attended.all(name);
    for (const { id: meeting, attendees } of attended as { id: number; attendees: string }[]) {
      const others = attendees.split(', ').filter((one) => one !== name);
      sql.setAttendees.run(others.length > 0 ? others.join(', ') : null, meeting);
    }
    sql.undoings.run({ id });
    content.speakers.delete(id);
    return 1;
  }

  return {
    /** These count what they do for the job, in the same transaction. */
    deletePiece: durable((jobId: number, piece: DeletionPiece): void => {
      const kind = sql.kindOf.get(jobId) as JobKind;
      // How long something is kept is the matter of each device.
      const isSilent = kind === 'retention' && isSyncOn.get() === 1;
      if (isSilent) sql.setSyncOn.run('0');
      const devicesTold = countTold(piece);
      const told = linked.forgetAbout(piece);
      const frames = content.delete('ocr', piece.ocr);
      const said = content.forgetSaid(piece.audio);
      const uiTexts = content.delete('ui', piece.ui);
      const inputEvents = content.deleteInputEvents(piece.input);
      const chunks = [...new Set(piece.chunks)];
      const audioChunks = content.deleteEmptyRecordings(chunks);
      // Whoever else speaks in them keeps the words, not the sound: it holds what was deleted too.
      const cut = new Set([...chunks, ...piece.sounds]);
      const sounds = [...cut].filter((id) => content.dropSound(id)).length;
      // Others may have the sound, also where this device has not.
      if (isSyncOn.get() === 1) for (const id of cut) tellSilence(id);
      for (const id of [...cut, ...piece.older]) sql.dropOlder.run(id);
      const whyGone = (id: number) =>
        kind === 'retention' && keepers.hasPicture(id) ? 'keeper' : kind;
      const pictures = piece.pictures.filter((id) => content.dropPicture(id, whyGone(id))).length;
      if (isSilent) sql.setSyncOn.run('1');
      count(jobId, {
        frames,
        texts: piece.texts,
        ...said,
        uiTexts,
        inputEvents,
        audioChunks,
        sounds,
        ...told,
        pictures,
        devicesTold,
        indexEntries: piece.indexed + inputEvents,
      });
    }),
    /** After the last piece. */
    deleteBeside(jobId: number, filter: DeletionFilter): void {
      const { speakerId } = filter;
      const isMeant = speakerId !== undefined && isWholePerson(filter);
      const speakers = isMeant ? forgetSpeaker(speakerId) : 0;
      count(jobId, { ...linked.forgetMeant(filter), speakers });
    },
    forgetMeetingsOf(jobId: number, ids: readonly number[]): void {
      count(jobId, { meetings: meetings.forgetMeetings(ids) });
    },
    /** Of runs that were on at this time or later, and values that pipes kept since: the service cannot know what they quote. */
    clearPipeOutput(jobId: number, { sinceMs, atMs }: ChangeSpan): void {
      const printed = sql.clearOutput.run(new Date(sinceMs).toISOString()).changes;
      const kept = sql.clearState.run(sinceMs).changes;
      sql.setCleared.run(sinceMs, atMs, jobId);
      count(jobId, { pipeOutputs: printed + kept });
    },
  };
}
