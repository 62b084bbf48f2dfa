/**
 * Divides a stretch of speech where another person begins: the voices before and after each pause are compared, and far ones become
 * separate stretches, so that a question and its answer are two rows of two speakers. Called by `scribe.ts`.
 */
import { accumulate, directionOf, dot, emptySum } from '#core/sound/voice-vector.ts';
import { type Piece, SAMPLES_PER_MS } from './job.ts';

/** The voice in some speech; undefined when there is too little of it. */
export type Embed = (samples: Int16Array, signal: AbortSignal) => Promise<Float32Array | undefined>;

/** Of less nobody can tell the voice; it stays with what was said before. */
const SHORTEST_RUN_MS = 900;
/** [the shorter of the two lasts less than this, they are two voices below this cosine]. Short speech of one voice differs more. */
const TWO_VOICES_BELOW: readonly (readonly [belowMs: number, cosine: number])[] = [
  [1_200, 0.1],
  [2_000, 0.2],
  [Infinity, 0.3],
];

/** Speech between two pauses, in samples. */
interface Run {
  readonly from: number;
  readonly to: number;
}

export async function splitTurns(
  piece: Piece,
  embed: Embed,
  signal: AbortSignal,
): Promise<Piece[]> {
  const runs = runsOf(piece);
  if (runs.length < 2) return [piece];
  const turns: { runs: Run[]; sum: Float64Array; ms: number; hasVoice: boolean }[] = [];
  for (const run of runs) {
    const voice = await embed(piece.samples.subarray(run.from, run.to), signal);
    const ms = lengthOf(run);
    let turn = turns.at(-1);
    const isAnother =
      turn?.hasVoice &&
      voice !== undefined &&
      dot(directionOf(turn.sum), voice) < limitFor(Math.min(ms, turn.ms));
    if (turn === undefined || isAnother) {
      turn = { runs: [], sum: emptySum(), ms: 0, hasVoice: false };
      turns.push(turn);
    }
    turn.runs.push(run);
    turn.ms += ms;
    turn.hasVoice ||= voice !== undefined;
    if (voice) accumulate(turn.sum, voice, ms);
  }
  const divided = turns.map((turn) => turn.runs);
  return divided.length === 1 ? [piece] : piecesOf(piece, divided);
}

/** Runs that are too short to be compared are joined with the one before, or else with the next. */
function runsOf({ voicedFrom, voicedTo, pauses = [] }: Piece): Run[] {
  const ends = [...pauses.map(({ from }) => from), voicedTo];
  const starts = [voicedFrom, ...pauses.map(({ to }) => to)];
  const runs: Run[] = [];
  for (const [i, from] of starts.entries()) {
    const to = ends[i] ?? voicedTo;
    const last = runs.at(-1);
    const isShort = to - from < SHORTEST_RUN_MS * SAMPLES_PER_MS;
    if (last && (isShort || lengthOf(last) < SHORTEST_RUN_MS)) {
      runs[runs.length - 1] = { from: last.from, to };
    } else {
      runs.push({ from, to });
    }
  }
  return runs;
}

/** Each ends in the middle of the pause before the next. */
function piecesOf(piece: Piece, turns: readonly (readonly Run[])[]): Piece[] {
  const firsts = turns.map((runs) => runs[0]?.from ?? 0);
  const lasts = turns.map((runs) => runs.at(-1)?.to ?? 0);
  return turns.map((_, i) => {
    const before = lasts[i - 1];
    const after = firsts[i + 1];
    const [from = 0, to = 0] = [firsts[i], lasts[i]];
    const start = before === undefined ? 0 : Math.floor((before + from) / 2);
    const end = after === undefined ? piece.samples.length : Math.floor((to + after) / 2);
    return {
      ...piece,
      startMs: piece.startMs + start / SAMPLES_PER_MS,
      endMs: after === undefined ? piece.endMs : piece.startMs + end / SAMPLES_PER_MS,
      samples: piece.samples.subarray(start, end),
      voicedFrom: from - start,
      voicedTo: to - start,
      pauses: [],
    };
  });
}

function lengthOf({ from, to }: Run): number {
  return (to - from) / SAMPLES_PER_MS;
}

function limitFor(shorterMs: number): number {
  return TWO_VOICES_BELOW.find(([belowMs]) => shorterMs < belowMs)?.[1] ?? -1;
}
