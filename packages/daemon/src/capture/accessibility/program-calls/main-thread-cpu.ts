/** How much CPU the main thread of a process has used. Programs answer assistive technology on that thread. */
import { readFileSync } from 'node:fs';

const NS_PER_MS = 1e6;

/** Undefined when the process is not visible from here: it ended, or it runs in another process namespace. */
export function mainThreadCpuMs(pid: number | undefined): number | undefined {
  if (pid === undefined) return undefined;
  try {
    const [onCpuNs = ''] = readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ');
    return Number(onCpuNs) / NS_PER_MS;
  } catch {
    // The caller falls back to elapsed time.
    return undefined;
  }
}
