/** Memory of the service with all its processes, in which a page that several of them share counts once: while it works and at rest. */
import { setTimeout as wait } from 'node:timers/promises';
import { print } from '../search/measuring.ts';
import { type ProcessUse, useOfTree } from './process-tree.ts';
import type { Stage } from './stage.ts';

export const WORKING_GOAL_MB = 300;
const RESTING_GOAL_MB = 200;
// The OCR process ends 50 s after the last frame, and the service gives memory back a minute and a half after it.
const RESTS_AFTER_MS = 150_000;

/** After work, without a change on the screen. */
export async function printResting(stage: Stage): Promise<void> {
  await wait(RESTS_AFTER_MS);
  const use = useOfTree(stage.daemon.pid);
  printMemory('memory at rest', use.proportionalMb, RESTING_GOAL_MB);
  printParts(use.parts);
}

/** Which processes have it. */
export function printParts(parts: readonly ProcessUse[]): void {
  for (const { name, proportionalMb } of parts) {
    print(`    ${name.padEnd(30)} ${proportionalMb.toFixed(0)} MB`);
  }
}

export function printMemory(name: string, value: number, goal: number): void {
  print(
    `  ${name.padEnd(32)} ${value.toFixed(0)} MB (shared pages once), goal ${goal}: ratio ${(value / goal).toFixed(2)}`,
  );
}
