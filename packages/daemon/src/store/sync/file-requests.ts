/**
 * Requests of other devices for pictures and sound. Any device that has the file may answer, one of them does: a keeper at once, the
 * device that made it when no keeper has confirmed it, and everybody else when nobody has answered for a while. Runs in the writer thread.
 */
import type { Connection } from '../kernel/connection.ts';
import type { keeperWriter } from './keepers.ts';
import type { WishRecord } from './records.ts';
import type { syncIds } from './sync-ids.ts';

const KEEPER_FIRST_MS = 60_000;
const OTHERS_AFTER_MS = 120_000;
/** The clocks of two devices differ; whoever still waits asks again. */
const FRESH_MS = { keeper: 24 * 3_600_000, device: 10 * 60_000 };

interface AskedRow {
  isOwn: number;
  /** The file in which it is here; null: in none, or in one that has no name yet. */
  stream: string | null;
  isHere: number;
}

export function fileRequests(
  db: Connection,
  ids: ReturnType<typeof syncIds>,
  keepers: Pick<ReturnType<typeof keeperWriter>, 'isKeeper' | 'isHeld'>,
) {
  const sql = {
    frame: {
      asked: db.rows<AskedRow>(
        `SELECT c.machine_id = '' AS isOwn, f.snapshot_path IS NOT NULL OR f.video_chunk_id IS NOT NULL AS isHere,
           iif(f.snapshot_path IS NULL, v.sync_id, 'j-' || f.sync_id) AS stream
         FROM frame f JOIN document d ON d.key = f.key JOIN context c ON c.id = d.context_id
         LEFT JOIN video_chunk v ON v.id = f.video_chunk_id WHERE f.id = ?`,
      ),
      want: db.prepare('INSERT OR IGNORE INTO sync_wanted (frame_id, after_ms) VALUES (?, ?)'),
      unwant: db.prepare('DELETE FROM sync_wanted WHERE frame_id = ?'),
    },
    audio_chunk: {
      asked: db.rows<AskedRow>(
        `SELECT machine_id IS NULL AS isOwn, file_path <> '' AS isHere, 's-' || sync_id AS stream FROM audio_chunk WHERE id = ?`,
      ),
      want: db.prepare(
        'INSERT OR IGNORE INTO sync_wanted_sound (audio_chunk_id, after_ms) VALUES (?, ?)',
      ),
      unwant: db.prepare('DELETE FROM sync_wanted_sound WHERE audio_chunk_id = ?'),
    },
  };

  /** When this device answers; undefined: it does not. */
  function answerAtMs({ isOwn, stream, isHere }: AskedRow, askedMs: number, nowMs: number) {
    if (isOwn === 1) {
      return stream !== null && keepers.isHeld(stream) ? nowMs + KEEPER_FIRST_MS : nowMs;
    }
    const isKeeper = keepers.isKeeper();
    const isFresh = nowMs - askedMs < FRESH_MS[isKeeper ? 'keeper' : 'device'];
    if (isHere === 0 || !isFresh) return undefined;
    return isKeeper ? nowMs : nowMs + OTHERS_AFTER_MS;
  }

  return {
    /** Another device wants to see or hear something. */
    applyWish({ id, atMs = 0, ...wish }: WishRecord, nowMs: number): void {
      const of = wish.of ?? 'frame';
      const row = ids.findRow(of, id);
      const asked = row === undefined ? undefined : sql[of].asked.get(row);
      const afterMs = asked && answerAtMs(asked, atMs, nowMs);
      if (afterMs !== undefined) sql[of].want.run(row, afterMs);
    },
    /** Somebody has answered. */
    answered: (of: 'frame' | 'audio_chunk', row: number) => void sql[of].unwant.run(row),
  };
}
