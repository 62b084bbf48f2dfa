/** Scheduling priority of child processes. */
import { setPriority } from 'node:os';

/**
 * `niceness` from 1 to 19. Call it right after the start: on Linux it changes one thread, and only later ones inherit it. A process
 * that has ended already, or a system that forbids the change, is no error.
 */
export function lowerPriority(pid: number | undefined, niceness: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, niceness);
  } catch {
    // The work is right at any priority.
  }
}
