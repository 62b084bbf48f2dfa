/** Scheduling priority of child processes. */
import { getPriority, setPriority } from 'node:os';

const LOWEST = 19;

/**
 * `niceness` from 1 to 19 is how much less important than ours. Call it right after the start: on Linux it changes one thread, and only
 * later ones inherit it. A process that has ended already, or a system that forbids the change, is no error.
 */
export function lowerPriority(pid: number | undefined, niceness: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(LOWEST, getPriority() + niceness));
  } catch {
    // The work is right at any priority.
  }
}
