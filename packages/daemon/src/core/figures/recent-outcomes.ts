/** How a thing went lately: totals since the start hide a fault of now, and never forgive one of yesterday. */
export interface RecentOutcomes {
  add(isBad: boolean): void;
  bad(): number;
  /** Of all of them; 0 while there are too few to tell. */
  badShare(): number;
}

const WINDOW_MS = 5 * 60_000;
const MOST = 500;
const FEWEST = 8;

export function recentOutcomes(nowMs: () => number): RecentOutcomes {
  let outcomes: { atMs: number; isBad: boolean }[] = [];

  function forgetOld(): void {
    const fromMs = nowMs() - WINDOW_MS;
    if (outcomes.length > MOST || (outcomes[0]?.atMs ?? fromMs) < fromMs) {
      outcomes = outcomes.slice(-MOST).filter(({ atMs }) => atMs >= fromMs);
    }
  }
  function bad(): number {
    forgetOld();
    return outcomes.filter(({ isBad }) => isBad).length;
  }

  return {
    add(isBad) {
      outcomes.push({ atMs: nowMs(), isBad });
      forgetOld();
    },
    bad,
    badShare() {
      const count = bad();
      return outcomes.length < FEWEST ? 0 : count / outcomes.length;
    },
  };
}
