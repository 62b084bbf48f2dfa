/** The timeline and what time was spent on. */
import type { ReadKernel } from '../kernel/kernel.ts';
import { activityReader } from './activity.ts';
import { segmentReader } from './segments.ts';

export function timelineReads({ part }: ReadKernel) {
  return { ...part(segmentReader), ...part(activityReader) };
}
