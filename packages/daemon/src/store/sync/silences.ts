/**
 * Sound that was deleted while words of its recording stay. Devices with a copy of it are notified, and drop theirs; it is noted under the
 * name of its stream, so that whoever hears of the file later does not fetch it. Runs in the writer thread.
 */
import type { Connection } from '../kernel/connection.ts';

const STREAM = "'s-' || sync_id";
const NAMED = 'FROM audio_chunk WHERE id = ? AND sync_id IS NOT NULL';

/** The stream of the sound of a recording, by the name of the recording; and back. */
export const soundStream = (chunk: string): string => `s-${chunk}`;
export const chunkOfSound = (stream: string): string => stream.slice(soundStream('').length);

/** Notifies the other devices that the sound of a recording was deleted, wherever it was recorded. */
export function silenceTeller(db: Connection): (chunkId: number) => void {
  const steps = [
    `INSERT OR IGNORE INTO sync_gone (sync_id, entity) SELECT ${STREAM}, 'sound' ${NAMED}`,
    `INSERT INTO sync_changed SELECT 'sound', id, 'gone', ${STREAM}, NULL ${NAMED}`,
  ].map((sql) => db.prepare(sql));
  return (chunkId) => {
    for (const step of steps) step.run(chunkId);
  };
}
