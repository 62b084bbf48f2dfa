/** What a deletion would delete, its jobs, and what they have left to do. */
import type { ReadKernel } from '../kernel/kernel.ts';
import { deletionCounter } from './count.ts';
import { jobReader } from './job-rows.ts';
import { oldestReader } from './oldest.ts';
import { leftoverReader } from './purge.ts';
import { staleVideoReader } from './stale-chunks.ts';
import { textReader } from './texts.ts';

export function deletionReads({ part }: ReadKernel) {
  return {
    ...part(deletionCounter),
    ...part(jobReader),
    ...part(leftoverReader),
    ...part(oldestReader),
    ...part(staleVideoReader),
    ...part(textReader),
  };
}
