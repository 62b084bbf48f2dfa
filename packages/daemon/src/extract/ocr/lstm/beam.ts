/** Partial readings of a line: the best few of each kind after a step. */
import type { Positions, WordKind } from './dictionary.ts';

/** What may follow a node. */
export const FOLLOW = {
  anything: 0,
  /** Only the same: its likelihood is shared with another output, and it has not stood alone yet. */
  itself: 1,
  /** Only something else: the same, after it has stood alone. */
  another: 2,
} as const;
export type Follow = (typeof FOLLOW)[keyof typeof FOLLOW];

/** One step of a reading, with all steps before it. */
export interface Node {
  readonly code: number;
  /** -1 for nothing. */
  readonly letter: number;
  readonly kind: WordKind;
  /** A word of the dictionary may begin after it. */
  readonly isBeginning: boolean;
  readonly isWordEnd: boolean;
  /** The letter before goes on. */
  readonly isRepeated: boolean;
  readonly certainty: number;
  /** Of all steps up to here. */
  readonly score: number;
  readonly before: Node | undefined;
  readonly positions: Positions | undefined;
  /** Of all letters up to here. */
  readonly hash: number;
}

/** One list for each `Follow`. */
export type Lists = readonly [Node[], Node[], Node[]];

export interface Beam {
  /** Any text. */
  readonly free: Lists;
  /** Words of the dictionary. */
  readonly words: Lists;
  /** The best place for a word to begin, for each `Follow`. */
  readonly beginnings: [Node | undefined, Node | undefined, Node | undefined];
}

export const WIDTH = 5;

export function emptyBeam(): Beam {
  const lists = (): Lists => [[], [], []];
  return { free: lists(), words: lists(), beginnings: [undefined, undefined, undefined] };
}

/** Whether there is no place for it. */
export function isHopeless(list: readonly Node[], score: number): boolean {
  return list.length >= WIDTH && score <= worstOf(list).score;
}

/** Puts it in the place of one that means the same text, or of the worst when the list is full. It must not be hopeless. */
export function keep(list: Node[], node: Node): void {
  const same = list.findIndex((one) => isSameText(one, node));
  const known = list[same];
  if (known === undefined && list.length < WIDTH) list.push(node);
  else if (known === undefined) list[list.indexOf(worstOf(list))] = node;
  else if (node.score > known.score) list[same] = node;
}

function worstOf(list: readonly Node[]): Node {
  let worst = list[0] as Node;
  for (const node of list) if (node.score < worst.score) worst = node;
  return worst;
}

function isSameText(a: Node, b: Node): boolean {
  return (
    a.hash === b.hash && a.code === b.code && a.kind === b.kind && a.isBeginning === b.isBeginning
  );
}

/** The last node that is a letter by itself. */
export function lastLetter(node: Node | undefined): Node | undefined {
  let letter = node;
  while (letter !== undefined && (letter.letter === -1 || letter.isRepeated))
    letter = letter.before;
  return letter;
}
