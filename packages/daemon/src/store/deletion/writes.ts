/** The steps of a deletion job. Called by `job/run-job.ts`; other parts of the product ask `job/deletions.ts` for a deletion. */
import { bare } from '../kernel/calls.ts';
import type { WriteKernel } from '../kernel/kernel.ts';
import { withBusyTimeout } from './busy-timeout.ts';
import { jobWriter } from './job-rows.ts';
import { ALL_CLEAR, type GapSlice, gapClearer } from './page-gaps.ts';
import { pieceWriter } from './piece-writer.ts';
import { purgeWriter } from './purge.ts';
import { staleVideoWriter } from './stale-chunks.ts';
import { textWriter } from './texts.ts';

export function deletionWrites({ db, key, part, onClose }: WriteKernel) {
  const gaps = gapClearer(db);
  onClose(gaps.close);
  return {
    ...part(jobWriter).calls,
    ...part(pieceWriter),
    ...part(purgeWriter),
    ...part(staleVideoWriter),
    ...part(textWriter),
    /** A slice of what SQLite itself has left in unused parts of pages; it ends with this page, or the last one. */
    clearGaps: bare(
      (toPage?: number): GapSlice =>
        // Those of an encrypted page are encrypted.
        key ? ALL_CLEAR : withBusyTimeout(db, () => gaps.clearGaps(toPage)),
    ),
  };
}
