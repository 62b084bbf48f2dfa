/** Starts the threads of the store. Used by `open-store.ts` for the writer and by `reader-pool.ts` for readers. */
import { serviceError } from '#core/errors.ts';
import type { OpenChannel } from '#core/worker/channel.ts';
import { createWorker, type WorkerHandle } from '#core/worker/create-worker.ts';
import type { ThreadApi, ThreadSetup } from './thread-api.ts';

/** Without limits V8 lets each thread's heap grow by a hundred megabytes before it collects garbage. */
export const HEAP_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

export type StoreThread = WorkerHandle<ThreadApi>;

const ENTRIES = {
  reader: new URL('./reader-thread.ts', import.meta.url),
  writer: new URL('./writer-thread.ts', import.meta.url),
};

export function storeThread(
  kind: keyof typeof ENTRIES,
  setup: ThreadSetup,
  options: { openChannel?: OpenChannel | undefined; onDeath?: () => void } = {},
): StoreThread {
  return createWorker<ThreadApi>({
    kind: 'thread',
    name: `store-${kind}`,
    entry: ENTRIES[kind],
    resourceLimits: HEAP_LIMITS,
    setup,
    stopped: (cause) => (cause instanceof Error ? cause : serviceError('SERVICE_STOPPING/store')),
    ...options,
  });
}

/** After the calls in flight. */
export async function closeThread(thread: StoreThread): Promise<void> {
  const isRunning = thread.part()?.state.kind === 'running';
  // A thread that dies meanwhile has nothing left to close.
  if (isRunning) await thread.call('close', []).catch(() => undefined);
  await thread.close();
}
