/** The table at the end of a run: what was done to the service, and what that cost. */

export interface Outcome {
  /** Writes that the service had acknowledged when the fault came, and while it lasted. */
  acknowledged: number;
  lost: number;
  dangling: number;
  /** From the end of the fault, or the new start, until `/health` says healthy. */
  recoveryMs: number;
}

const COLUMNS = ['fault', 'runs', 'acknowledged', 'lost', 'dangling', 'recovery p50', 'max'];

export function faultReport() {
  const rows = new Map<string, Outcome[]>();
  const notes: string[] = [];
  return {
    add(fault: string, outcome: Outcome): void {
      rows.set(fault, [...(rows.get(fault) ?? []), outcome]);
    },
    note(text: string): void {
      notes.push(text);
    },
    print(): void {
      const lines = [COLUMNS, ...[...rows].map(([fault, runs]) => rowOf(fault, runs))];
      const widths = COLUMNS.map((_, column) =>
        Math.max(...lines.map((line) => line[column]?.length ?? 0)),
      );
      const table = lines.map((line) =>
        line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '),
      );
      process.stdout.write(`\n${[...table, ...notes].join('\n')}\n\n`);
    },
  };
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
    `${Math.round(percentile(recoveries, 50))} ms`,
    `${Math.round(Math.max(...recoveries))} ms`,
  ];
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}
