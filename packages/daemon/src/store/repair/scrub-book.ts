/**
 * How far the scrubbing of media files is, and which of them do not open, in `scrub.json`: written by the running service, read by
 * `hindcast doctor` too. What cannot be read counts as a round that has not begun.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '#core/folders/atomic-file.ts';

/** More are not listed one by one; whoever has so many has a broken disk. */
const MOST_LISTED = 1_000;

export interface ScrubState {
  readonly roundStartedMs: number;
  /** The last file that was looked at, relative to the data folder; empty at the beginning of a round. */
  readonly position: string;
  /** In this round. */
  readonly checked: number;
  readonly lastCheckedMs: number | null;
  /** Relative to the data folder; of this round and of those before it. */
  readonly broken: readonly string[];
}

const fileOf = (dataDir: string) => join(dataDir, 'scrub.json');

/** Broken ones that were deleted since then are left out. */
export function readScrubState(dataDir: string): ScrubState | undefined {
  try {
    const known = JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as ScrubState;
    const { roundStartedMs, position, checked, lastCheckedMs, broken } = known;
    if (typeof roundStartedMs !== 'number' || typeof position !== 'string') return undefined;
    const isThere = (path: unknown) => typeof path === 'string' && existsSync(join(dataDir, path));
    return { roundStartedMs, position, checked, lastCheckedMs, broken: broken.filter(isThere) };
  } catch {
    return undefined;
  }
}

export function writeScrubState(dataDir: string, state: ScrubState): void {
  const broken = state.broken.slice(-MOST_LISTED);
  writeFileAtomically(fileOf(dataDir), `${JSON.stringify({ ...state, broken }, undefined, 2)}\n`);
}
