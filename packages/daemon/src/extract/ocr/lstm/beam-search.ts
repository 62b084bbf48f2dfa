/**
 * Finds the likeliest text in the output of the network, one step of a few columns after the other. Two kinds of readings compete: words
 * of the dictionary, and any text, which has to be clearly likelier. A letter takes several steps, with or without nothing
 * between; where two outputs share a step on the way from one to the other, their likelihoods are added, but only between steps in
 * which each stands alone, so that all ways to read it mean the same text. The rules and figures are those Tesseract was tuned with.
 */
import { SPACE } from './alphabet.ts';
import {
  type Beam,
  emptyBeam,
  FOLLOW,
  type Follow,
  isHopeless,
  keep,
  lastLetter,
  type Node,
} from './beam.ts';
import {
  addFree,
  addWord,
  certaintyOf,
  type Language,
  LEAST,
  likelihood,
  repeat,
  type Step,
} from './grow-beam.ts';
import { GROUPS, stepRanks } from './step-ranks.ts';

export interface BeamSearch {
  /** The best reading, one node a step. `outputs` has a likelihood for each code and step. */
  decode(outputs: Float32Array): readonly Node[];
}

const FOLLOWS = [FOLLOW.anything, FOLLOW.itself, FOLLOW.another] as const;

export function beamSearch(language: Language): BeamSearch {
  const codes = language.alphabet.letterOf.length;
  const { nullCode } = language;
  return {
    decode(outputs) {
      let last: Beam | undefined;
      for (let at = 0; at < outputs.length; at += codes) {
        const ranks = stepRanks(outputs, at, codes, nullCode);
        const step = { ...language, outputs, at, ranks, beam: emptyBeam() };
        if (last === undefined) begin(step);
        else goOn(step, last);
        last = step.beam;
      }
      return pathTo(last && bestEnd(last));
    },
  };
}

function begin(step: Step): void {
  goOnWithOthers(step, false, FOLLOW.anything, undefined, 0);
  if (step.dictionary !== undefined) goOnWithOthers(step, true, FOLLOW.anything, undefined, 0);
}

function goOn(step: Step, last: Beam): void {
  const { beam } = step;
  const isStuck = () => beam.free[0].length + beam.words[0].length === 0;
  for (let group = 0; group < GROUPS && isStuck(); group++) {
    for (const follow of FOLLOWS) {
      for (const node of last.free[follow]) goOnFrom(step, false, follow, node, group);
      for (const node of last.words[follow]) goOnFrom(step, true, follow, node, group);
    }
  }
  if (step.dictionary === undefined) return;
  for (const follow of FOLLOWS) {
    const node = beam.beginnings[follow];
    const list = beam.words[follow];
    if (node !== undefined && !isHopeless(list, node.score)) keep(list, node);
  }
}

/** With the codes of one group. */
function goOnFrom(step: Step, isWord: boolean, follow: Follow, node: Node, group: number): void {
  if (step.ranks.groupOf(node.code) === group) goOnWithSame(step, isWord, follow, node);
  if (follow !== FOLLOW.itself) goOnWithOthers(step, isWord, follow, node, group);
}

function goOnWithSame(step: Step, isWord: boolean, follow: Follow, before: Node): void {
  const { code } = before;
  const own = likelihood(step, code);
  if (follow !== FOLLOW.another) repeat(step, isWord, FOLLOW.anything, before, certaintyOf(own));
  const isFirst = step.ranks.groupOf(code) === 0;
  if (follow !== FOLLOW.anything || !isFirst || code === step.nullCode) return;
  const shared = own + likelihood(step, step.nullCode);
  repeat(step, isWord, FOLLOW.another, before, certaintyOf(shared));
}

function goOnWithOthers(
  step: Step,
  isWord: boolean,
  follow: Follow,
  before: Node | undefined,
  group: number,
): void {
  const add = isWord ? addWord : addFree;
  for (const code of step.ranks.group(group)) {
    const certainty = certaintyOf(likelihood(step, code));
    if (code === before?.code || !isReadable(step, code, certainty)) continue;
    add(step, FOLLOW.anything, code, certainty, before);
    if (group > 0 || code === step.nullCode) continue;
    const shared = sharedLikelihood(step, code, before, follow);
    add(step, FOLLOW.itself, code, certaintyOf(shared), before);
  }
}

/** Some outputs stand for nothing that can be written. */
function isReadable({ alphabet, nullCode }: Step, code: number, certainty: number): boolean {
  return code === nullCode || (alphabet.letterOf[code] !== -1 && certainty >= LEAST);
}

/** Of a code on the way from nothing to it, or from the likeliest other one. */
function sharedLikelihood(
  step: Step,
  code: number,
  before: Node | undefined,
  follow: Follow,
): number {
  const { nullCode } = step;
  const { best, second } = step.ranks;
  const shared = likelihood(step, code) + likelihood(step, nullCode);
  if (before === undefined || before.code === nullCode || follow !== FOLLOW.anything) {
    return shared;
  }
  const isChange =
    (before.code === best && code === second) || (code === best && before.code === second);
  return isChange ? shared + likelihood(step, before.code) : shared;
}

/** Words only where they may end. */
function bestEnd({ free, words }: Beam): Node | undefined {
  const isEnd = (node: Node) => {
    const last = lastLetter(node);
    return last !== undefined && (last.isWordEnd || last.letter === SPACE);
  };
  const ends = [FOLLOW.anything, FOLLOW.another].flatMap((follow) => [
    ...free[follow],
    ...words[follow].filter(isEnd),
  ]);
  return ends.reduce<Node | undefined>(
    (best, node) => (best === undefined || node.score > best.score ? node : best),
    undefined,
  );
}

function pathTo(end: Node | undefined): Node[] {
  const path: Node[] = [];
  for (let node = end; node !== undefined; node = node.before) path.push(node);
  return path.reverse();
}
