/**
 * Private keys as PEM blocks: everything from the BEGIN line to the END line. When one of the two is out of sight, the lines of key
 * material next to the other one are taken as long as they look like it.
 */
import type { Matcher, Span } from '../finding.ts';

const NAME = '(?:[A-Z0-9]+ ){0,3}PRIVATE ?KEY(?: ?BLOCK)?';
// Recognised text has more or fewer dashes than the five that stand there.
const BEGIN = new RegExp(`-{1,8} ?BEGIN ?${NAME} ?-{0,8}`, 'g');
const END = new RegExp(`-{1,8} ?END ?${NAME} ?-{0,8}`, 'g');

// The longest in use (RSA with 16384 bits) has about 13 kB.
const MAX_BLOCK_CHARACTERS = 20_000;

const MATERIAL = /^(?:[A-Za-z0-9+/=]{16,}|[A-Za-z0-9+/]+={1,2}|[A-Za-z-]{4,20}: .*|)$/;

export const findPrivateKeys: Matcher = (text) => {
  const begins = [...text.matchAll(BEGIN)].map(toSpan);
  const ends = [...text.matchAll(END)].map(toSpan);
  const blocks: Span[] = [];
  for (const [index, begin] of begins.entries()) {
    const limit = Math.min(
      begins[index + 1]?.start ?? text.length,
      begin.end + MAX_BLOCK_CHARACTERS,
    );
    const end = ends.find((candidate) => candidate.start >= begin.end && candidate.start < limit);
    blocks.push({ start: begin.start, end: end?.end ?? endOfMaterial(text, begin.end, limit) });
  }
  const taken = new Set(blocks.map((block) => block.end));
  for (const end of ends) {
    if (!taken.has(end.end)) {
      blocks.push({ start: startOfMaterial(text, end.start), end: end.end });
    }
  }
  return blocks;
};

function toSpan(match: RegExpExecArray): Span {
  return { start: match.index, end: match.index + match[0].length };
}

function endOfMaterial(text: string, from: number, limit: number): number {
  let end = from;
  // The first piece is the rest of the BEGIN line; in text without line breaks the key follows there.
  for (const line of text.slice(from, limit).split('\n')) {
    if (!line.split(' ').every((word) => MATERIAL.test(word)) && !MATERIAL.test(line)) break;
    end += line.length + 1;
  }
  return Math.min(limit, Math.max(from, end - 1));
}

function startOfMaterial(text: string, to: number): number {
  let start = to;
  const lines = text
    .slice(Math.max(0, to - MAX_BLOCK_CHARACTERS), to)
    .split('\n')
    .reverse();
  for (const line of lines) {
    if (!line.split(' ').every((word) => MATERIAL.test(word)) && !MATERIAL.test(line)) break;
    start -= line.length + 1;
  }
  return Math.max(0, Math.min(to, start + 1));
}
