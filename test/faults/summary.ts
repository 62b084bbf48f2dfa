/** Of the long form: what all of its files have noted, as one table at the very end. */
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Noted, tableOf } from './report.ts';

/** A file that is given is added to, so that parts that run one after the other make one table. */
export function setup(): void {
  process.env.FAULT_RESULTS ??= join(mkdtempSync(join(tmpdir(), 'hindcast-faults-')), 'results');
}

export function teardown(): void {
  const file = process.env.FAULT_RESULTS ?? '';
  if (!existsSync(file)) return;
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const noted = lines.map((line): Noted => JSON.parse(line));
  process.stdout.write(`\nThe whole of it:\n${tableOf(noted)}`);
}
