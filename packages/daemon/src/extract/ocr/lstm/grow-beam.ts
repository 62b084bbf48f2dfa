/** How readings grow by one step: what a code means for any text and for words of the dictionary. */
import { type Alphabet, SPACE } from './alphabet.ts';
import { type Beam, type Follow, isHopeless, keep, lastLetter, type Node } from './beam.ts';
import { type Dictionary, WORD_KIND } from './dictionary.ts';
import type { StepRanks } from './step-ranks.ts';

// Certainties are logarithms. What is not in the dictionary has to be this much surer of itself.
const FREE_TEXT_FACTOR = 2.25;
// Gives words a chance against text that is as good as certain.
const OFFSET = -0.085;
export const LEAST = -20;
const LEAST_IN_WORDS = -25 / 7;

type NewNode = Pick<Node, 'code' | 'letter' | 'kind' | 'certainty' | 'before'> & Partial<Node>;

/** What a line is read with. */
export interface Language {
  readonly alphabet: Alphabet;
  readonly dictionary: Dictionary | undefined;
  /** The output that means nothing. */
  readonly nullCode: number;
}

export interface Step extends Language {
  readonly outputs: Float32Array;
  /** Where the outputs of this step begin. */
  readonly at: number;
  readonly ranks: StepRanks;
  readonly beam: Beam;
}

/** With the code it ends with. */
export function repeat(
  step: Step,
  isWord: boolean,
  follow: Follow,
  before: Node,
  certainty: number,
): void {
  const { code, letter, kind } = before;
  const fields = { code, letter, kind, before, isRepeated: true };
  if (isWord) {
    if (certainty > LEAST_IN_WORDS) push(step, step.beam.words[follow], { ...fields, certainty });
    return;
  }
  const scaled = certainty * FREE_TEXT_FACTOR;
  if (scaled < LEAST && code !== step.nullCode) return;
  push(step, step.beam.free[follow], { ...fields, certainty: scaled });
}

type Add = (
  step: Step,
  follow: Follow,
  code: number,
  certainty: number,
  before: Node | undefined,
) => void;

export const addFree: Add = (step, follow, code, certainty, before) => {
  const letter = letterOf(step, code);
  const scaled = certainty * FREE_TEXT_FACTOR;
  const kind = WORD_KIND.free;
  push(step, step.beam.free[follow], { code, letter, kind, certainty: scaled, before });
  if (letter !== SPACE || certainty <= LEAST_IN_WORDS) return;
  beginWord(step, follow, { code, letter, kind: WORD_KIND.none, certainty, before });
};

export const addWord: Add = (step, follow, code, certainty, before) => {
  if (certainty <= LEAST_IN_WORDS) return;
  const letter = letterOf(step, code);
  const words = step.beam.words[follow];
  if (letter === -1) {
    push(step, words, { code, letter, kind: WORD_KIND.none, certainty, before });
    return;
  }
  const last = lastLetter(before);
  if (letter === SPACE) {
    if (last?.isWordEnd === true) {
      endWord(step, follow, { code, letter, kind: last.kind, certainty, before });
    }
    return;
  }
  if (isHopeless(words, certainty + (before?.score ?? 0))) return;
  const positions = last === undefined ? step.dictionary?.beginning : last.positions;
  const next = positions && step.dictionary?.next(positions, letter);
  if (next === undefined) return;
  const { kind, isEnd: isWordEnd } = next;
  const word = { code, letter, kind, isWordEnd, positions: next.positions };
  push(step, words, { ...word, certainty, before });
};

/** With a space, after which another word or any text may begin. */
function endWord(step: Step, follow: Follow, space: NewNode): void {
  beginWord(step, follow, space);
  push(step, step.beam.free[follow], space);
}

function beginWord(step: Step, follow: Follow, fields: NewNode): void {
  const { beginnings } = step.beam;
  const positions = step.dictionary?.beginning;
  const node = nodeOf(step, { ...fields, isBeginning: true, positions });
  const known = beginnings[follow];
  if (known === undefined || node.score > known.score) beginnings[follow] = node;
}

function push(step: Step, list: Node[], fields: NewNode): void {
  const score = fields.certainty + (fields.before?.score ?? 0);
  if (!isHopeless(list, score)) keep(list, nodeOf(step, fields));
}

function nodeOf({ nullCode }: Step, fields: NewNode): Node {
  const { code, certainty, before, isRepeated = false } = fields;
  const hash = before?.hash ?? 0;
  const isLetter = !isRepeated && code !== nullCode;
  return {
    code,
    letter: fields.letter,
    kind: fields.kind,
    isBeginning: fields.isBeginning ?? false,
    isWordEnd: fields.isWordEnd ?? false,
    isRepeated,
    certainty,
    score: certainty + (before?.score ?? 0),
    before,
    positions: fields.positions,
    hash: isLetter ? (Math.imul(hash, 0x01000193) ^ (code + 1)) | 0 : hash,
  };
}

export function likelihood({ outputs, at }: Step, code: number): number {
  return outputs[at + code] as number;
}

function letterOf({ alphabet }: Step, code: number): number {
  return alphabet.letterOf[code] as number;
}

export function certaintyOf(likelihood: number): number {
  return Math.max(LEAST, Math.log(likelihood)) + OFFSET;
}
