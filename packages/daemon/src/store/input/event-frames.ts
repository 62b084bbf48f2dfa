/**
 * Which frame shows what an event did: the first one of the same window that was taken within a second after it. Frames are stored after
 * the events before them, because their text has to be read first, so the link is made when the frame comes.
 */
import type { Connection } from '../kernel/connection.ts';
import type { NewFrame } from '../new-records.ts';

const SHOWN_WITHIN_MS = 1_000;

export function eventFrameWriter(db: Connection) {
  // By the time index; a second holds a few events. Those of other machines have their own frames.
  const link = db.prepare(
    `UPDATE input_event SET frame_id = :frameId WHERE at_ms BETWEEN :atMs - ${SHOWN_WITHIN_MS} AND :atMs
     AND frame_id IS NULL AND machine_id IS NULL AND app_name = :appName AND window_title = :windowName`,
  );
  const unlink = db.prepare(
    `UPDATE input_event SET frame_id = NULL WHERE frame_id = :frameId AND at_ms BETWEEN :atMs - ${SHOWN_WITHIN_MS} AND :atMs`,
  );
  const atMsOf = db.values<number>(
    'SELECT d.at_ms FROM frame f JOIN document d ON d.key = f.key WHERE f.id = ?',
  );
  return {
    link(frameId: number, { atMs, appName, windowName, origin }: NewFrame): void {
      if (origin !== undefined || appName === undefined || windowName === undefined) return;
      link.run({ frameId, atMs, appName, windowName });
    },
    /** To be called while the frames are still there. */
    unlink(frameIds: readonly number[]): void {
      for (const frameId of frameIds) {
        const atMs = atMsOf.get(frameId);
        if (atMs !== undefined) unlink.run({ frameId, atMs });
      }
    },
  };
}
