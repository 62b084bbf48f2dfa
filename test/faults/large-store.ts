/**
 * The store that faults come to in the long form: a year of somebody's work, built once by the product's own writer from the
 * text of the search benchmark. Its rows have no media; they are older than all that is written to it afterwards.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORPUS_END_MS } from '../../bench/search/corpus.ts';
import { buildStore, type Facts } from '../../bench/search/filled-store.ts';

const KEPT = join(import.meta.dirname, '..', '..', '.cache', 'bench');

/** What was there before the first write. */
export interface Stored {
  readonly documents: number;
  /** All of it is older. */
  readonly endMs: number;
}

/** Copies it there; with no frames the folder stays as it is. */
export function putLargeStore(dataDir: string, frames: number): Stored {
  if (frames === 0) return { documents: 0, endMs: 0 };
  const folder = join(KEPT, `faults-${frames}`);
  const factsFile = join(folder, 'facts.json');
  const { documents }: Facts = existsSync(factsFile)
    ? JSON.parse(readFileSync(factsFile, 'utf8'))
    : buildStore(folder, frames);
  mkdirSync(dataDir, { recursive: true });
  copyFileSync(join(folder, 'db.sqlite'), join(dataDir, 'db.sqlite'));
  return { documents, endMs: CORPUS_END_MS + 24 * 3_600_000 };
}
