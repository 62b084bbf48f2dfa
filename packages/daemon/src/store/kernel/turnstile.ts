/**
 * Lets a fixed number of callers in at a time; the others wait in order. For work that is dear in
 * memory or processes, such as decoding pictures and running SQL in a child.
 */
export interface Turnstile {
  /** Resolves when it is the caller's turn, with the function to call when done; rejects on abort. */
  enter(signal?: AbortSignal): Promise<() => void>;
  /** Callers that wait for their turn. */
  waiting(): number;
}

export function turnstile(places: number): Turnstile {
  let inside = 0;
  const queue: (() => void)[] = [];

  /** Hands the place to the first in the queue, so that no newcomer can slip in between. */
  function leave(): void {
    const next = queue.shift();
    if (next === undefined) inside -= 1;
    else next();
  }

  function waitForTurn(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onTurn = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      const onAbort = () => {
        queue.splice(queue.indexOf(onTurn), 1);
        reject(signal?.reason);
      };
      queue.push(onTurn);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  return {
    async enter(signal) {
      signal?.throwIfAborted();
      if (inside < places) inside += 1;
      else await waitForTurn(signal);
      return leave;
    },
    waiting: () => queue.length,
  };
}
