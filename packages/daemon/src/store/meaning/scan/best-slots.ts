/**
 * The places of the greatest scores, the greatest first. `tops` are the greatest of each sixteen scores: as many of them as are wanted lie
 * above a bound, so that most scores need not be looked at. A score of zero does not count. Pure.
 */
const BLOCK = 16;

export function bestSlots(scores: Uint16Array, tops: Uint16Array, most: number): number[] {
  const least = Math.max(1, boundOf(tops, most));
  const found: number[] = [];
  for (let block = 0; block < tops.length; block++) {
    if ((tops[block] as number) < least) continue;
    const end = Math.min((block + 1) * BLOCK, scores.length);
    for (let slot = block * BLOCK; slot < end; slot++) {
      if ((scores[slot] as number) >= least) found.push(slot);
    }
  }
  return found.sort((a, b) => (scores[b] as number) - (scores[a] as number)).slice(0, most);
}

/** The greatest number that at least `most` of the tops reach; zero when they are fewer. */
function boundOf(tops: Uint16Array, most: number): number {
  const tally = new Uint32Array(65_536);
  for (const top of tops) tally[top] = (tally[top] as number) + 1;
  let bound = tally.length - 1;
  for (let above = 0; bound > 0; bound--) {
    above += tally[bound] as number;
    if (above >= most) break;
  }
  return bound;
}
