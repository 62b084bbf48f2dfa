/**
 * Collects all garbage of this thread now. V8 postpones that while nothing is allocated: what the start and an hour of work leave behind
 * would stay for as long as the service rests. Called by `upkeep/memory.ts`.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void;

let collect: Collect | undefined;

/** Blocks for some 20 ms. */
export function collectGarbage(): void {
  collect ??= findCollect();
  // The kind that also gives the freed pages back.
  collect({ type: 'major', flavor: 'last-resort' });
}

/** A new context sees it, the code of the service does not. */
function findCollect(): Collect {
  setFlagsFromString('--expose-gc');
  const found = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  return found;
}
