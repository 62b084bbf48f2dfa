/** The whole service on the filled store: time to the first answer, memory after some work, and what deleting costs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { NODE_FLAGS } from '../../packages/cli/src/service/node-flags.ts';
import { programFile, sourceOf } from '../../test/support/programs.ts';
import { print } from './measuring.ts';
import type { BenchRow } from './rows.ts';

const GIVE_UP_MS = 120_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface RunningService {
  readonly base: string;
  readonly pid: number | undefined;
  /** Until the first answer. */
  readonly startMs: number;
  stop(): Promise<void>;
}

export async function startService(
  dataDir: string,
  main = sourceOf('daemon'),
): Promise<RunningService> {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const flags = ['--port', String(port), '--data-dir', dataDir, '--disable-vision'];
  const started = performance.now();
  const child = spawn(process.execPath, [...NODE_FLAGS, main, ...flags, '--disable-audio'], {
    stdio: 'ignore',
  });
  const base = `http://127.0.0.1:${port}`;
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await firstAnswer(`${base}/search?q=prom`, started);
  } catch (error) {
    await stop();
    throw error;
  }
  return { base, pid: child.pid, startMs: performance.now() - started, stop };
}

/** Figures in seconds, by their names. */
export async function runService(
  dataDir: string,
  rows: readonly BenchRow[],
): Promise<Record<string, number>> {
  const released = await startReleased(dataDir);
  const { base, pid, startMs, stop } = await startService(dataDir);
  try {
    const startCpuMs = cpuMsOf(pid);
    print(`\nservice: first answer after ${Math.round(startMs)} ms, ${startCpuMs} ms CPU`);
    let asked = 0;
    for (const row of rows) {
      for (let i = 0; i < 5; i++, asked++) await (await fetch(`${base}${pathOf(row)}`)).text();
    }
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const residentMb = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
    print(`service: resident ${residentMb} MB after ${asked} requests`);
    const deletions: Record<string, number> = {};
    for (const [name, range] of await deletedRanges(base)) {
      const { wallMs, cpuMs, writtenMb } = await measureDeletion(base, pid, range);
      const seconds = `${(wallMs / 1000).toFixed(1)} s, ${(cpuMs / 1000).toFixed(1)} s CPU`;
      print(`service: deleting ${name}: ${seconds}, ${writtenMb} MB written`);
      deletions[`deleting ${name}, wall`] = wallMs / 1000;
      deletions[`deleting ${name}, CPU`] = cpuMs / 1000;
    }
    return {
      'start, wall': startMs / 1000,
      'start, CPU': startCpuMs / 1000,
      ...released,
      ...deletions,
    };
  } finally {
    await stop();
  }
}

async function startReleased(dataDir: string): Promise<Record<string, number>> {
  const { pid, startMs, stop } = await startService(dataDir, programFile('daemon'));
  const cpuMs = cpuMsOf(pid);
  await stop();
  print(`\nrelease: first answer after ${Math.round(startMs)} ms, ${cpuMs} ms CPU`);
  return { 'start of a release, wall': startMs / 1000, 'start of a release, CPU': cpuMs / 1000 };
}

/** Of all its threads since it began; the kernel counts in hundredths of a second. */
function cpuMsOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

type Range = readonly [startMs: number, endMs: number];

/** The newest hour comes a second time: the first deletion also clears what building the store has left between rows. */
async function deletedRanges(base: string): Promise<(readonly [name: string, range: Range])[]> {
  const atMs = async (path: string) => {
    const [item] = await listOf<{ content: { timestamp: string } }>(base, path);
    return Date.parse(item?.content.timestamp ?? '');
  };
  const [oldest, newest] = [await atMs('/timeline?limit=1'), await atMs('/search?limit=1')];
  return [
    ['the newest hour', [newest - HOUR_MS, newest]],
    ['the hour before', [newest - 2 * HOUR_MS, newest - HOUR_MS]],
    ['the oldest day', [oldest, oldest + DAY_MS]],
  ];
}

/** As a person does it: with its index, its snapshots and the unused parts of pages. */
async function measureDeletion(base: string, pid: number | undefined, range: Range) {
  const [start, end] = range.map((ms) => new Date(ms).toISOString());
  const [from, cpuMs, written] = [performance.now(), cpuMsOf(pid), writtenBytesOf(pid)];
  const response = await fetch(`${base}/data/delete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ start, end }),
  });
  if (!response.ok) throw new Error(`the deletion was refused: ${await response.text()}`);
  for (;;) {
    const jobs = await listOf<{ state: string }>(base, '/data/deletions');
    if (jobs.every(({ state }) => state === 'done')) break;
    await sleep(100);
  }
  return {
    wallMs: performance.now() - from,
    cpuMs: cpuMsOf(pid) - cpuMs,
    writtenMb: Math.round((writtenBytesOf(pid) - written) / 1e6),
  };
}

async function listOf<T>(base: string, path: string): Promise<T[]> {
  return ((await (await fetch(base + path)).json()) as { data: T[] }).data;
}

/** By calls of the system, into files and elsewhere. */
function writtenBytesOf(pid: number | undefined): number {
  return Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
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

export function pathOf(row: BenchRow): string {
  const { query, limit, offset, appName, order } = row.make();
  const parameters = new URLSearchParams({ limit: String(limit), offset: String(offset) });
  if (query) parameters.set('q', query);
  for (const name of [appName ?? []].flat()) parameters.append('app_name', name);
  return `/${order === 'ascending' ? 'timeline' : 'search'}?${parameters}`;
}
