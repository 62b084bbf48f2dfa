/** Memory of the service with all its processes, in which a page that several of them share counts once: while it works and at rest. */
import { setTimeout as wait } from 'node:timers/promises';
import { print } from '../search/measuring.ts';
import { useOfTree } from './process-tree.ts';
import type { Stage } from './stage.ts';

export const WORKING_GOAL_MB = 300;
const RESTING_GOAL_MB = 200;
// The OCR process ends 50 s after the last frame, and the service gives memory back a minute and a half after it.
const RESTS_AFTER_MS = 150_000;

/** After work, without a change on the screen. */
export async function printResting(stage: Stage): Promise<void> {
  await wait(RESTS_AFTER_MS);
  printMemory('memory at rest', useOfTree(stage.daemon.pid).proportionalMb, RESTING_GOAL_MB);
}

export function printMemory(name: string, value: number, goal: number): void {
  print(
    `  ${name.padEnd(32)} ${value.toFixed(0)} MB (shared pages once), goal ${goal}: ratio ${(value / goal).toFixed(2)}`,
  );
}
