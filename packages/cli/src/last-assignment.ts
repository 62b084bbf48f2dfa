/**
 * Remembers the last `speakers assign` or `merge`, so that it can be taken back by a later command: the service gives the earlier state to whoever
 * asked for the change and keeps none itself. A file of ids only, in the data folder.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Assignment {
  /** The service that made it: ids mean nothing to another one. */
  readonly url: string;
  readonly old_assignments: { transcription_id: number; old_speaker_id: number | null }[];
}

const fileIn = (dataDir: string) => join(dataDir, 'last-assignment.json');

export function keepAssignment(dataDir: string, assignment: Assignment): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(fileIn(dataDir), JSON.stringify(assignment), { mode: 0o600 });
}

/** Undefined when there is none. */
export function readAssignment(dataDir: string): Assignment | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Assignment;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function forgetAssignment(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}
