/**
 * CPU time of the OCR side: every thread of this process, and the threads of the process that holds the reader. The system counts it in
 * nanoseconds for each thread, so the busier one of the two that read is known: on two free cores nothing takes longer than that.
 */
import { readdirSync, readFileSync } from 'node:fs';

export interface CpuTimes {
  /** Of this process. */
  readonly ownMs: number;
  /** Of each thread of the reader, by its id. */
  readonly readerMs: ReadonlyMap<string, number>;
}

export interface CpuUsed {
  readonly allMs: number;
  /** What is done one after the other: this process, then the thread of the reader that had most to do. */
  readonly longestMs: number;
}

export function cpuNow(): CpuTimes {
  const { user, system } = process.cpuUsage();
  return { ownMs: (user + system) / 1000, readerMs: new Map(readerThreads()) };
}

export function cpuSince(before: CpuTimes): CpuUsed {
  const now = cpuNow();
  const ownMs = now.ownMs - before.ownMs;
  const threads = [...now.readerMs].map(([id, ms]) => ms - (before.readerMs.get(id) ?? 0));
  const sum = threads.reduce((a, b) => a + b, 0);
  return { allMs: ownMs + sum, longestMs: ownMs + Math.max(0, ...threads) };
}

/** Resident memory of this process and of the reader, in MB. */
export function residentMb(): { own: number; reader: number } {
  const reader = readerPids().map((pid) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1000;
  });
  return { own: process.memoryUsage().rss / 1e6, reader: reader.reduce((a, b) => a + b, 0) };
}

function readerThreads(): [string, number][] {
  return readerPids().flatMap((pid) =>
    readdirSync(`/proc/${pid}/task`).map((id): [string, number] => {
      const [nanoseconds] = readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ');
      return [id, Number(nanoseconds) / 1e6];
    }),
  );
}

function readerPids(): string[] {
  // Elsewhere the figures are those of this process alone, and the bench says so.
  if (process.platform !== 'linux') return [];
  const children = readdirSync('/proc/self/task').flatMap((id) =>
    readFileSync(`/proc/self/task/${id}/children`, 'utf8').trim().split(' '),
  );
  return children.filter(
    (pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('reader-main'),
  );
}
