/** Changes of single frames. */
import { contentWriter } from '../content/add.ts';
import type { WriteKernel } from '../kernel/kernel.ts';

export function frameWrites({ part }: WriteKernel) {
  return {
    /** Other text and words for a frame, searchable at once; false when there is no such frame. */
    replaceReading: part(contentWriter).replaceReading,
  };
}
