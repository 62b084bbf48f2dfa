/** Text in pieces that are marked or not: by the places the service names, or by the words of a query where it names none. */

export interface Piece {
  text: string;
  isMatch: boolean;
}

export interface Mark {
  start: number;
  end: number;
}

export function piecesOf(text: string, marks: readonly Mark[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start, end } of marks) {
    if (start > at) pieces.push({ text: text.slice(at, start), isMatch: false });
    pieces.push({ text: text.slice(Math.max(at, start), end), isMatch: true });
    at = Math.max(at, end);
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMatch: false });
  return pieces;
}

/** The words of a query that stand in text: quotes and signs are how people ask, not what they look for. */
function queryWords(query: string): string[] {
  return query
    .replace(/["*()]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
}

const literally = (word: string) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** For titles and whole texts, which the service does not mark. Only beginnings of words: that is what it finds. */
export function marked(text: string, query: string): Piece[] {
  const words = queryWords(query);
  if (words.length === 0 || text === '') return piecesOf(text, []);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(literally).join('|')})`, 'giu');
  const marks = [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  return piecesOf(text, marks);
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
/** Of the words of two texts that may differ: a picture is not read the same way twice. */
const MISREAD = 0.2;

/** Whether two texts say different things, and not the same read a little differently. */
export function isOtherText(a: string, b: string): boolean {
  const [ours, theirs] = [wordsOf(a), wordsOf(b)];
  const common = [...ours].filter((word) => theirs.has(word)).length;
  const all = ours.size + theirs.size - common;
  return all > 0 && 1 - common / all > MISREAD;
}
