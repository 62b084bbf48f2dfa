/**
 * Keepers: devices that hold everything of all devices. Knows which there are, which files of this device they have confirmed, and
 * confirms files of others where this device is a keeper itself. Runs in the writer thread; retention uses the conditions, too.
 */
import type { Connection } from '../kernel/connection.ts';
import type { HeldRecord, MediaTarget, RoleRecord, SyncRole } from './records.ts';

/** A device that has something where devices meet. */
export interface SeenDevice {
  machineId: string;
  segments: number;
  /** 0: not known. */
  lastSeenAtMs: number;
}

interface KeeperRow {
  machineId: string;
  seenAtMs: number;
  isSaid: number;
  read: number;
  missedAtMs: number | null;
}

/** One that has not been there for so long may have lost what it held. */
const AWAY_MS = 7 * 24 * 3_600_000;
/** Its last time there is noted as exactly as this. */
const SEEN_EXACT_MS = 3_600_000;

const KEEPERS = 'SELECT machine_id FROM sync_keeper';
/** Those whose word counts; as SQL. */
const PRESENT = `${KEEPERS} WHERE seen_at_ms > sync_now_ms() - ${AWAY_MS}`;

/** `stream` is an SQL expression. An empty `machine_id`: the file is lost, no keeper can get it. */
const isHeldBy = (keepers: string, stream: string) =>
  `EXISTS (SELECT 1 FROM sync_held h WHERE h.stream = ${stream}
  AND (h.machine_id = '' OR h.machine_id IN (${keepers})))`;
const isHeld = (stream: string) => isHeldBy(PRESENT, stream);
const IS_OWN = `EXISTS (SELECT 1 FROM document od JOIN context oc ON oc.id = od.context_id WHERE od.key = f.key AND oc.machine_id = '')`;

// A video of this device that came back has the name of the device that sent it.
const PICTURE = `((f.snapshot_path IS NOT NULL AND NOT ${isHeld("'j-' || f.sync_id")} AND ${IS_OWN})
  OR EXISTS (SELECT 1 FROM video_chunk ov WHERE ov.id = f.video_chunk_id AND NOT ${isHeld('ov.sync_id')}
    AND (ov.machine_id IS NULL OR (ov.machine_id NOT IN (${PRESENT}) AND ${IS_OWN}))))`;
// Other devices do not hear of a recording without words, nor of a file outside of the data folder. One that was not read yet, or could
// not be, may have words.
const SOUND = `(k.machine_id IS NULL AND k.file_path LIKE 'data/%' AND NOT ${isHeld("'s-' || k.sync_id")}
  AND (EXISTS (SELECT 1 FROM transcription ot WHERE ot.audio_chunk_id = k.id)
    OR EXISTS (SELECT 1 FROM audio_segment os WHERE os.audio_chunk_id = k.id AND os.state <> 'done')))`;

/** What of this device no keeper has yet, as SQL conditions: pictures of frames `f`, sound of recordings `k`, rows that were not sent. */
export const NOT_HELD = {
  picture: PICTURE,
  sound: SOUND,
  frame: `(f.synced_at IS NULL OR ${PICTURE})`,
  said: `(a.synced_at IS NULL OR EXISTS (SELECT 1 FROM audio_chunk k WHERE k.id = a.audio_chunk_id AND ${SOUND}))`,
};

/** The sound of recordings `k` that went from here and that a keeper may have, while deletions can still be sent to it. */
export const SOUND_AT_KEEPER = `(EXISTS (SELECT 1 FROM sync_held h WHERE h.stream = 's-' || k.sync_id)
  AND NOT EXISTS (SELECT 1 FROM sync_gone g WHERE g.sync_id = 's-' || k.sync_id)
  AND (SELECT value FROM meta WHERE name = 'sync_on') = '1')`;

export function keeperReader(db: Connection) {
  const sql = {
    keepers: db.values<string>(KEEPERS),
    isRead: db.values(
      `SELECT a.value IN ('', r.value) FROM meta a JOIN meta r ON r.name = 'sync_read_account'
         WHERE a.name = 'sync_account'`,
    ),
    frame: db.prepare(
      `SELECT 1 FROM frame f JOIN document d ON d.key = f.key JOIN context c ON c.id = d.context_id
       WHERE f.id = ? AND (f.picture_gone = 'keeper' OR (f.picture_gone = 'retention' AND c.machine_id <> ''))`,
    ),
    audio_chunk: db.prepare(
      `SELECT 1 FROM audio_chunk k WHERE k.id = ? AND k.file_path = '' AND ${isHeldBy(KEEPERS, "'s-' || k.sync_id")}
       AND NOT EXISTS (SELECT 1 FROM sync_gone g WHERE g.sync_id = 's-' || k.sync_id)`,
    ),
  };
  const listKeepers = () => sql.keepers.all();
  return {
    listKeepers,
    /** Whether nothing may go before a keeper holds it: there is one, or the logs of the account were never read to their end. Without an account there is no group. */
    awaitsKeeper: () => listKeepers().length > 0 || sql.isRead.get() !== 1,
    /** Whether a keeper may have what went from here because of its age. */
    canReturn: ({ of, id }: MediaTarget): boolean =>
      sql[of].get(id) !== undefined && listKeepers().length > 0,
  };
}

export function keeperWriter(db: Connection) {
  const sql = keeperSql(db);
  const say = (record: RoleRecord | HeldRecord) => sql.say.run(JSON.stringify(record));
  const isKeeper = () => sql.role.get() === 'keeper';
  const isKeeperNow = (machineId: string) => sql.isKeeper.get(machineId) !== undefined;

  /** What this device has confirmed counts no more; what came back from it is sent again. */
  function forgetReceipts(machineId: string): void {
    for (const statement of [sql.sendAgain, sql.adoptVideos, sql.dropHeld]) {
      statement.run(machineId);
    }
  }

  /** A keeper has lost the picture or sound of this row. Where its file is still here it is offered again. */
  function takeBack(id: string, machineId: string): void {
    for (const stream of sql.streamsOf.all({ id })) {
      sql.dropReceipt.run(stream, machineId);
      sql.offerAgain.run(stream);
    }
  }

  function withdraw(machineId: string): void {
    forgetReceipts(machineId);
    sql.dropKeeper.run(machineId);
  }

  function seen(keeper: KeeperRow, { lastSeenAtMs, segments }: SeenDevice, nowMs: number): void {
    const { machineId, seenAtMs, isSaid, read, missedAtMs } = keeper;
    const atMs = lastSeenAtMs || nowMs;
    if (missedAtMs !== null) sql.setMissed.run(null, machineId);
    if (Math.abs(atMs - seenAtMs) > SEEN_EXACT_MS) sql.setSeen.run(atMs, machineId);
    if (isSaid === 0 && read >= segments) withdraw(machineId);
  }

  /** Counts from the first round without it: before that this device may have been away. A log that returns is read from the start. */
  function missed({ machineId, missedAtMs }: KeeperRow, nowMs: number): void {
    if (missedAtMs === null) sql.setMissed.run(nowMs, machineId);
    else if (nowMs - missedAtMs > AWAY_MS) {
      withdraw(machineId);
      sql.dropCursor.run(machineId);
    }
  }

  return {
    isKeeper,
    /** Whether a keeper has this file of ours. */
    isHeld: (stream: string) => sql.isHeld.get(stream) === 1,
    /** Whether a keeper has the picture of this frame of ours. */
    hasPicture: (frameId: number) => sql.hasPicture.get(frameId) !== undefined,
    /** No keeper can get this file. */
    setLost: (stream: string) => void sql.addHeld.run('', stream),
    /** Another device has sent a file of this one back. When that is a keeper, it goes again as one that was sent and is held. */
    cameBack(
      stream: string,
      { entity, rowId, from }: { entity: 'frame' | 'audio_chunk'; rowId: number; from: string },
    ): void {
      const isHeldThere = Number(isKeeperNow(from));
      sql.addFile.run(stream, entity, rowId, isHeldThere, isHeldThere);
      if (isHeldThere === 1) sql.addHeld.run(from, stream);
    },
    isKeeperNow,
    applyRole(
      { role, id }: RoleRecord,
      { machineId, nowMs }: { machineId: string; nowMs: number },
    ): void {
      if (role === 'keeper') {
        sql.addKeeper.run(machineId, nowMs);
        sql.allSnapshots.run();
      } else withdraw(id);
    },
    withdraw,
    /** Its log is another one than that which was read: it may be another machine under the same name. */
    replaced(machineId: string): void {
      forgetReceipts(machineId);
      sql.doubt.run(machineId);
    },
    /** This device leaves its account. Its keepers may follow, so they are still waited for, but have confirmed nothing. */
    accountLeft(): void {
      for (const { machineId } of sql.keepers.all()) forgetReceipts(machineId);
      sql.doubtAll.run();
    },
    applyHeld({ id, isOver }: HeldRecord, machineId: string): void {
      if (isOver) takeBack(id, machineId);
      else {
        sql.addHeld.run(machineId, id);
        sql.addHeldSound.run({ machineId, stream: id });
      }
    },
    /** A keeper confirms a file that another device has sent. */
    confirm(stream: string): void {
      if (isKeeper()) say({ kind: 'held', id: stream });
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
      /**
       * Who is where devices meet. A keeper that is not is waited for, unless it has been missing for long; one that was set up again and
       * does not say that it is one, is none.
       */
      keepersSeen(there: readonly SeenDevice[], nowMs: number): void {
        for (const keeper of sql.keepers.all()) {
          const found = there.find((one) => one.machineId === keeper.machineId);
          if (found) seen(keeper, found, nowMs);
          else missed(keeper, nowMs);
        }
        if (sql.isUnread.get(JSON.stringify(there)) === undefined) sql.setRead.run();
      },
      /** This keeper has lost the pictures or sound of these rows of other devices, named by `sync_id`. */
      takeBackReceipts(names: readonly string[]): void {
        for (const id of names) say({ kind: 'held', id, isOver: true });
      },
      /** Reports the role of this device to the others, once. */
      setRole(role: SyncRole, machineId: string): void {
        if (sql.role.get() === role) return;
        sql.setRole.run(role);
        // One that was not sent yet is not true any more, and would keep this one from being noted.
        sql.dropRole.run(machineId);
        say({ kind: 'role', id: machineId, role });
        if (role === 'keeper') for (const statement of sql.claim) statement.run();
      },
    },
  };
}

function keeperSql(db: Connection) {
  return {
    role: db.values("SELECT value FROM meta WHERE name = 'sync_role'"),
    setRole: db.prepare("UPDATE meta SET value = ? WHERE name = 'sync_role'"),
    addKeeper: db.prepare(
      `INSERT INTO sync_keeper (machine_id, seen_at_ms) VALUES (?, ?) ON CONFLICT (machine_id) DO UPDATE SET is_said = 1`,
    ),
    doubt: db.prepare('UPDATE sync_keeper SET is_said = 0 WHERE machine_id = ?'),
    keepers: db.rows<KeeperRow>(
      `SELECT k.machine_id AS machineId, k.seen_at_ms AS seenAtMs, k.is_said AS isSaid, k.missed_at_ms AS missedAtMs,
       coalesce(u.next_sequence, 0) AS read
       FROM sync_keeper k LEFT JOIN sync_cursor u ON u.machine_id = k.machine_id`,
    ),
    isUnread: db.prepare(
      `SELECT 1 FROM json_each(?) j LEFT JOIN sync_cursor u ON u.machine_id = j.value ->> 'machineId'
       WHERE coalesce(u.next_sequence, 0) < j.value ->> 'segments'
       AND j.value ->> 'machineId' <> (SELECT value FROM meta WHERE name = 'sync_machine')`,
    ),
    setRead: db.prepare(
      `UPDATE meta SET value = a.value FROM (SELECT value FROM meta WHERE name = 'sync_account') a
       WHERE name = 'sync_read_account' AND meta.value <> a.value`,
    ),
    isKeeper: db.prepare(`SELECT 1 FROM sync_keeper WHERE machine_id = ?`),
    // As if it was there now, so that it is waited for.
    doubtAll: db.prepare(
      'UPDATE sync_keeper SET is_said = 0, seen_at_ms = sync_now_ms(), missed_at_ms = NULL',
    ),
    // Of frames that were passed while they were in a video and are images again, nothing else sends them.
    allSnapshots: db.prepare("UPDATE meta SET value = '0' WHERE name = 'sync_snapshots'"),
    streamsOf: db.values<string>(
      `SELECT stream FROM sync_file WHERE is_over = 0 AND stream IN ('j-' || :id, 's-' || :id,
         (SELECT v.sync_id FROM frame f JOIN video_chunk v ON v.id = f.video_chunk_id WHERE f.sync_id = :id))`,
    ),
    dropReceipt: db.prepare('DELETE FROM sync_held WHERE stream = ? AND machine_id = ?'),
    offerAgain: db.prepare('UPDATE sync_file SET is_sent = 0, is_back = 0 WHERE stream = ?'),
    setMissed: db.prepare('UPDATE sync_keeper SET missed_at_ms = ? WHERE machine_id = ?'),
    dropCursor: db.prepare('DELETE FROM sync_cursor WHERE machine_id = ?'),
    setSeen: db.prepare('UPDATE sync_keeper SET seen_at_ms = ? WHERE machine_id = ?'),
    sendAgain: db.prepare(
      `UPDATE sync_file SET is_sent = 0, is_back = 0 WHERE is_back = 1 AND is_over = 0
       AND stream IN (SELECT stream FROM sync_held WHERE machine_id = ?)`,
    ),
    adoptVideos: db.prepare(
      `UPDATE video_chunk SET machine_id = NULL, synced_at = NULL WHERE machine_id = ?
       AND EXISTS (SELECT 1 FROM frame f WHERE f.video_chunk_id = video_chunk.id AND ${IS_OWN})`,
    ),
    dropKeeper: db.prepare('DELETE FROM sync_keeper WHERE machine_id = ?'),
    dropHeld: db.prepare('DELETE FROM sync_held WHERE machine_id = ?'),
    addFile: db.prepare(
      'INSERT OR REPLACE INTO sync_file (stream, entity, row_id, is_sent, is_back) VALUES (?, ?, ?, ?, ?)',
    ),
    addHeld: db.prepare(
      'INSERT OR IGNORE INTO sync_held (stream, machine_id) SELECT stream, ? FROM sync_file WHERE stream = ? AND is_over = 0',
    ),
    // Its sound went from here: the receipt says where it is.
    addHeldSound: db.prepare(
      `INSERT OR IGNORE INTO sync_held (stream, machine_id) SELECT 's-' || k.sync_id, :machineId FROM audio_chunk k
       WHERE k.sync_id = substr(:stream, 3) AND :stream LIKE 's-%' AND k.machine_id IS NULL AND k.file_path = ''`,
    ),
    isHeld: db.values(`SELECT ${isHeld('?')}`),
    hasPicture: db.prepare(
      `SELECT 1 FROM frame f JOIN document d ON d.key = f.key JOIN context c ON c.id = d.context_id
       WHERE f.id = ? AND c.machine_id = '' AND NOT ${PICTURE}`,
    ),
    // What is on its way to a device that becomes one.
    claim: [
      "INSERT OR IGNORE INTO sync_claim SELECT stream, 'frame', frame_id FROM sync_picture",
      "INSERT OR IGNORE INTO sync_claim SELECT stream, 'audio_chunk', audio_chunk_id FROM sync_sound",
    ].map((rows) => db.prepare(rows)),
    dropRole: db.prepare(
      `DELETE FROM sync_change WHERE entity = 'keeper' AND detail ->> 'kind' = 'role' AND detail ->> 'id' = ?`,
    ),
    say: db.prepare(
      `INSERT OR IGNORE INTO sync_change (entity, row_id, field, detail, clock) VALUES ('keeper', 0, 'say', ?, 0)`,
    ),
  };
}
