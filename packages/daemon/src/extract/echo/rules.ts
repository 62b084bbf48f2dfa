/**
 * Decides what of a microphone segment is the loudspeaker heard again. Two witnesses must agree before anything is lost: the echo
 * canceller left no speech, and the envelopes run together. Where they disagree the sound is kept. Pure: all that was
 * measured comes in, a decision goes out.
 */
import type { Likeness } from './signal/correlation.ts';
import { FRAME_MS, type JudgedFrame, SPEECH_ABOVE, type Stretch } from './signal/sound.ts';

/** From these likenesses on: perhaps, an echo, an echo although the stretch is short and its delay unknown, beyond doubt. */
const PERHAPS = 0.35;
const ECHO = 0.45;
const ECHO_BY_CHANCE = 0.65;
const CERTAIN = 0.8;
/** From here on the words are compared too, in case the canceller left something. */
const COMPARE_WORDS = 0.6;

const CERTAIN_FROM_MS = 800;
/** Shorter bits of a segment follow the segment as a whole. */
const RUN_FROM_MS = 400;
/** The canceller eats the edges of words: speech near speech that it left counts as left. */
const NEAR_MS = 6 * FRAME_MS;
const PAUSE_MS = 300;
const FEW_FRAMES = 4;
const JOIN_MS = 300;
/** Silence kept around speech, which the recogniser needs. */
const BEFORE_MS = 320;
const AFTER_MS = 190;

/** What is kept: the canceller's sound, except for the stretches that stay as the microphone heard them. */
export interface KeptPiece extends Stretch {
  readonly raw: readonly Stretch[];
  /** May still be the loudspeaker: words that it said too should be taken away. */
  readonly isDoubtful: boolean;
}

export interface Decision {
  readonly verdict: 'local' | 'echo' | 'mixed';
  readonly keep: readonly KeptPiece[];
  /** Of the whole segment. */
  readonly likeness: Likeness;
}

export interface Evidence {
  /** From the first to the last speech of the segment. */
  readonly voiced: Stretch;
  /** Frames of the microphone within it, and of the canceller's output in and around it. */
  readonly microphone: readonly JudgedFrame[];
  readonly cancelled: readonly JudgedFrame[];
  /** How like the monitor a stretch is. */
  compare(stretch: Stretch): Likeness;
  /** Whether an echo was ever confirmed between these two devices. */
  isLeakKnown(): boolean;
}

interface Run extends Stretch {
  readonly survived: boolean;
}

export function decide(evidence: Evidence): Decision {
  const { voiced } = evidence;
  const likeness = evidence.compare(voiced);
  const { correlation } = likeness;
  const echo: Decision = { verdict: 'echo', keep: [], likeness };
  const local = (isDoubtful: boolean): Decision => ({
    verdict: 'local',
    keep: [{ ...voiced, raw: [voiced], isDoubtful }],
    likeness,
  });

  // Beyond doubt, also while the canceller still learns the room.
  if (correlation >= CERTAIN && lengthOf(voiced) >= CERTAIN_FROM_MS) return echo;
  const { runs, survivors } = runsOf(evidence);
  if (survivors <= FEW_FRAMES) return isEcho(likeness) ? echo : local(correlation >= PERHAPS);

  // The longest first: it may show the delay by which the short ones are judged.
  const fates = new Map(
    runs
      .toSorted((a, b) => lengthOf(b) - lengthOf(a))
      .map((run) => [run, fateOf(run, evidence, correlation)]),
  );
  const kept = runs.filter((run) => fates.get(run) !== 'echo');
  const isAnyEcho = kept.length < runs.length;
  const isAllDoubtful = correlation >= COMPARE_WORDS;
  const isDoubtful = (run: Run) => isAllDoubtful || fates.get(run) === 'doubtful';
  // A headset: nothing ever leaked, so all that the canceller took away was taken from the person.
  if (!isAnyEcho && !evidence.isLeakKnown()) return local(runs.some(isDoubtful));
  if (kept.length === 0) return echo;
  const isMixed = isAnyEcho || correlation >= PERHAPS;
  const keep = joined(kept, isDoubtful, voiced);
  return { verdict: isMixed ? 'mixed' : 'local', keep, likeness };
}

function isEcho({ correlation, isByChance }: Likeness): boolean {
  return correlation >= (isByChance ? ECHO_BY_CHANCE : ECHO);
}

/** What survived is an echo only beyond doubt. What was removed is one only if it also sounds like one. */
function fateOf(
  run: Run,
  evidence: Evidence,
  wholeCorrelation: number,
): 'echo' | 'own' | 'doubtful' {
  if (lengthOf(run) < RUN_FROM_MS) {
    return !run.survived && wholeCorrelation >= PERHAPS ? 'echo' : 'own';
  }
  const likeness = evidence.compare(run);
  if (!run.survived) {
    if (!isEcho(likeness)) return 'own';
    // One run of many: some run agrees by chance now and then, and with a headset that would be the person's.
    return likeness.isByChance ? 'doubtful' : 'echo';
  }
  if (likeness.isByChance || likeness.correlation < COMPARE_WORDS) return 'own';
  return likeness.correlation >= CERTAIN ? 'echo' : 'doubtful';
}

/** Speech of the microphone as runs that the canceller left or removed. */
function runsOf({ microphone, cancelled }: Evidence): { runs: Run[]; survivors: number } {
  const left = cancelled.filter(({ probability }) => probability > SPEECH_ABOVE);
  const survives = (atMs: number) =>
    left.some((frame) => Math.abs(frame.atMs - atMs) <= NEAR_MS + 1);
  const runs: Run[] = [];
  let survivors = 0;
  for (const { atMs, probability } of microphone) {
    if (probability <= SPEECH_ABOVE) continue;
    const survived = survives(atMs);
    if (survived) survivors += 1;
    const endMs = atMs + FRAME_MS;
    const last = runs.at(-1);
    // What was left on either side of a pause may be of two speakers. What was removed is judged the better the longer it is.
    const isSame = last?.survived === survived && (!survived || atMs - last.endMs < PAUSE_MS);
    if (last !== undefined && isSame) runs[runs.length - 1] = { ...last, endMs };
    else runs.push({ startMs: atMs, endMs, survived });
  }
  return { runs, survivors };
}

/** Runs with the silence around them, close ones as one piece. What is in doubt stays apart, so that it can be judged by its own words. */
function joined(
  runs: readonly Run[],
  isDoubtful: (run: Run) => boolean,
  within: Stretch,
): KeptPiece[] {
  const pieces: KeptPiece[] = [];
  for (const run of runs) {
    const raw = run.survived ? [] : [{ startMs: run.startMs, endMs: run.endMs }];
    const last = pieces.at(-1);
    const piece = {
      startMs: Math.max(within.startMs, run.startMs - BEFORE_MS),
      endMs: Math.min(within.endMs, run.endMs + AFTER_MS),
      raw,
      isDoubtful: isDoubtful(run),
    };
    const isClose = last !== undefined && piece.startMs <= last.endMs + JOIN_MS;
    if (isClose && last.isDoubtful === piece.isDoubtful) {
      pieces[pieces.length - 1] = { ...last, endMs: piece.endMs, raw: [...last.raw, ...raw] };
    } else {
      pieces.push({ ...piece, startMs: Math.max(piece.startMs, last?.endMs ?? piece.startMs) });
    }
  }
  return pieces;
}

function lengthOf({ startMs, endMs }: Stretch): number {
  return endMs - startMs;
}
