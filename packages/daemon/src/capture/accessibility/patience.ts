/**
 * Limits the waiting for programs that may never answer. One that missed its time is not asked again for a while, each time
 * longer, because every unanswered question stays in memory and because its window is redrawn many times a minute.
 */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

export function makePatience(now: () => number) {
  const pauses = new Map<string, { untilMs: number; pauseMs: number }>();

  function missed(who: string): void {
    const before = pauses.get(who)?.pauseMs;
    const pauseMs = before === undefined ? FIRST_PAUSE_MS : Math.min(2 * before, LONGEST_PAUSE_MS);
    pauses.set(who, { untilMs: now() + pauseMs, pauseMs });
  }

  return {
    /**
     * What `work` gives; undefined when it fails, takes too long, or `who` is being left alone. Never rejects. Work that calls
     * `alive` had answers: it may be late on a busy machine without being left alone for that.
     */
    async ask<T>(
      who: string,
      withinMs: number,
      work: (alive: () => void) => Promise<T>,
    ): Promise<T | undefined> {
      if (now() < (pauses.get(who)?.untilMs ?? 0)) return undefined;
      const { promise: timeout, resolve: give } = Promise.withResolvers<'late'>();
      const timer = setTimeout(give, withinMs, 'late');
      let isAlive = false;
      const alive = () => {
        isAlive = true;
        pauses.delete(who);
      };
      try {
        const result = await Promise.race([work(alive).then((value) => ({ value })), timeout]);
        if (result !== 'late') {
          pauses.delete(who);
          return result.value;
        }
        if (!isAlive) missed(who);
        return undefined;
      } catch {
        // The program closed its window or ended while it was asked: there is nothing to know about it.
        return undefined;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
