/** CPU and memory of this process and of the speech process together. Linux reports about other processes, other systems do not. */
import { readFileSync } from 'node:fs';

// sysconf(_SC_CLK_TCK) is 100 on every Linux there is.
const TICK_MS = 10;

function childCpuMs(pid: number | undefined): number {
  if (pid === undefined) return 0;
  // The second field is a name in brackets that may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The child must not be replaced in between. */
export function cpuMeter(pid: () => number | undefined): () => number {
  const own = process.cpuUsage();
  const childBefore = childCpuMs(pid());
  return () => {
    const { user, system } = process.cpuUsage(own);
    return (user + system) / 1000 + childCpuMs(pid()) - childBefore;
  };
}

export function residentMb(pid: number | undefined): number {
  return statusMb(pid, /^VmRSS:\s+(\d+)/m);
}

/** The most it ever had. */
export function peakMb(pid: number | undefined): number {
  return statusMb(pid, /^VmHWM:\s+(\d+)/m);
}

function statusMb(pid: number | undefined, line: RegExp): number {
  if (pid === undefined) return 0;
  const kb = line.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kb) / 1000);
}
