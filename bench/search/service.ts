/** The whole service on the filled store: time to the first answer, and memory after some work. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { print } from './measuring.ts';
import type { BenchRow } from './rows.ts';

const GIVE_UP_MS = 30_000;
const MAIN = join(import.meta.dirname, '../../packages/daemon/src/main.ts');

export async function runService(dataDir: string, rows: readonly BenchRow[]): Promise<void> {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const flags = ['--port', String(port), '--data-dir', dataDir, '--disable-vision'];
  const started = performance.now();
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=4', MAIN, ...flags, '--disable-audio'],
    { stdio: 'ignore' },
  );
  const base = `http://127.0.0.1:${port}`;
  try {
    await firstAnswer(`${base}/search?q=prom`, started);
    print(`\nservice: first answer after ${Math.round(performance.now() - started)} ms`);
    let asked = 0;
    for (const row of rows) {
      for (let i = 0; i < 5; i++, asked++) await (await fetch(`${base}${pathOf(row)}`)).text();
    }
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    const residentMb = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
    print(`service: resident ${residentMb} MB after ${asked} requests`);
  } finally {
    child.kill('SIGTERM');
  }
}

async function firstAnswer(url: string, started: number): Promise<void> {
  while (performance.now() - started < GIVE_UP_MS) {
    try {
      await (await fetch(url)).json();
      return;
    } catch {
      await sleep(5); // not listening yet
    }
  }
  throw new Error('the service did not answer');
}

function pathOf(row: BenchRow): string {
  const { query, limit, offset, appName, order } = row.make();
  const parameters = new URLSearchParams({ limit: String(limit), offset: String(offset) });
  if (query) parameters.set('q', query);
  for (const name of [appName ?? []].flat()) parameters.append('app_name', name);
  return `/${order === 'ascending' ? 'timeline' : 'search'}?${parameters}`;
}
