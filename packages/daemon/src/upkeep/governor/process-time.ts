/**
 * CPU time of this process and of all that it started: OCR, speech, video, SQL, pipes. Linux has it in `/proc`, also of those that
 * have ended since; elsewhere only the process itself is counted. Some fifty small reads, less than a millisecond.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports times in hundredths of a second, whatever the kernel counts in. */
const MS_PER_TICK = 10;
/** In `/proc/<pid>/stat`, after the name: own user and system time, then those of children that have ended. */
const FIRST_TIME = 11;
const TIMES = 4;

export interface ProcessTime {
  cpuMs: number;
  processes: number;
}

export function processTime(proc = '/proc'): ProcessTime {
  if (process.platform !== 'linux') return ownTime();
  const seen = new Set<number>();
  let cpuMs = 0;
  const open = [process.pid];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    const ms = seen.has(pid) ? undefined : timeOf(proc, pid);
    if (ms === undefined) continue;
    seen.add(pid);
    cpuMs += ms;
    open.push(...childrenOf(proc, pid));
  }
  return seen.size === 0 ? ownTime() : { cpuMs, processes: seen.size };
}

function ownTime(): ProcessTime {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1000, processes: 1 };
}

/** Undefined for one that has just ended: its time is that of its parent by then. */
function timeOf(proc: string, pid: number): number | undefined {
  const stat = textOf(`${proc}/${pid}/stat`);
  // A name may hold spaces and brackets; what follows the last bracket is numbers.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields.length < FIRST_TIME + TIMES) return undefined;
  const times = fields.slice(FIRST_TIME, FIRST_TIME + TIMES).map(Number);
  return times.reduce((sum, ticks) => sum + ticks, 0) * MS_PER_TICK;
}

/** Each thread has its own list. */
function childrenOf(proc: string, pid: number): number[] {
  return namesIn(`${proc}/${pid}/task`).flatMap((thread) =>
    textOf(`${proc}/${pid}/task/${thread}/children`)
      .split(' ')
      .map(Number)
      .filter((child) => child > 0),
  );
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    // It ended between two looks.
    return '';
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
