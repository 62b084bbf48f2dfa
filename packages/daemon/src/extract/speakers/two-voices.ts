/**
 * Notices that what counts as one speaker is two: the first turns of a new voice may have sounded enough like a known one, and then both
 * are learned as one. Divides the turns into the two groups that differ most and keeps the division only if these are as far apart as
 * two voices are. Pure.
 */
import {
  accumulate,
  directionOf,
  dot,
  emptySum,
  evidenceOf,
  weightOf,
} from '#core/sound/voice-vector.ts';
import type { HeldTurn } from './speaker-scores.ts';

/** Fewer turns of one voice fall into groups by chance. */
const LEAST_TURNS = 4;
const LEAST_MS = 6_000;
/** Below that of one voice (`SAME_VOICE`), so that a division is not taken back at once. */
const TWO_VOICES_BELOW = 0.58;
const ROUNDS = 8;
/** More say nothing new. */
const MOST_TURNS = 200;

/** The turns of the voice that is heard less, or undefined when all are of one. */
export function turnsOfSecondVoice(turns: readonly HeldTurn[]): HeldTurn[] | undefined {
  const learned = turns.filter(({ durationMs }) => weightOf(durationMs) > 0).slice(-MOST_TURNS);
  if (learned.length < 2 * LEAST_TURNS) return undefined;
  let centres = farthestFrom(learned);
  let groups: [HeldTurn[], HeldTurn[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    groups = divide(turns, centres);
    centres = [centreOf(groups[0]), centreOf(groups[1])];
  }
  const areTwo = groups.every(isEnough) && dot(...centres) < TWO_VOICES_BELOW;
  if (!areTwo) return undefined;
  const [one, other] = groups;
  const fewer = one.length < other.length ? one : other;
  // What a person has said about a turn stays.
  return fewer.some(({ isPinned }) => isPinned) ? undefined : fewer;
}

type Centres = [Float64Array, Float64Array];

/** The turn that is least like the others, and the one that is least like it. */
function farthestFrom(turns: readonly HeldTurn[]): Centres {
  const leastLike = (direction: Float64Array) =>
    turns.reduce((least, turn) =>
      dot(direction, turn.embedding) < dot(direction, least.embedding) ? turn : least,
    );
  const first = Float64Array.from(leastLike(centreOf(turns)).embedding);
  return [first, Float64Array.from(leastLike(first).embedding)];
}

function divide(turns: readonly HeldTurn[], [one, other]: Centres): [HeldTurn[], HeldTurn[]] {
  const isFirst = ({ embedding }: HeldTurn) => dot(one, embedding) >= dot(other, embedding);
  return [turns.filter(isFirst), turns.filter((turn) => !isFirst(turn))];
}

function centreOf(turns: readonly HeldTurn[]): Float64Array {
  const sum = emptySum();
  for (const { embedding, durationMs } of turns) accumulate(sum, embedding, evidenceOf(durationMs));
  return directionOf(sum);
}

function isEnough(turns: readonly HeldTurn[]): boolean {
  const learned = turns.filter(({ durationMs }) => weightOf(durationMs) > 0);
  const totalMs = learned.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return learned.length >= LEAST_TURNS && totalMs >= LEAST_MS;
}
