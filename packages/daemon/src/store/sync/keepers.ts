/**
 * Keepers: devices that hold everything of all devices. Knows which there are, which files of this device they have confirmed, and
 * confirms files of others where this device is a keeper itself. Runs in the writer thread; retention uses the conditions, too.
 */
import type { Connection } from '../kernel/connection.ts';
import type { HeldRecord, MediaTarget, RoleRecord, SyncRole } from './records.ts';

/** Those that still have something where devices meet; as SQL. */
const KEEPERS = `SELECT k.machine_id FROM sync_keeper k LEFT JOIN sync_cursor u ON u.machine_id = k.machine_id
  WHERE coalesce(u.is_left, 0) = 0`;

/** `stream` is an SQL expression. */
const isHeld = (stream: string) => `EXISTS (SELECT 1 FROM sync_held h WHERE h.stream = ${stream}
  AND (h.machine_id = '' OR h.machine_id IN (${KEEPERS})))`;

const PICTURE = `((f.snapshot_path IS NOT NULL AND NOT ${isHeld("'j-' || f.sync_id")}
    AND EXISTS (SELECT 1 FROM document od JOIN context oc ON oc.id = od.context_id WHERE od.key = f.key AND oc.machine_id = ''))
  OR EXISTS (SELECT 1 FROM video_chunk ov WHERE ov.id = f.video_chunk_id AND ov.machine_id IS NULL AND NOT ${isHeld('ov.sync_id')}))`;
// Other devices do not hear of a recording without words, nor of a file outside of the data folder.
const SOUND = `(k.machine_id IS NULL AND k.file_path LIKE 'data/%' AND NOT ${isHeld("'s-' || k.sync_id")}
  AND EXISTS (SELECT 1 FROM transcription ot WHERE ot.audio_chunk_id = k.id))`;

/** What of this device no keeper has yet, as SQL conditions: pictures of frames `f`, sound of recordings `k`, rows that were not sent. */
export const NOT_HELD = {
  picture: PICTURE,
  sound: SOUND,
  frame: `(f.synced_at IS NULL OR ${PICTURE})`,
  said: `(a.synced_at IS NULL OR EXISTS (SELECT 1 FROM audio_chunk k WHERE k.id = a.audio_chunk_id AND ${SOUND}))`,
};

export function keeperReader(db: Connection) {
  const sql = {
    keepers: db.prepare(KEEPERS).pluck(),
    frame: db.prepare(
      `SELECT 1 FROM frame f JOIN document d ON d.key = f.key JOIN context c ON c.id = d.context_id
       WHERE f.id = ? AND (f.picture_gone = 'keeper' OR (f.picture_gone = 'retention' AND c.machine_id <> ''))`,
    ),
    audio_chunk: db.prepare(
      `SELECT 1 FROM audio_chunk k WHERE k.id = ? AND k.file_path = '' AND ${isHeld("'s-' || k.sync_id")}
       AND NOT EXISTS (SELECT 1 FROM sync_gone g WHERE g.sync_id = 's-' || k.sync_id)`,
    ),
  };
  const listKeepers = () => sql.keepers.all() as string[];
  return {
    listKeepers,
    /** Whether a keeper may have what went from here because of its age. */
    canReturn: ({ of, id }: MediaTarget): boolean =>
      sql[of].get(id) !== undefined && listKeepers().length > 0,
  };
}

export function keeperWriter(db: Connection) {
  const sql = {
    role: db.prepare("SELECT value FROM meta WHERE name = 'sync_role'").pluck(),
    setRole: db.prepare("UPDATE meta SET value = ? WHERE name = 'sync_role'"),
    addKeeper: db.prepare('INSERT OR IGNORE INTO sync_keeper (machine_id) VALUES (?)'),
    dropKeeper: db.prepare('DELETE FROM sync_keeper WHERE machine_id = ?'),
    dropHeld: db.prepare('DELETE FROM sync_held WHERE machine_id = ?'),
    addFile: db.prepare(
      'INSERT OR REPLACE INTO sync_file (stream, entity, row_id, is_sent) VALUES (?, ?, ?, 1)',
    ),
    addHeld: db.prepare(
      'INSERT OR IGNORE INTO sync_held (stream, machine_id) SELECT stream, ? FROM sync_file WHERE stream = ? AND is_over = 0',
    ),
    isHeld: db.prepare(`SELECT ${isHeld('?')}`).pluck(),
    hasPicture: db.prepare(
      `SELECT 1 FROM frame f JOIN document d ON d.key = f.key JOIN context c ON c.id = d.context_id
       WHERE f.id = ? AND c.machine_id = '' AND NOT ${PICTURE}`,
    ),
    isMissing: db.prepare(
      `SELECT 1 FROM sync_picture p JOIN frame f ON f.id = p.frame_id WHERE p.stream = :stream AND f.picture_gone IS NULL
       UNION ALL SELECT 1 FROM sync_sound WHERE stream = :stream`,
    ),
    say: db.prepare(
      `INSERT OR IGNORE INTO sync_change (entity, row_id, field, detail, clock) VALUES ('keeper', 0, 'say', ?, 0)`,
    ),
  };
  const say = (record: RoleRecord | HeldRecord) => sql.say.run(JSON.stringify(record));
  const isKeeper = () => sql.role.get() === 'keeper';

  return {
    isKeeper,
    /** Whether a keeper has this file of ours. */
    isHeld: (stream: string) => sql.isHeld.get(stream) === 1,
    /** Whether a keeper has the picture of this frame of ours. */
    hasPicture: (frameId: number) => sql.hasPicture.get(frameId) !== undefined,
    /** No keeper can get this file. */
    setLost: (stream: string) => void sql.addHeld.run('', stream),
    /** Another device has sent a file of this one back: it goes again as one that was sent and is held. */
    cameBack(stream: string, entity: 'frame' | 'audio_chunk', rowId: number): void {
      sql.addFile.run(stream, entity, rowId);
      sql.addHeld.run('', stream);
    },
    applyRole({ role, id }: RoleRecord, machineId: string): void {
      if (role === 'keeper') sql.addKeeper.run(machineId);
      else for (const statement of [sql.dropKeeper, sql.dropHeld]) statement.run(id);
    },
    applyHeld: ({ id }: HeldRecord, machineId: string) => void sql.addHeld.run(machineId, id),
    /** A keeper confirms a file that another device has sent, when nothing of it is missing here. */
    confirm(stream: string): void {
      const isComplete = isKeeper() && sql.isMissing.get({ stream }) === undefined;
      if (isComplete) say({ kind: 'held', id: stream });
    },
    /**
     * This device has a new name: what it confirmed under the one before may be more than it has, for it may have been set back. In
     * another account nobody knows of it.
     */
    renamed(nameBefore: string, isNewAccount: boolean): void {
      const wasKeeper = isKeeper();
      sql.setRole.run('device');
      if (wasKeeper && !isNewAccount) say({ kind: 'role', id: nameBefore, role: 'device' });
    },
    calls: {
      /** Reports the role of this device to the others, once. */
      setRole(role: SyncRole, machineId: string): void {
        if (sql.role.get() === role) return;
        sql.setRole.run(role);
        say({ kind: 'role', id: machineId, role });
      },
    },
  };
}
