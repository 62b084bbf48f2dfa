/**
 * A clock for the work in a shared folder: a mount that is frozen answers no call, and nothing can take a call back from the system. The
 * caller hears that it takes too long, while the call goes on. Until that one has ended no other is begun: each that hangs
 * keeps one of the few threads with which the service reads and writes all of its files.
 */
/** For some small calls of a slow mount, or from one sign of progress to the next. */
import { serviceError } from '#core/errors.ts';

const PATIENCE_MS = 60_000;
/** Slower than this is not a connection. */
const SLOWEST_BYTES_PER_SEC = 4_000;

/** The clock starts over, with as long as so many bytes take besides. */
type Progress = (bytes?: number) => void;

/** Runs work until it ends, takes too long, or the signal says so; with the troubles of a file system in the words of sync. */
type Guard = <T>(signal: AbortSignal, work: (progress: Progress) => Promise<T>) => Promise<T>;

export function folderGuard(patienceMs: number = PATIENCE_MS): Guard {
  const late = new Set<object>();

  return async (signal, work) => {
    signal.throwIfAborted();
    if (late.size > 0) throw serviceError('SYNC_TOO_SLOW');
    const call = {};
    const over = Promise.withResolvers<never>();
    let timer: NodeJS.Timeout | undefined;
    const progress: Progress = (bytes = 0) => {
      clearTimeout(timer);
      const onLate = () => {
        late.add(call);
        over.reject(serviceError('SYNC_TOO_SLOW'));
      };
      timer = setTimeout(onLate, patienceMs + (bytes / SLOWEST_BYTES_PER_SEC) * 1000).unref();
    };
    const onAbort = () => over.reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    progress();
    // The clock goes on for one that nobody waits for any more.
    const running = work(progress).finally(() => {
      clearTimeout(timer);
      late.delete(call);
    });
    try {
      return await Promise.race([running, over.promise]);
    } catch (cause) {
      throw faultOf(cause);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  };
}

function faultOf(cause: unknown): unknown {
  const { code } = cause as { code?: unknown };
  if (code === 'ENOSPC' || code === 'EDQUOT') return serviceError('SYNC_FULL');
  // Errors of our own have codes of our own.
  const isOfSystem = typeof code === 'string' && code.startsWith('E');
  return isOfSystem ? serviceError('SYNC_UNREACHABLE', { cause }) : cause;
}
