/**
 * Lets a fixed number of callers in at a time; the others wait in order. For work that is dear in
 * memory or processes, such as decoding pictures and running SQL in a child.
 */
export interface Turnstile {
  /** Resolves when it is the caller's turn, to what gives the place free: called when done, or at the end of `using`. Rejects on abort. */
  enter(signal?: AbortSignal): Promise<(() => void) & Disposable>;
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
  const place = Object.assign(leave, { [Symbol.dispose]: leave });

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
      return place;
    },
    waiting: () => queue.length,
  };
}
