/** Which codes are worth trying in one step of the network's output. */
import { WIDTH } from './beam.ts';

export interface StepRanks {
  /** Codes that are tried first, those tried when that leads nowhere, and all others. */
  group(index: number): readonly number[];
  groupOf(code: number): number;
  readonly best: number;
  readonly second: number;
}

export const GROUPS = 3;
const FIRST = 2;

/** The code that means nothing is always in the first group. */
export function stepRanks(
  outputs: Float32Array,
  at: number,
  codes: number,
  nullCode: number,
): StepRanks {
  const top = largest(outputs, at, codes);
  const [best = -1, second = -1] = top;
  const first = top.slice(0, FIRST);
  if (!first.includes(nullCode)) first.push(nullCode);
  const next = top.slice(FIRST).filter((code) => code !== nullCode);
  const groupOf = (code: number) => (first.includes(code) ? 0 : next.includes(code) ? 1 : 2);
  // Hardly ever needed.
  const others = () =>
    Array.from({ length: codes }, (_, code) => code).filter((code) => groupOf(code) === 2);
  return {
    group: (index) => (index === 0 ? first : index === 1 ? next : others()),
    groupOf,
    best,
    second,
  };
}

/** As many as a beam is wide, largest first. */
function largest(values: Float32Array, at: number, count: number): number[] {
  const found: number[] = [];
  let least = -1;
  for (let index = 0; index < count; index++) {
    const value = values[at + index] as number;
    if (value <= least) continue;
    let place = found.length;
    while (place > 0 && (values[at + (found[place - 1] as number)] as number) < value) place -= 1;
    found.splice(place, 0, index);
    if (found.length > WIDTH) found.pop();
    if (found.length === WIDTH) least = values[at + (found[WIDTH - 1] as number)] as number;
  }
  return found;
}
