/** What the governor knows over restarts, in one small file. What cannot be read counts as nothing: only a report would be shorter. */
import { readFileSync } from 'node:fs';
import { writeFileAtomically } from '#core/folders/atomic-file.ts';
import type { DatabaseSizes } from './disk-meter.ts';
import { POWER_CHOICES, type PowerChoice } from './levels.ts';

export interface Action {
  readonly atMs: number;
  readonly cause: 'cpu' | 'disk' | 'battery';
  /** Names of levels, or `paused`. */
  readonly from: string;
  readonly to: string;
  /** A sentence with the figures. */
  readonly reason: string;
}

export interface Memory {
  powerChoice: PowerChoice;
  databaseSizes: DatabaseSizes;
  /** The newest last. */
  actions: readonly Action[];
}

export function readMemory(file: string): Memory {
  try {
    const known = JSON.parse(readFileSync(file, 'utf8')) as Partial<Memory>;
    const { databaseSizes = {}, actions = [] } = known;
    const powerChoice = POWER_CHOICES.find((choice) => choice === known.powerChoice) ?? 'auto';
    return { powerChoice, databaseSizes, actions: Array.isArray(actions) ? actions : [] };
  } catch {
    return { powerChoice: 'auto', databaseSizes: {}, actions: [] };
  }
}

export function writeMemory(file: string, memory: Memory): void {
  writeFileAtomically(file, `${JSON.stringify(memory, undefined, 2)}\n`);
}
