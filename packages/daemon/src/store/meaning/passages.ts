/**
 * Content → passages: pieces of text that say one thing, of at most some 64 tokens, with their places. The same content always gives
 * the same passages, since a passage is stored as its hash and found again in its content by it: another division needs a
 * migration that empties the passages and fills their queue. Pure.
 */
import { createHash } from 'node:crypto';
import type { FrameContent } from '../packing/format.ts';
import { type Box, blocksOf, type Line, plainBlocks } from './blocks.ts';

const MOST_TOKENS = 60;
/** From here on a long block is cut where its content says so, not where it began: scrolling then gives the same pieces. */
const LEAST_TOKENS = 20;
const LEAST_WORDS = 4;
const LEAST_WORDS_SAID = 3;
const LEAST_LETTERS = 12;
/** Of a frame. More is a page of data. */
const MOST_PASSAGES = 60;
/** Lines shorter than this are entries of a list; longer ones are prose that goes on in the next line. */
const WORDS_OF_PROSE = 6;

export interface Passage {
  hash: number;
  text: string;
  /** One for each of its lines; none where places are not known. */
  boxes: Box[];
  /** Its part of what was said, from 0 to 1. */
  from: number;
  to: number;
  isTitle?: true;
}

export interface PassageSource {
  kind: 'ocr' | 'audio' | 'ui' | 'note';
  /** The title of the window. */
  title: string;
  content: FrameContent;
}

export function passagesOf({ kind, title, content }: PassageSource): Passage[] {
  const least = kind === 'ocr' || kind === 'ui' ? LEAST_WORDS : LEAST_WORDS_SAID;
  const blocks = kind === 'ocr' ? blocksOf(content) : plainBlocks(content.text);
  const found = new Map<number, Passage>();
  const add = (passage: Passage) => {
    if (!found.has(passage.hash)) found.set(passage.hash, passage);
  };
  for (const block of blocks) {
    for (const passage of cut(block)) if (hasMeaning(passage.text, least)) add(passage);
    if (found.size >= MOST_PASSAGES) break;
  }
  const named = titleOf(title);
  if (/\p{L}{3}/u.test(named)) {
    const hash = hashOf(named);
    // Many windows show their title, which is the title there as well.
    const shown = found.get(hash) ?? { hash, text: named, boxes: [], from: 0, to: 1 };
    found.set(hash, { ...shown, isTitle: true });
  }
  return [...found.values()];
}

/** Sentences of prose, lines of anything else. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?…]["'”’)]*)\s+(?=["'“‘(]*[\p{Lu}\p{N}])|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

interface Piece {
  text: string;
  tokens: number;
  start: number;
  end: number;
}

/** A longer text is a log or a dump, of which nobody remembers the end. */
const MOST_CHARACTERS = 100_000;

function cut(block: readonly Line[]): Passage[] {
  const joint = isProse(block) ? ' ' : '\n';
  const whole = block
    .map(({ text }) => text)
    .join(joint)
    .slice(0, MOST_CHARACTERS);
  const pieces = piecesOf(whole);
  const total = pieces.reduce((sum, { tokens }) => sum + tokens, 0);
  const groups: Piece[][] = [];
  let tokens = 0;
  let isOpen = false;
  for (const piece of pieces) {
    if (!isOpen || tokens + piece.tokens > MOST_TOKENS) {
      groups.push([]);
      tokens = 0;
    }
    groups.at(-1)?.push(piece);
    tokens += piece.tokens;
    isOpen = total <= MOST_TOKENS || tokens < LEAST_TOKENS || hashOf(piece.text) % 3 !== 0;
  }
  const lines = placesOf(block, joint.length).filter(({ box }) => box !== undefined);
  return groups.map((group) => toPassage(group, lines, whole));
}

/** Long lines that make sentences; a log has long lines too, but they do not end in full stops. */
function isProse(block: readonly Line[]): boolean {
  const words = block.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
  if (words / block.length < WORDS_OF_PROSE) return false;
  const whole = block.map(({ text }) => text).join(' ');
  return sentencesOf(whole).every((sentence) => tokensIn(sentence) <= MOST_TOKENS);
}

/** Sentences, and parts of those that are too long. */
function piecesOf(whole: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const sentence of sentencesOf(whole)) {
    for (const part of shortened(sentence)) {
      const start = whole.indexOf(part, at);
      at = start + part.length;
      pieces.push({ text: part, tokens: tokensIn(part), start, end: at });
    }
  }
  return pieces;
}

function shortened(sentence: string): string[] {
  if (tokensIn(sentence) <= MOST_TOKENS) return [sentence];
  const parts: string[] = [];
  let from = 0;
  let tokens = 0;
  for (const { 0: word, index } of sentence.matchAll(/\S+/g)) {
    const next = tokensIn(word);
    if (tokens > 0 && tokens + next > MOST_TOKENS) {
      parts.push(sentence.slice(from, index).trim());
      from = index;
      tokens = 0;
    }
    tokens += next;
  }
  return [...parts, sentence.slice(from).trim()];
}

/** About as many as the network counts: words, and pieces of long ones. */
function tokensIn(text: string): number {
  let tokens = 0;
  for (const word of text.split(/\s+/)) tokens += 1 + Math.floor(Math.min(word.length, 80) / 7);
  return tokens;
}

function placesOf(block: readonly Line[], joint: number) {
  let at = 0;
  return block.map(({ text, box }) => {
    const start = at;
    at += text.length + joint;
    return { start, end: start + text.length, box };
  });
}

function toPassage(
  group: readonly Piece[],
  lines: ReturnType<typeof placesOf>,
  whole: string,
): Passage {
  const [start, end] = [group[0]?.start ?? 0, group.at(-1)?.end ?? 0];
  const text = whole.slice(start, end);
  return {
    hash: hashOf(text),
    text,
    boxes: lines.flatMap((line) =>
      line.box && line.start < end && line.end > start ? [line.box] : [],
    ),
    from: start / Math.max(1, whole.length),
    to: end / Math.max(1, whole.length),
  };
}

/** What a program appends to every title names the program. */
export function titleOf(title: string): string {
  return title.replace(/\s+[-–—|·]\s+[^-–—|·]{1,40}$/, '').trim();
}

function hasMeaning(text: string, leastWords: number): boolean {
  const words = text.match(/\p{L}[\p{L}\p{M}'’-]+/gu) ?? [];
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  if (/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u.test(text)) return letters >= 4;
  return words.length >= leastWords && letters >= LEAST_LETTERS && letters * 3 >= text.length;
}

/** A clock that goes on does not make another passage. */
export function hashOf(text: string): number {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\d{1,2}:\d{2}(:\d{2})?/g, '0:00')
    .replace(/\s+/g, ' ')
    .trim();
  return createHash('sha256').update(plain).digest().readUIntBE(0, 6);
}
