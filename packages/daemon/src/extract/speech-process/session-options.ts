/** How the runtime is set up for every speech network: little memory, and no processor time but for the work itself. */
import type { InferenceSession } from 'onnxruntime-node';

/**
 * Threads that wait for work by spinning waste CPU time, and so does a session without the arena (a default). Every piece of
 * speech has another length, so plans of its memory never fit again; without them, and with the weights outside of the arena,
 * which grows by doubling, the recogniser needs less memory.
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
