/** Starts the store's threads and builds the `Store` that the rest of the product uses from the calls that they have. */
import { serviceError } from '#core/errors.ts';
import type { OpenChannel } from '#core/worker/channel.ts';
import { removeDrafts } from './backup/restored-database.ts';
import { makeCancellationFlag } from './kernel/cancellation.ts';
import { readerPool } from './kernel/threads/reader-pool.ts';
import { closeThread, storeThread } from './kernel/threads/store-thread.ts';
import type { Scope } from './records.ts';
import type { StoreKey } from './sealing/store-key.ts';
import type { ReadName, Store, WriteName } from './store.ts';

/** Two: a slow search must not hold up the quick ones, and the machine has other work to do. */
const READERS = 2;

/** One call of the store that has ended, for figures and for health. */
export type StoreCall = (
  | { readonly kind: 'read'; readonly name: ReadName }
  | { readonly kind: 'write'; readonly name: WriteName }
) & {
  readonly durationMs: number;
  /** What it rejected with; undefined when it did not. */
  readonly error: unknown;
};

type Call = (...args: unknown[]) => Promise<unknown>;

/** The caller holds the lock of the data folder. */
export async function openStore(options: {
  dataDir: string;
  /** Of an encrypted store. */
  key?: StoreKey | undefined;
  onCall?: (call: StoreCall) => void;
  /** Called when a call begins; the function that it returns is called when that call has ended, however it did. */
  onBegin?: (call: Pick<StoreCall, 'kind' | 'name'>) => () => void;
  /** Tests pass one that reuses threads. */
  openChannel?: OpenChannel;
}): Promise<Store> {
  const { dataDir, key, onCall, onBegin, openChannel } = options;
  removeDrafts(dataDir);
  // A writer that dies rejects its calls; what it committed is safe, and the next call starts another.
  const writer = storeThread(
    'writer',
    { dataDir, key, flag: makeCancellationFlag() },
    { openChannel },
  );
  let lastWrite = 0;
  let isWriterClosing = false;
  await writer.ready();
  const readers = readerPool({ dataDir, size: READERS, key, openChannel });
  try {
    await readers.ready;
  } catch (error) {
    await Promise.all([readers.close(), closeThread(writer)]);
    throw error;
  }
  const readNames = (await readers.names()) as readonly ReadName[];
  const writeNames = (await writer.call('names', [])) as readonly WriteName[];

  function read(name: ReadName, args: readonly unknown[], scope: Scope | undefined) {
    const signal = args.at(-1);
    const work =
      signal instanceof AbortSignal
        ? readers.run(name, args.slice(0, -1), signal, scope)
        : readers.run(name, args, undefined, scope);
    return reported({ kind: 'read', name }, work);
  }

  function write(name: WriteName, args: readonly unknown[]) {
    lastWrite += 1;
    const work = isWriterClosing
      ? Promise.reject(serviceError('SERVICE_STOPPING/store'))
      : writer.call('run', [lastWrite, name, args]);
    return reported({ kind: 'write', name }, work);
  }

  function reported<T>(call: Pick<StoreCall, 'kind' | 'name'>, work: Promise<T>): Promise<T> {
    const ended = onBegin?.(call);
    const fromMs = performance.now();
    const end = (error: unknown) => {
      ended?.();
      onCall?.({ ...call, durationMs: performance.now() - fromMs, error } as StoreCall);
    };
    work.then(() => end(undefined), end);
    return work;
  }

  function features(scope?: Scope) {
    const refuse: Call = () => Promise.reject(serviceError('PIPE_NOT_PERMITTED/scope'));
    return byFeature([
      ...readNames.map((name): [string, Call] => [name, (...args) => read(name, args, scope)]),
      ...writeNames.map((name): [string, Call] => [
        name,
        scope === undefined ? (...args) => write(name, args) : refuse,
      ]),
    ]);
  }

  return {
    ...features(),
    within: features,
    async close() {
      await readers.close();
      isWriterClosing = true;
      await closeThread(writer);
    },
  } as Store;
}

/** `frames.find` becomes `frames: { find }`. */
function byFeature(calls: readonly [name: string, call: Call][]) {
  const features: Record<string, Record<string, Call>> = {};
  for (const [name, call] of calls) {
    const [feature = '', short = ''] = name.split('.');
    features[feature] = { ...features[feature], [short]: call };
  }
  return features;
}
