/**
 * The table at the end of a run: what was done to the service, and what that cost. Each file prints its own; with `FAULT_RESULTS` they
 * are also noted in that file, for the sum of all of them.
 */
import { appendFileSync } from 'node:fs';
import { PLAN } from './plan.ts';

export interface Outcome {
  /** Writes that the service had acknowledged when the fault came, and while it lasted. */
  acknowledged: number;
  lost: number;
  dangling: number;
  /** From the end of the fault, or the new start, until `/health` says healthy. */
  recoveryMs: number;
}

/** What a file has noted. */
export type Noted = { fault: string; outcome: Outcome } | { note: string };

/** What the service promises. In the short form the machine is busy with other tests. */
const RECOVERED_WITHIN_MS = 10_000;

const COLUMNS = 'fault,runs,acknowledged,lost,dangling,recovery p50,p95,max'.split(',');

export function faultReport() {
  const noted: Noted[] = [];
  function keep(one: Noted): void {
    noted.push(one);
    const file = process.env.FAULT_RESULTS;
    if (file) appendFileSync(file, `${JSON.stringify(one)}\n`);
  }
  keep({ note: `seed ${PLAN.seed}` });
  return {
    /** In the long form it throws when the recovery took too long. */
    add(fault: string, outcome: Outcome): void {
      keep({ fault, outcome });
      if (PLAN.isFull)
        process.stdout.write(`${fault}: ${rowOf(fault, [outcome]).slice(2, 6).join(', ')}\n`);
      if (PLAN.isFull && outcome.recoveryMs >= RECOVERED_WITHIN_MS) {
        throw new Error(`${fault}: recovered only after ${Math.round(outcome.recoveryMs)} ms`);
      }
    },
    note: (note: string) => keep({ note }),
    print: () => void process.stdout.write(tableOf(noted)),
  };
}

export function tableOf(noted: readonly Noted[]): string {
  const rows = new Map<string, Outcome[]>();
  for (const one of noted) {
    if ('fault' in one) rows.set(one.fault, [...(rows.get(one.fault) ?? []), one.outcome]);
  }
  const notes = new Set(noted.flatMap((one) => ('note' in one ? one.note : [])));
  const lines = [
    COLUMNS,
    ...[...rows].map(([fault, runs]) => rowOf(fault, runs)),
    rowOf('all', [...rows.values()].flat()),
  ];
  const widths = COLUMNS.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const table = lines.map((line) =>
    line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '),
  );
  return `\n${[...table, ...notes].join('\n')}\n\n`;
}

function rowOf(fault: string, runs: readonly Outcome[]): string[] {
  const sum = (pick: (outcome: Outcome) => number) =>
    String(runs.reduce((total, run) => total + pick(run), 0));
  const recoveries = runs.map(({ recoveryMs }) => recoveryMs);
  return [
    fault,
    String(runs.length),
    sum(({ acknowledged }) => acknowledged),
    sum(({ lost }) => lost),
    sum(({ dangling }) => dangling),
    ...[50, 95, 100].map((percent) => `${Math.round(percentile(recoveries, percent))} ms`),
  ];
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}
