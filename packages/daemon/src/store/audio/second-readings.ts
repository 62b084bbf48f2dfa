/**
 * Recordings that are read again: which wait for it, what they said before, and the way back. A recording keeps one older text; any
 * other change of its lines deletes that (triggers), so that deleted or covered words never come back.
 */
import type { Connection } from '../kernel/connection.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import {
  type Improvable,
  LANGUAGE_NOT_UNDERSTOOD,
  type LineChange,
  type LinesToCorrect,
  type OlderText,
  type OldLine,
  type RecordingSelection,
  type SaidLine,
  type SecondReadingReason,
  type TranscriptionChange,
} from './audio-records.ts';
import type { StoredTranscription } from './transcriptions.ts';

/** In place of models: a person took a second reading back, and the text stays. */
const KEPT_BY_PERSON = 'person';

const IMPROVABLE = `FROM audio_segment s JOIN audio_chunk k ON k.id = s.audio_chunk_id
  WHERE k.file_path <> '' AND NOT EXISTS (SELECT 1 FROM offloaded_file o WHERE o.path = k.file_path)
  AND (s.read_by IS NULL OR s.read_by NOT IN ('${KEPT_BY_PERSON}', :models))
  AND (s.state = 'done' AND EXISTS (
      SELECT 1 FROM transcription a WHERE a.audio_chunk_id = k.id AND a.language IS NOT NULL
      AND substr(a.engine, 1, instr(a.engine || ':', ':') - 1) IN (SELECT value FROM json_each(:smaller)))
    OR :readsForeign AND s.error_code IS '${LANGUAGE_NOT_UNDERSTOOD}')`;

/** Of a selection that is no list of ids. */
const MEANT = 'FROM transcription a WHERE (:speakerId IS NULL OR a.speaker_id = :speakerId)';

export function secondReadingReads({ db }: ReadKernel) {
  const older = db.rows<Pick<OlderText, 'reason' | 'replacedAtMs'> & { lines: string }>(
    'SELECT reason, replaced_at_ms AS replacedAtMs, lines FROM older_text WHERE audio_chunk_id = ?',
  );
  const wanted = db.rows<Omit<LinesToCorrect, 'lineIds'>>(
    `SELECT audio_chunk_id AS chunkId, wanted_language AS language FROM transcription
     WHERE wanted_language IS NOT NULL ORDER BY id DESC LIMIT 1`,
  );
  const wantedLines = db.values<number>(
    'SELECT id FROM transcription WHERE audio_chunk_id = ? AND wanted_language = ?',
  );
  const countWanted = db.values<number>(
    'SELECT count(DISTINCT audio_chunk_id) FROM transcription WHERE wanted_language IS NOT NULL',
  );
  const improvable = db.values<number>(`SELECT k.id ${IMPROVABLE} ORDER BY k.at_ms DESC LIMIT 1`);
  const countImprovable = db.values<number>(`SELECT count(*) ${IMPROVABLE}`);
  const replaced = db.values<number>(
    `SELECT audio_chunk_id FROM older_text WHERE reason = 'language' AND replaced_at_ms >= :sinceMs
       AND audio_chunk_id IN (SELECT a.audio_chunk_id ${MEANT}) ORDER BY audio_chunk_id`,
  );

  return {
    /** What a recording said before it was read again; undefined when there is nothing to go back to. */
    findOlderText(chunkId: number): OlderText | undefined {
      const row = older.get(chunkId);
      if (!row) return undefined;
      const { lines, ...rest } = row;
      return { ...rest, ...(JSON.parse(lines) as Pick<OlderText, 'before' | 'after'>) };
    },
    /** The newest lines that wait for their text in another language. */
    findLinesToCorrect(): LinesToCorrect | undefined {
      const found = wanted.get();
      return found && { ...found, lineIds: wantedLines.all(found.chunkId, found.language) };
    },
    countToCorrect: () => countWanted.get() as number,
    /** The newest recording that a larger model has not read. */
    findToImprove: (what: Improvable) => improvable.get(toSql(what)),
    countToImprove: (what: Improvable) => countImprovable.get(toSql(what)) as number,
    /** Recordings whose language a person has corrected, with the text of this time or later. */
    listCorrected: (
      selection: Exclude<RecordingSelection, { chunkIds: unknown }>,
      sinceMs: number,
    ) => replaced.all({ speakerId: speakerOf(selection), sinceMs }),
  };
}

function toSql({ smaller, models, readsForeign }: Improvable) {
  return { smaller: JSON.stringify(smaller), models, readsForeign: Number(readsForeign) };
}

function speakerOf(selection: Exclude<RecordingSelection, { chunkIds: unknown }>): number | null {
  return 'speakerId' in selection ? selection.speakerId : null;
}

export function secondReadingWriter(
  db: Connection,
  rows: {
    find(id: number): StoredTranscription | undefined;
    update(id: number, change: TranscriptionChange): unknown;
    restore(chunkId: number, before: readonly OldLine[], after: readonly SaidLine[]): boolean;
    flush(): void;
  },
) {
  const sql = {
    lines: db.rows<Pick<OldLine, 'id' | 'engine' | 'language' | 'startSecs' | 'endSecs'>>(
      `SELECT id, engine, language, start_secs AS startSecs, end_secs AS endSecs FROM transcription
       WHERE audio_chunk_id = ? ORDER BY start_secs, id`,
    ),
    keep: db.prepare(
      `INSERT OR REPLACE INTO older_text (audio_chunk_id, reason, replaced_at_ms, lines)
       VALUES (?, ?, ?, ?)`,
    ),
    older: db.values<string>('SELECT lines FROM older_text WHERE audio_chunk_id = ?'),
    drop: db.prepare('DELETE FROM older_text WHERE audio_chunk_id = ?'),
    notWanted: db.prepare('UPDATE transcription SET wanted_language = NULL WHERE id = ?'),
    want: db.values(
      `UPDATE transcription SET wanted_language = :language WHERE id IN (
       SELECT a.id ${MEANT} AND a.language IS NOT :language AND EXISTS (
       SELECT 1 FROM audio_chunk k WHERE k.id = a.audio_chunk_id AND k.file_path <> ''))
       RETURNING audio_chunk_id`,
    ),
    unwant: db.values(
      `UPDATE transcription SET wanted_language = NULL WHERE wanted_language IS NOT NULL
       AND id IN (SELECT a.id ${MEANT}) RETURNING audio_chunk_id`,
    ),
    readAnew: db.prepare(
      `UPDATE audio_segment SET read_by = NULL WHERE error_code = '${LANGUAGE_NOT_UNDERSTOOD}'`,
    ),
    setReadBy: db.prepare('UPDATE audio_segment SET read_by = ? WHERE audio_chunk_id = ?'),
  };

  function linesOf(chunkId: number): OldLine[] {
    return sql.lines.all(chunkId).flatMap((row) => {
      const one = rows.find(row.id);
      if (!one) return [];
      const { atMs, text, speakerId } = one;
      return [{ ...row, atMs, text, speakerId, wasRemoved: false }];
    });
  }

  return {
    /**
     * Other text and languages for lines of a recording. What it said is its older text then. Resolves to what it says: lines that
     * were deleted meanwhile are missing.
     */
    rewriteLines(
      chunkId: number,
      changes: readonly LineChange[],
      reason: SecondReadingReason,
      nowMs: number,
    ): SaidLine[] {
      const before = linesOf(chunkId);
      for (const { id, ...change } of changes) {
        if (before.some((line) => line.id === id)) rows.update(id, change);
        sql.notWanted.run(id);
      }
      rows.flush();
      const after = linesOf(chunkId);
      const isSame = after.every(
        ({ text, language }, i) => text === before[i]?.text && language === before[i]?.language,
      );
      const said = after.map(({ id, text }) => ({ id, text }));
      if (!isSame) sql.keep.run(chunkId, reason, nowMs, JSON.stringify({ before, after: said }));
      return said;
    },
    /** For rows that somebody else has replaced. */
    keepOlderText(
      chunkId: number,
      lines: Pick<OlderText, 'before' | 'after'>,
      reason: SecondReadingReason,
      nowMs: number,
    ): void {
      const isKept = lines.before.length > 0 && lines.after.every(({ id }) => rows.find(id));
      if (isKept) sql.keep.run(chunkId, reason, nowMs, JSON.stringify(lines));
    },
    /** The recording says what it said before it was read again, and is not read again by itself. False when there is no older text. */
    restoreOlderText(chunkId: number): boolean {
      const lines = sql.older.get(chunkId);
      if (lines === undefined) return false;
      const { before, after } = JSON.parse(lines) as Pick<OlderText, 'before' | 'after'>;
      const isRestored = rows.restore(chunkId, before, after);
      sql.drop.run(chunkId);
      if (isRestored) sql.setReadBy.run(KEPT_BY_PERSON, chunkId);
      return isRestored;
    },
    /** Lines in another language wait for their text in this one. Resolves to how many recordings they are in. */
    wantLanguage(
      selection: Exclude<RecordingSelection, { chunkIds: unknown }>,
      language: string,
    ): number {
      if ('everything' in selection) sql.readAnew.run();
      return new Set(sql.want.all({ speakerId: speakerOf(selection), language })).size;
    },
    /** They do not wait any more. */
    unwantLanguage: (selection: Exclude<RecordingSelection, { chunkIds: unknown }>): number =>
      new Set(sql.unwant.all({ speakerId: speakerOf(selection) })).size,
    /** The recording cannot be read again, or is not to be. */
    endWait(lineIds: readonly number[]): void {
      for (const id of lineIds) sql.notWanted.run(id);
    },
    /** These models have read the recording, whatever came of it. */
    setReadBy: (chunkId: number, models: string): void => void sql.setReadBy.run(models, chunkId),
  };
}
