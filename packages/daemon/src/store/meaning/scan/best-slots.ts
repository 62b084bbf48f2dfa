/** The places of the greatest scores, in no order. `isIn` has a 1 where a place counts; without it all do. Pure. */
export function bestSlots(
  scores: Uint16Array,
  most: number,
  isIn: Uint8Array | undefined,
): number[] {
  const tally = new Uint32Array(65_536);
  for (let slot = 0; slot < scores.length; slot++) {
    if (isIn === undefined || isIn[slot] === 1) {
      const score = scores[slot] as number;
      tally[score] = (tally[score] as number) + 1;
    }
  }
  let least = tally.length - 1;
  for (let above = 0; least > 0; least--) {
    above += tally[least] as number;
    if (above >= most) break;
  }
  const best: number[] = [];
  for (let slot = 0; slot < scores.length; slot++) {
    const isGreat = (scores[slot] as number) >= least;
    if (isGreat && (isIn === undefined || isIn[slot] === 1)) best.push(slot);
  }
  return best;
}
