/**
 * "This is Rosa": gives a recording, and what sounds like it, to the speaker of that name, or makes two speakers one, and
 * takes that back. What is needed to take it back is stored with it, so that undoing works after a restart and restores voices, centroids and
 * speakers as they were, not only the rows. Runs in the writer thread.
 */
import { serviceError } from '#core/errors.ts';
import { dot } from '#core/sound/voice-vector.ts';
import type { OldAssignment, Reassignment } from '../audio/audio-records.ts';
import type { Connection } from '../kernel/connection.ts';
import { type StoredVoice, unpackVoice } from './speaker-voices.ts';
import type { SpeakerParts } from './speakers.ts';

/** Cosine of two turns that sound like one voice. */
const ALIKE = 0.45;
/** Of a speaker's voices that must sound alike before the whole speaker follows. */
const MOST = 0.5;
/** Shorter turns sound like anybody. */
const ALIKE_FROM_MS = 1_200;
/** Older ones can no longer be undone as a whole. */
const REASSIGNMENTS_KEPT = 200;

/**
 * `redirects` are the ids that led to it; `isMerged`: a person said that it is another one; `wasHidden`: that it was none;
 * `heirMetadata` is there when the one it was merged with took its name: what was known of that one before.
 */
type DroppedSpeaker = [
  ...[id: number, name: string, metadata: string, redirects: number[]],
  isMerged?: boolean,
  wasHidden?: boolean,
  heirMetadata?: string | null,
];

interface StoredReassignment {
  newSpeakerId: number;
  wasCreated: number;
}

interface Move {
  id: number;
  reassignmentId: number;
  embeddingId: number | null;
  oldSpeakerId: number | null;
  wasPinned: number;
}

export function reassignmentWriter(db: Connection, parts: SpeakerParts) {
  const { transcriptions, voices, moves } = parts;
  const sql = reassignmentSql(db);
  const { under, propagate } = assignments(parts, sql);
  const { undoOne, completeUndo } = undoing(sql, moves, voices);

  return {
    /** Rejects with AUDIO_CHUNK_NOT_FOUND, also when nothing was said in it. */
    reassignSpeaker(request: { chunkId: number; name: string; propagate: boolean }): Reassignment {
      const { chunkId, name } = request;
      const rows = sql.rowsOfChunk.all(chunkId);
      if (rows.length === 0) throw serviceError('AUDIO_CHUNK_NOT_FOUND', { chunkId });
      const known = sql.byName.get(name);
      const to = known ?? moves.create(name);
      const created = Number(known === undefined);
      const work = under(Number(sql.start.run(to, created).lastInsertRowid), to);
      for (const id of rows) work.moveRow(id, true);
      const heard = rows.flatMap((id) => voices.findOf(id) ?? []);
      const [reference] = heard.sort((a, b) => b.durationMs - a.durationMs);
      if (request.propagate && reference) propagate(reference, to, work);
      const { old, embeddingsMoved } = work.finish();
      sql.prune.run(REASSIGNMENTS_KEPT);
      moves.touch();
      return {
        newSpeakerId: to,
        newSpeakerName: name,
        transcriptionsUpdated: old.length,
        embeddingsMoved,
        oldAssignments: old,
      };
    },
    /** Both have to be there. The name of the one that goes stays when the other has none. Answers who said what before. */
    mergeSpeakers(keepId: number, mergeId: number): OldAssignment[] {
      if (keepId === mergeId) throw serviceError('SAME_SPEAKER', { speakerId: keepId });
      const keep = moves.get(keepId);
      const merged = moves.get(mergeId);
      const work = under(Number(sql.start.run(keepId, 0).lastInsertRowid), keepId);
      // Pinned, so that the clusterer does not separate them again.
      work.pinOwnVoices();
      work.moveSpeaker(mergeId, true);
      const isHeir = keep.name === '';
      const { old } = work.finish(mergeId, isHeir ? keep.metadata : null);
      if (isHeir) sql.name.run(merged.name, keep.metadata || merged.metadata, keepId);
      sql.prune.run(REASSIGNMENTS_KEPT);
      moves.touch();
      return old;
    },
    /** How many of them are as they were; those that were deleted meanwhile are not counted. */
    undoReassign(assignments: readonly OldAssignment[]): number {
      const undone = new Set<number>();
      let restored = 0;
      for (const assignment of assignments) {
        if (!transcriptions.find(assignment.transcriptionId)) continue;
        const move = undoOne(assignment);
        if (move) undone.add(move.reassignmentId);
        restored += 1;
      }
      for (const id of undone) completeUndo(id);
      moves.touch();
      return restored;
    },
  };
}

/** Takes a reassignment back, and restores speakers that it dissolved. */
function undoing(
  sql: ReturnType<typeof reassignmentSql>,
  moves: SpeakerParts['moves'],
  voices: SpeakerParts['voices'],
) {
  /** As it was dropped; one that was merged only when that is what is undone. */
  function findDropped(id: number, undoing: number | undefined): DroppedSpeaker | undefined {
    for (const [reassignmentId, list] of sql.droppedLists.all()) {
      const dropped = (JSON.parse(list) as DroppedSpeaker[]).find(
        ([droppedId]) => droppedId === id,
      );
      const isMerged = dropped?.[4] === true;
      if (dropped && (!isMerged || reassignmentId === undoing)) return dropped;
    }
    return undefined;
  }

  function ensureSpeaker(id: number, undoing: number | undefined): number {
    if (sql.hasSpeaker.get(id) !== undefined) return id;
    const dropped = findDropped(id, undoing);
    const redirected = sql.redirectOf.get(id);
    // Merged with somebody since: that is where its voice is.
    if (!dropped && redirected !== undefined) return redirected;
    // Only what has been: ids to come must not be taken.
    if (!dropped && id > (sql.lastSpeakerId.get() as number))
      throw serviceError('SPEAKER_NOT_FOUND', { speakerId: id });
    sql.removeRedirect.run(id);
    const [, name = '', metadata = '', redirects = [], , wasHidden = false] = dropped ?? [];
    sql.restoreSpeaker.run(id, name, metadata, Number(wasHidden));
    for (const oldId of redirects) sql.redirect.run(oldId, id);
    if (dropped && undoing !== undefined) takeNameBack(dropped, undoing);
    return id;
  }

  /** The heir has no name again, unless a person has given it another one since. */
  function takeNameBack(dropped: DroppedSpeaker, undoing: number): void {
    const [, name, metadata, , isMerged, , heirMetadata = null] = dropped;
    const { newSpeakerId } = sql.reassignment.get(undoing) as StoredReassignment;
    if (!isMerged || heirMetadata === null || sql.hasSpeaker.get(newSpeakerId) === undefined)
      return;
    const heir = moves.get(newSpeakerId);
    if (heir.name !== name) return;
    const isAsMerged = heir.metadata === (heirMetadata || metadata);
    sql.name.run('', isAsMerged ? heirMetadata : heir.metadata, newSpeakerId);
  }

  function undoOne({ transcriptionId, oldSpeakerId }: OldAssignment): Move | undefined {
    const move = sql.lastMove.get(transcriptionId, oldSpeakerId);
    moves.move(transcriptionId, ownerOf(oldSpeakerId, move?.reassignmentId));
    const voice = voices.findOf(transcriptionId);
    if (voice) voices.setPinned(voice.id, move?.wasPinned === 1);
    if (move) sql.removeMove.run(move.id);
    return move;
  }

  function ownerOf(oldSpeakerId: number | null, undoing: number | undefined): number | null {
    return oldSpeakerId === null ? null : ensureSpeaker(oldSpeakerId, undoing);
  }

  function undoVoice(move: Move, newSpeakerId: number): void {
    const voice = voices.find(move.embeddingId ?? 0);
    if (!voice) return;
    const isMoved = move.oldSpeakerId !== newSpeakerId;
    if (isMoved) voices.move([voice], ownerOf(move.oldSpeakerId, move.reassignmentId));
    // A voice that was only pinned may have been reassigned since: then a person's later decision stays.
    else if (voice.speakerId !== newSpeakerId) return;
    voices.setPinned(voice.id, move.wasPinned === 1);
  }

  /** When all of its rows are back: what had no row, what was only pinned, and the speaker it made. */
  function completeUndo(reassignmentId: number): void {
    if (sql.hasRowMoves.get(reassignmentId) !== undefined) return;
    const { newSpeakerId, wasCreated } = sql.reassignment.get(reassignmentId) as StoredReassignment;
    for (const move of sql.voiceMoves.all(reassignmentId)) {
      undoVoice({ ...move, reassignmentId }, newSpeakerId);
    }
    sql.removeReassignment.run(reassignmentId);
    if (wasCreated === 1 && moves.isEmpty(newSpeakerId)) sql.removeSpeaker.run(newSpeakerId);
  }

  return { undoOne, completeUndo };
}

/** Moves what was said, and the voices in it, to another speaker. */
function assignments(parts: SpeakerParts, sql: ReturnType<typeof reassignmentSql>) {
  const { voices, transcriptions, moves } = parts;
  /** One reassignment under way: moves, and writes down what it moves. */
  function under(reassignmentId: number, to: number) {
    const old: OldAssignment[] = [];
    const left = new Set<number>();
    let embeddingsMoved = 0;
    const log = (transcriptionId: number | null, from: number | null, voice?: StoredVoice) => {
      const columns = [voice?.id ?? null, from, voice?.isPinned ?? 0];
      sql.logMove.run(reassignmentId, transcriptionId, ...columns);
      if (voice) embeddingsMoved += 1;
      if (from !== null) left.add(from);
    };
    return {
      moveRow(transcriptionId: number, isPinned: boolean): void {
        const voice = voices.findOf(transcriptionId);
        const from = transcriptions.find(transcriptionId)?.speakerId ?? null;
        const isMoved = from !== to;
        const isNewlyPinned = isPinned && voice !== undefined && voice.isPinned === 0;
        if (!isMoved && !isNewlyPinned) return;
        log(transcriptionId, from, voice);
        if (voice && isPinned) voices.setPinned(voice.id, true);
        moves.move(transcriptionId, to);
        old.push({ transcriptionId, oldSpeakerId: from });
      },
      moveSpeaker(from: number, isPinned: boolean): void {
        for (const id of moves.listRows(from)) this.moveRow(id, isPinned);
        // Voices whose words were deleted.
        const others = voices.ofSpeaker(from);
        for (const voice of others) {
          log(null, from, voice);
          if (isPinned) voices.setPinned(voice.id, true);
        }
        voices.move(others, to);
      },
      /** The clusterer separates the smaller of two voices, which may be the one that the speaker had before. */
      pinOwnVoices(): void {
        for (const { id, isPinned } of voices.ofSpeaker(to)) {
          if (isPinned === 1) continue;
          sql.logMove.run(reassignmentId, null, id, to, isPinned);
          voices.setPinned(id, true);
        }
      },
      /** Speakers that have nothing left go, `merged` also when it has a name, and can come back. */
      finish(merged?: number, heirMetadata: string | null = null) {
        if (merged !== undefined) left.add(merged);
        const dropped: DroppedSpeaker[] = [];
        const drop = (id: number) =>
          id === merged ? sql.removeSpeaker.run(id) : moves.dropIfEmpty(id);
        for (const id of left) {
          const { name, metadata, hallucination } = moves.get(id);
          const redirects = sql.redirectsTo.all(id);
          if (!drop(id)) continue;
          const marks = [id === merged, hallucination === 1] as const;
          dropped.push([id, name, metadata, redirects, ...marks, heirMetadata]);
          for (const oldId of [id, ...redirects]) sql.redirect.run(oldId, to);
        }
        sql.setDropped.run(JSON.stringify(dropped), reassignmentId);
        return { old, embeddingsMoved };
      },
    };
  }

  function propagate(reference: StoredVoice, to: number, work: ReturnType<typeof under>): void {
    const sound = unpackVoice(reference.embedding);
    const isAlike = ({ embedding }: StoredVoice) => dot(sound, unpackVoice(embedding)) >= ALIKE;
    for (const id of sql.unnamed.all(to)) {
      const theirs = voices.ofSpeaker(id);
      if (theirs.filter(isAlike).length > theirs.length * MOST) work.moveSpeaker(id, false);
    }
    for (const voice of voices.ofNobody()) {
      if (voice.transcriptionId === null || voice.durationMs < ALIKE_FROM_MS) continue;
      if (isAlike(voice)) work.moveRow(voice.transcriptionId, false);
    }
  }

  return { under, propagate };
}

function reassignmentSql(db: Connection) {
  return {
    rowsOfChunk: db.values<number>(
      'SELECT id FROM transcription WHERE audio_chunk_id = ? ORDER BY id',
    ),
    byName: db.values<number>(
      `SELECT id FROM speakers WHERE name = ? AND hallucination = 0 ORDER BY embedding_count DESC, id LIMIT 1`,
    ),
    unnamed: db.values<number>(
      "SELECT id FROM speakers WHERE name = '' AND hallucination = 0 AND id <> ? ORDER BY id",
    ),
    start: db.prepare(
      "INSERT INTO speaker_reassignment (new_speaker_id, was_created, dropped_speakers) VALUES (?, ?, '[]')",
    ),
    setDropped: db.prepare('UPDATE speaker_reassignment SET dropped_speakers = ? WHERE id = ?'),
    logMove: db.prepare(
      `INSERT INTO speaker_reassignment_move (reassignment_id, transcription_id, embedding_id, old_speaker_id, was_pinned)
       VALUES (?, ?, ?, ?, ?)`,
    ),
    prune: db.prepare(
      'DELETE FROM speaker_reassignment WHERE id <= (SELECT max(id) FROM speaker_reassignment) - ?',
    ),
    lastMove: db.rows<Move>(
      `SELECT id, reassignment_id AS reassignmentId, embedding_id AS embeddingId, old_speaker_id AS oldSpeakerId,
       was_pinned AS wasPinned FROM speaker_reassignment_move
       WHERE transcription_id = ? AND old_speaker_id IS ? ORDER BY id DESC LIMIT 1`,
    ),
    removeMove: db.prepare('DELETE FROM speaker_reassignment_move WHERE id = ?'),
    hasRowMoves: db.values(
      `SELECT 1 FROM speaker_reassignment_move WHERE reassignment_id = ? AND transcription_id IS NOT NULL LIMIT 1`,
    ),
    voiceMoves: db.rows<Omit<Move, 'reassignmentId'>>(
      `SELECT id, embedding_id AS embeddingId, old_speaker_id AS oldSpeakerId, was_pinned AS wasPinned
       FROM speaker_reassignment_move WHERE reassignment_id = ? AND transcription_id IS NULL`,
    ),
    reassignment: db.rows<StoredReassignment>(
      `SELECT new_speaker_id AS newSpeakerId, was_created AS wasCreated
       FROM speaker_reassignment WHERE id = ?`,
    ),
    removeReassignment: db.prepare('DELETE FROM speaker_reassignment WHERE id = ?'),
    droppedLists: db.tuples<[number, string]>(
      'SELECT id, dropped_speakers FROM speaker_reassignment ORDER BY id DESC',
    ),
    hasSpeaker: db.values('SELECT 1 FROM speakers WHERE id = ?'),
    lastSpeakerId: db.values<number>(
      "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'speakers'",
    ),
    redirectOf: db.values<number>('SELECT speaker_id FROM speaker_redirect WHERE id = ?'),
    redirectsTo: db.values<number>('SELECT id FROM speaker_redirect WHERE speaker_id = ?'),
    redirect: db.prepare('INSERT OR REPLACE INTO speaker_redirect (id, speaker_id) VALUES (?, ?)'),
    removeRedirect: db.prepare('DELETE FROM speaker_redirect WHERE id = ?'),
    restoreSpeaker: db.prepare(
      'INSERT INTO speakers (id, name, metadata, hallucination) VALUES (?, ?, ?, ?)',
    ),
    removeSpeaker: db.prepare('DELETE FROM speakers WHERE id = ?'),
    name: db.prepare('UPDATE speakers SET name = ?, metadata = ? WHERE id = ?'),
  };
}
