/** How the runtime is set up for every speech network: little memory, and no processor time but for the work itself. */
import type { InferenceSession } from 'onnxruntime-node';

/**
 * Threads that wait for work by spinning burn half as much again, and without the arena (a default) it is 70 % more. Every piece of
 * speech has another length, so plans of its memory never fit again; without them, and with the weights outside of the arena,
 * which grows by doubling, the recogniser takes 40 MB less.
 */
export function sessionOptions(threads: number): InferenceSession.SessionOptions {
  return {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    enableMemPattern: false,
    extra: {
      session: {
        intra_op: { allow_spinning: '0' },
        use_device_allocator_for_initializers: '1',
      },
    },
  };
}
