/** Recordings, what was said in them, and which of them are to be read again. */
import type { ReadKernel } from '../kernel/kernel.ts';
import { chunkReads } from './audio-chunks.ts';
import { secondReadingReads } from './second-readings.ts';

export const audioReads = (kernel: ReadKernel) => ({
  ...chunkReads(kernel),
  ...secondReadingReads(kernel),
});
