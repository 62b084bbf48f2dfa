/** Starts `adding-process.ts` and follows what it says. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { AddingReport } from './adding-process.ts';

const SCRIPT = join(import.meta.dirname, 'adding-process.ts');

export interface Adding {
  pid: number;
  reports: readonly AddingReport[];
  /** Resolves with the first report, from now on, that passes. */
  next(passes: (report: AddingReport) => boolean): Promise<AddingReport>;
  goOn(): void;
  kill(): Promise<void>;
}

/** `shell` runs first in the same process, such as a `ulimit`. */
export function startAdding(options: { dataDir: string; first: number; shell?: string }): Adding {
  const { dataDir, first, shell = ':' } = options;
  const command = `${shell}; exec "$0" "$@"`;
  const child = spawn('sh', ['-c', command, process.execPath, SCRIPT, dataDir, String(first)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const reports: AddingReport[] = [];
  const waiting = new Set<(report: AddingReport) => void>();
  const ended = once(child, 'close');
  createInterface({ input: child.stdout }).on('line', (line) => {
    const report = JSON.parse(line) as AddingReport;
    reports.push(report);
    for (const wait of waiting) wait(report);
  });
  return {
    pid: child.pid as number,
    reports,
    next(passes) {
      const { promise, resolve, reject } = Promise.withResolvers<AddingReport>();
      const wait = (report: AddingReport) => passes(report) && resolve(report);
      waiting.add(wait);
      void ended.then(() => reject(new Error('the adding process ended')));
      return promise.finally(() => waiting.delete(wait));
    },
    goOn: () => child.stdin.write('again\n'),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
