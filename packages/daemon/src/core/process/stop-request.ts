/**
 * Turns signals, faults nobody caught and the end of the parent process into one request to stop. The first counts; a later signal ends the process at once,
 * for people who do not want to wait.
 */
export type StopReason =
  | { readonly kind: 'signal' }
  | { readonly kind: 'parent-exited' }
  | { readonly kind: 'fault'; readonly error: unknown };

// npm passes Ctrl+C on to a process that got it from the terminal already; that echo is not a second request.
const ECHO_MS = 1_000;

// Each look wakes a process that sleeps.
const PARENT_CHECK_MS = 2_000;

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Listens for the rest of the process's life; `exitAtOnce` must not return. With `followParent` the end of the parent process counts
 * as a request: npm runs its scripts in a shell that takes a signal for itself and does not pass it on.
 */
export function stopRequest(options: {
  exitAtOnce: () => void;
  followParent: boolean;
}): Promise<StopReason> {
  const { exitAtOnce, followParent } = options;
  return new Promise((resolve) => {
    let firstAtMs: number | undefined;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (firstAtMs !== undefined && performance.now() - firstAtMs > ECHO_MS) exitAtOnce();
        firstAtMs ??= performance.now();
        resolve({ kind: 'signal' });
      });
    }
    const onFault = (error: unknown) => resolve({ kind: 'fault', error });
    process.on('uncaughtException', onFault);
    process.on('unhandledRejection', onFault);
    if (!followParent) return;
    const parent = process.ppid;
    const timer = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(timer);
      resolve({ kind: 'parent-exited' });
    }, PARENT_CHECK_MS).unref();
  });
}
