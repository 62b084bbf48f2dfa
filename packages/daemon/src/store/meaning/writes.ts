/** Stores passages and their vectors. */
import type { WriteKernel } from '../kernel/kernel.ts';
import { queueWriter } from './queue.ts';

export function meaningWrites({ part }: WriteKernel) {
  return part(queueWriter);
}
