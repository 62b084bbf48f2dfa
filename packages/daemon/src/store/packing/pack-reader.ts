/** Reads the packed content of frames, for the reader threads. */
import type { Connection } from '../kernel/connection.ts';
import { decodeContent, type FrameContent } from './format.ts';
import { unpacker } from './unpack.ts';

/**
 * SQL for the text of a frame, packed or not: an expression, and the joins it needs next to `document_text t`.
 * The base comes first in no plan, since nothing but the frame leads to it.
 */
export const FRAME_TEXT = 'coalesce(t.text, frame_text(p.packed, b.packed))';
export const PACK_JOINS = (frameId: string) =>
  `LEFT JOIN frame_pack p ON p.frame_id = ${frameId} LEFT JOIN frame_pack b ON b.frame_id = p.base_id`;

export function packReader(db: Connection) {
  const { bytesOf } = unpacker();
  const find = db.tuples<[Buffer, Buffer | null]>(
    `SELECT p.packed, b.packed FROM frame_pack p LEFT JOIN frame_pack b ON b.frame_id = p.base_id
       WHERE p.frame_id = ?`,
  );
  return {
    /** Undefined when the frame has none: its text is then short and without places. */
    read(frameId: number): FrameContent | undefined {
      const row = find.get(frameId);
      return row && decodeContent(bytesOf(...row));
    },
  };
}
