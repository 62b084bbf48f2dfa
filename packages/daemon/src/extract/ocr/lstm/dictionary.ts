/**
 * The words of a language, with the punctuation that may stand around them and the ways in which numbers are written, as graphs in
 * which every path is a word. Reading goes letter by letter along all paths that are still possible.
 */
import { type Alphabet, SPACE } from './alphabet.ts';
import { byteReader } from './trained-data.ts';

/** Where reading stands. */
interface Position {
  /** Undefined before the word itself has begun. */
  readonly word: { readonly graph: Graph; readonly edge: number } | undefined;
  /** The edge in the graph of punctuation; -1 at its beginning. */
  readonly around: number;
  /** What follows is punctuation only. */
  readonly isOver: boolean;
}

export type Positions = readonly Position[];

export interface Continued {
  readonly positions: Positions;
  /** A word may end here. */
  readonly isEnd: boolean;
  readonly kind: WordKind;
}

/** Better ones are larger. */
export const WORD_KIND = { none: 0, punctuation: 1, free: 2, number: 6, word: 8 } as const;
export type WordKind = (typeof WORD_KIND)[keyof typeof WORD_KIND];

export interface Dictionary {
  readonly beginning: Positions;
  /** Undefined when no word goes on with this letter. */
  next(positions: Positions, letter: number): Continued | undefined;
}

/** Its arrays are shared between threads. */
export interface StoredGraph {
  readonly kind: WordKind;
  readonly letters: Uint16Array;
  readonly nexts: Int32Array;
  readonly flags: Uint8Array;
}

interface Graph extends StoredGraph {
  /** Edges of the first node by letter. */
  readonly first: ReadonlyMap<number, number>;
}

export interface StoredDictionary {
  readonly punctuation: StoredGraph;
  /** Of words and of numbers. */
  readonly graphs: readonly StoredGraph[];
}

const MAGIC = 42;
const FLAG_BITS = 3;
const FLAG = { isLast: 1, isEnd: 4 };
const NONE = -1;

/** Undefined when the language data has none. Throws a RangeError for another format. */
export function storedDictionaryOf(data: {
  punctuation: Buffer;
  words: Buffer;
  numbers: Buffer;
}): StoredDictionary | undefined {
  if (data.punctuation.length === 0 || data.words.length === 0) return undefined;
  const graphs = [graphOf(data.words, WORD_KIND.word)];
  if (data.numbers.length > 0) graphs.push(graphOf(data.numbers, WORD_KIND.number));
  return { punctuation: graphOf(data.punctuation, WORD_KIND.punctuation), graphs };
}

export function dictionaryOf(
  stored: StoredDictionary,
  { areDigits }: Pick<Alphabet, 'areDigits'>,
): Dictionary {
  const punctuation = withFirst(stored.punctuation);
  const graphs = stored.graphs.map(withFirst);
  const letterIn = (graph: Graph, letter: number) =>
    graph.kind === WORD_KIND.number && areDigits[letter] ? SPACE : letter;

  function begin(around: number, letter: number, found: Found): void {
    const slot = edgeAfter(punctuation, around, SPACE);
    if (slot !== NONE) {
      for (const graph of graphs) {
        const edge = edgeAfter(graph, NONE, letterIn(graph, letter));
        if (edge === NONE) continue;
        const isEnd = isEndOf(graph, edge) && isEndOf(punctuation, slot);
        found.add({ word: { graph, edge }, around: slot, isOver: false }, graph.kind, isEnd);
      }
    }
    const mark = edgeAfter(punctuation, around, letter);
    if (mark === NONE) return;
    const position = { word: undefined, around: mark, isOver: false };
    found.add(position, WORD_KIND.punctuation, isEndOf(punctuation, mark));
  }

  function goOn(position: Position, letter: number, found: Found): void {
    const { word, around, isOver } = position;
    if (word === undefined) {
      begin(around, letter, found);
      return;
    }
    const { graph, edge } = word;
    if (isEndOf(graph, edge)) {
      const mark = edgeAfter(punctuation, around, letter);
      if (mark !== NONE) {
        found.add({ word, around: mark, isOver: true }, graph.kind, isEndOf(punctuation, mark));
      }
    }
    if (isOver) return;
    const next = edgeAfter(graph, edge, letterIn(graph, letter));
    if (next === NONE) return;
    const isEnd = isEndOf(graph, next) && isEndOf(punctuation, around);
    found.add({ word: { graph, edge: next }, around, isOver: false }, graph.kind, isEnd);
  }

  return {
    beginning: [{ word: undefined, around: NONE, isOver: false }],
    next(positions, letter) {
      if (letter === SPACE) return undefined;
      const found = foundPositions();
      for (const position of positions) goOn(position, letter, found);
      return found.result();
    },
  };
}

type Found = ReturnType<typeof foundPositions>;

function foundPositions() {
  const positions: Position[] = [];
  let kind: WordKind = WORD_KIND.none;
  let isEnd = false;
  return {
    add(position: Position, of: WordKind, isEndHere: boolean): void {
      positions.push(position);
      if (of > kind) kind = of;
      isEnd ||= isEndHere;
    },
    result: (): Continued | undefined =>
      positions.length === 0 ? undefined : { positions, isEnd, kind },
  };
}

function graphOf(bytes: Buffer, kind: WordKind): StoredGraph {
  const file = byteReader(bytes);
  if (file.int16() !== MAGIC) throw new RangeError('a dictionary of another format');
  const letterBits = Math.ceil(Math.log2(file.int32() + 1));
  const count = file.int32();
  const records = file.bytes(8 * count);
  const letters = new Uint16Array(new SharedArrayBuffer(2 * count));
  const flags = new Uint8Array(new SharedArrayBuffer(count));
  const nexts = new Int32Array(new SharedArrayBuffer(4 * count));
  const flagMask = (1 << FLAG_BITS) - 1;
  const nextBit = letterBits + FLAG_BITS;
  for (let edge = 0; edge < count; edge++) {
    const low = records.readUInt32LE(8 * edge);
    const high = records.readUInt32LE(8 * edge + 4);
    letters[edge] = low & ((1 << letterBits) - 1);
    flags[edge] = (low >>> letterBits) & flagMask;
    nexts[edge] = (low >>> nextBit) | (high << (32 - nextBit));
  }
  return { kind, letters, nexts, flags };
}

function withFirst(graph: StoredGraph): Graph {
  const first = new Map<number, number>();
  for (let edge = 0; edge < graph.letters.length; edge++) {
    first.set(graph.letters[edge] as number, edge);
    if (((graph.flags[edge] as number) & FLAG.isLast) !== 0) break;
  }
  return { ...graph, first };
}

/** The edge of a letter out of the node at the end of another edge, or out of the first node. */
function edgeAfter(graph: Graph, before: number, letter: number): number {
  if (before === NONE) return graph.first.get(letter) ?? NONE;
  const { letters, flags } = graph;
  const node = graph.nexts[before] as number;
  // Nothing leads back to the first node: no longer words. Below it is nothing but damage.
  if (node <= 0) return NONE;
  for (let edge = node; edge < letters.length; edge++) {
    if (letters[edge] === letter) return edge;
    if (((flags[edge] as number) & FLAG.isLast) !== 0) return NONE;
  }
  return NONE;
}

function isEndOf({ flags }: Graph, edge: number): boolean {
  return edge !== NONE && ((flags[edge] as number) & FLAG.isEnd) !== 0;
}
