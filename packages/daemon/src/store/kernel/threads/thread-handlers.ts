/** The inside of the store's threads: opens a connection, answers calls, and does upkeep when the writer is idle. */
import type { Handlers } from '#core/worker/serve-calls.ts';
import { openReads } from '../open-reads.ts';
import { openWrites } from '../open-writes.ts';
import type { ThreadApi, ThreadSetup } from './thread-api.ts';

/** Long enough that a steady stream of frames is not held up by upkeep. */
const REST_AFTER_MS = 300;

export function readerHandlers({ dataDir, flag, key }: ThreadSetup): Handlers<ThreadApi> {
  const reads = openReads(dataDir, flag, {}, key);
  return {
    names: () => reads.names,
    run: (_context, ...args) => reads.run(...args),
    close: () => void reads.close(),
  };
}

export function writerHandlers({ dataDir, key }: ThreadSetup): Handlers<ThreadApi> {
  const writes = openWrites(dataDir, Date.now, key);
  let timer: NodeJS.Timeout | undefined;
  const rest = () => {
    // Between two slices messages get their turn, and each of them puts the next slice off.
    if (writes.rest()) timer = setTimeout(rest, 0);
  };
  return {
    names: () => writes.names,
    run(_context, call, name, args) {
      clearTimeout(timer);
      try {
        return writes.run(call, name, args);
      } finally {
        timer = setTimeout(rest, REST_AFTER_MS);
      }
    },
    close() {
      clearTimeout(timer);
      writes.close();
    },
  };
}
