/** What is stored as a whole: how much of each kind, and how new it is. */
import type { ReadKernel } from '../kernel/kernel.ts';
import type { StoreSummary } from '../records.ts';
import { hourOf, LAST_AT_MS } from './keys.ts';

type Newest = Pick<StoreSummary, 'lastFrameAtMs' | 'lastTranscriptAtMs'>;

export function contentReads({ db }: ReadKernel) {
  const totals = db.rows<Pick<StoreSummary, 'frames' | 'transcriptions' | 'uiTexts'>>(
    `SELECT coalesce(sum(ocr), 0) AS frames, coalesce(sum(audio), 0) AS transcriptions,
     coalesce(sum(ui), 0) AS uiTexts FROM hour`,
  );
  const inputTotal = db.values<number>('SELECT count(*) FROM input_event');
  const lastAt = (column: 'ocr' | 'audio', kind: 0 | 1) =>
    db.values(
      // Two hours: all of the present one may lie after now.
      `SELECT max(at_ms) FROM document WHERE key % 4 = ${kind} AND at_ms <= :nowMs AND key < (:hour + 1) * 4194304
           AND key >= (SELECT min(hour) FROM (
             SELECT hour FROM hour WHERE ${column} > 0 AND hour <= :hour ORDER BY hour DESC LIMIT 2)) * 4194304`,
    );
  const lastFrame = lastAt('ocr', 0);
  const lastTranscript = lastAt('audio', 1);

  /**
   * The part of `summary` that costs next to nothing, however much there is. Up to now: what was added with a later time, or before
   * the clock was set back, says nothing about capture.
   */
  function newest(nowMs: number): Newest {
    const until = { nowMs, hour: hourOf(nowMs) };
    return {
      lastFrameAtMs: lastFrame.get(until) as number | null,
      lastTranscriptAtMs: lastTranscript.get(until) as number | null,
    };
  }

  return {
    newest,
    summary(): StoreSummary {
      return {
        ...(totals.get() as Pick<StoreSummary, 'frames' | 'transcriptions' | 'uiTexts'>),
        inputEvents: inputTotal.get() as number,
        ...newest(LAST_AT_MS),
      };
    },
  };
}
