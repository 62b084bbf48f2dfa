/**
 * Keeps child processes for SQL: those that are free are used again, one is made ready in time to
 * take the place of one that may have to be killed, and all end when nobody asks for a while.
 */
import type { SqlChild } from './sql-child.ts';

export interface ChildPool {
  take(): SqlChild;
  /** Takes a child back, dead or alive. */
  giveBack(child: SqlChild): void;
  /** Starts a child unless one is free: the next `take` then has one that is ready. */
  keepSpare(): void;
  /** Kills all children and resolves when they have ended. Nothing may be taken afterwards. */
  close(): Promise<void>;
}

// A free child holds much memory for something rarely used.
const FREE_CHILD_LIVES_MS = 60_000;

export function childPool(start: () => SqlChild): ChildPool {
  const all = new Set<SqlChild>();
  let free: SqlChild[] = [];
  let closed = false;
  let freeTimer: NodeJS.Timeout | undefined;

  function startChild(): SqlChild {
    const child = start();
    all.add(child);
    void child.ended.then(() => all.delete(child));
    return child;
  }

  function keepSpare(): void {
    if (closed) return;
    if (!free.some((child) => child.isAlive())) free.push(startChild());
    clearTimeout(freeTimer);
    freeTimer = setTimeout(() => {
      for (const child of free.splice(0)) child.kill();
    }, FREE_CHILD_LIVES_MS).unref();
  }

  return {
    take() {
      free = free.filter((child) => child.isAlive());
      return free.pop() ?? startChild();
    },
    giveBack(child) {
      if (child.isAlive()) free.push(child);
      keepSpare();
    },
    keepSpare,
    async close() {
      closed = true;
      clearTimeout(freeTimer);
      for (const child of all) child.kill();
      await Promise.all([...all].map((child) => child.ended));
    },
  };
}
