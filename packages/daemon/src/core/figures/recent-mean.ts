/** The mean of what was measured in the last minutes: one slow hour of yesterday says nothing about now. */
export interface RecentMean {
  add(value: number): void;
  /** 0 when nothing was measured lately. */
  mean(): number;
}

const WINDOW_MS = 5 * 60_000;
const MOST = 200;

export function recentMean(nowMs: () => number): RecentMean {
  let values: { atMs: number; value: number }[] = [];
  return {
    add(value) {
      values.push({ atMs: nowMs(), value });
      if (values.length > MOST) values.shift();
    },
    mean() {
      const fromMs = nowMs() - WINDOW_MS;
      values = values.filter(({ atMs }) => atMs >= fromMs);
      return values.reduce((sum, { value }) => sum + value, 0) / Math.max(values.length, 1);
    },
  };
}
