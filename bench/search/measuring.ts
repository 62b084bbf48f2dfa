/** Percentiles of CPU and wall time, and how they are printed. */

export interface Measured<T> {
  cpuMs: number;
  wallMs: number;
  result: T;
}

/** CPU counts every thread of this process: nothing else may run in it meanwhile. */
export function measure<T>(work: () => T): Measured<T> {
  const cpu = process.cpuUsage();
  const from = performance.now();
  const result = work();
  const wallMs = performance.now() - from;
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1000, wallMs, result };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function printHeading(last: string): void {
  print(`${'query'.padEnd(28)}  cpu p50    p95    max  wall p50    p95    max  ${last}`);
}

export function cells(name: string, runs: readonly Measured<unknown>[]): string {
  const figures = [runs.map((run) => run.cpuMs), runs.map((run) => run.wallMs)].map((list) =>
    [0.5, 0.95, 1].map((share) => percentile(list, share).toFixed(2).padStart(6)).join(' '),
  );
  return `${name.padEnd(28)}   ${figures.join('    ')}`;
}
