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
  // Looking takes a millisecond or two of this process: done before its own time is taken here, and after it in `cpuSince`.
  const readerMs = new Map(readerThreads());
  return { ownMs: ownCpuMs(), readerMs };
}

export function cpuSince(before: CpuTimes): CpuUsed {
  const ownMs = ownCpuMs() - before.ownMs;
  const threads = readerThreads().map(([id, ms]) => ms - (before.readerMs.get(id) ?? 0));
  const sum = threads.reduce((a, b) => a + b, 0);
  return { allMs: ownMs + sum, longestMs: ownMs + Math.max(0, ...threads) };
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
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
