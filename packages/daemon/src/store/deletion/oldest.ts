/** How far back each kind of content goes, for retention. */
import type { ReadKernel } from '../kernel/kernel.ts';
import type { OldestTimes } from './records.ts';

export function oldestReader({ db }: ReadKernel) {
  const first = (query: string) => db.values<number | null>(query);
  const sql = {
    text: first('SELECT min(hour) * 3600000 FROM hour WHERE ocr + audio + ui > 0'),
    pixels: first(
      `SELECT d.at_ms FROM frame f INDEXED BY frame_picture JOIN document d ON d.key = f.key
       WHERE f.snapshot_path IS NOT NULL OR f.video_chunk_id IS NOT NULL ORDER BY f.key LIMIT 1`,
    ),
    audio: first("SELECT min(at_ms) FROM audio_chunk WHERE file_path <> ''"),
    input: first('SELECT min(at_ms) FROM input_event'),
  };
  return {
    /** The oldest there is of each kind that retention knows. */
    oldestTimes: (): OldestTimes => ({
      text: sql.text.get() ?? null,
      pixels: sql.pixels.get() ?? null,
      audio: sql.audio.get() ?? null,
      input: sql.input.get() ?? null,
    }),
  };
}
