/** CPU time of the OCR side: every thread of this process and of the OCR process, which the system counts in nanoseconds. */
import { readdirSync, readFileSync } from 'node:fs';

export interface CpuTimes {
  /** Undefined when there is no such process: the figures are then those of this process alone. */
  readonly pid: number | undefined;
  readonly ownMs: number;
  readonly processMs: number;
}

export function cpuNow(pid: number | undefined): CpuTimes {
  // Looking takes a millisecond or two of this process: done before its own time is taken here, and after it in `cpuSince`.
  const processMs = processCpuMs(pid);
  return { pid, ownMs: ownCpuMs(), processMs };
}

export function cpuSince({ pid, ownMs, processMs }: CpuTimes): number {
  const own = ownCpuMs() - ownMs;
  return own + processCpuMs(pid) - processMs;
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** In MB. Pages shared with other processes, such as the program of Node itself, count in part. */
export function memoryMb(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return 0;
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1000;
}

function processCpuMs(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return 0;
  const threads = readdirSync(`/proc/${pid}/task`).map((id) => {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  });
  return threads.reduce((a, b) => a + b, 0);
}
