/** What the meaning process answers in time. Where it fails or hangs, a question goes on without it. */

/** Far above what a question needs, also when the process has to start first. */
const ANSWERS_WITHIN_MS = 5_000;

/** Undefined when it fails or takes too long. Rejects with the reason of `signal`. */
export async function inTime<T>(
  work: (limited: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<T | undefined> {
  const limit = AbortSignal.timeout(ANSWERS_WITHIN_MS);
  try {
    return await work(AbortSignal.any([signal, limit]));
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
