/**
 * Makes the process of a run the least important one: whatever else wants to work goes first. On Linux it gets the policy for idle
 * time, because under the usual one even the least important thread keeps a core for some milliseconds before it yields, and a
 * search wakes up many times. Elsewhere, and where that is forbidden, the lowest priority has to do.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const LOWEST = 19;
const SCHED_IDLE = 5;

/** Gives a thread the policy; negative when the system refuses. */
type SetScheduler = (thread: number, policy: number, parameters: Int32Array) => number;

let scheduler: Promise<SetScheduler | undefined> | undefined;

async function loadScheduler(): Promise<SetScheduler | undefined> {
  try {
    const { default: koffi } = await import('koffi');
    const signature = 'int sched_setscheduler(int pid, int policy, const int *parameters)';
    return koffi.load('libc.so.6').func(signature) as unknown as SetScheduler;
  } catch {
    // Another C library, or no native part for this system.
    return undefined;
  }
}

/** Rejects never: a process that has ended, or a system that forbids it, leaves it as important as it was. */
export async function makeLeastImportant(pid: number): Promise<void> {
  if (process.platform === 'linux') scheduler ??= loadScheduler();
  const setScheduler = await scheduler;
  try {
    if (process.platform !== 'linux') {
      setPriority(pid, LOWEST);
      return;
    }
    // Nor is the service to be killed for its memory.
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
    // Importance is one of each thread; those that collect garbage have begun already, and later ones inherit it.
    for (const name of readdirSync(`/proc/${pid}/task`)) {
      const thread = Number(name);
      setPriority(thread, LOWEST);
      setScheduler?.(thread, SCHED_IDLE, new Int32Array([0]));
    }
  } catch {
    // As said above.
  }
}
