/** The part of a text that shows why it was found: around the best match, with the places of the words. Pure. */
import type { Snippet } from '#store/timeline/overview-records.ts';
import type { Clause } from './query-syntax.ts';
import { isUnspaced, RUN, termsOf } from './tokens.ts';
import { wantedTerms } from './wanted-terms.ts';

const SNIPPET_LENGTH = 200;
/** Of the text before the first word. */
const LEAD = 60;
const MAX_MARKS = 20;
/** Texts longer than this are looked at only so far: a snippet from there is as good as any. */
const MAX_TEXT = 50_000;

type Mark = [start: number, end: number];

/** Undefined when the words cannot be found again: they stand beyond the part that is looked at. */
export function snippetOf(text: string, clauses: readonly Clause[]): Snippet | undefined {
  const marks = marksIn(text.slice(0, MAX_TEXT), clauses);
  const [from, to] = bestWindow(marks) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const start = wordStart(text, Math.max(0, from - LEAD));
  const end = wordEnd(text, Math.max(to, start + SNIPPET_LENGTH));
  const before = start > 0 ? '…' : '';
  const shown = marks
    .filter(([first, last]) => first >= start && last <= end)
    .slice(0, MAX_MARKS)
    .map(([first, last]): Mark => [first - start + before.length, last - start + before.length]);
  // One character for one, so that the marks stay where they are.
  const body = text.slice(start, end).replace(/[\s\0]/g, ' ');
  return { text: `${before}${body}${end < text.length ? '…' : ''}`, marks: shown };
}

function marksIn(text: string, clauses: readonly Clause[]): Mark[] {
  const isWanted = wantedTerms(clauses);
  const unspaced = [...new Set(clauses.flatMap(({ terms }) => terms))].filter(isUnspaced);
  const marks: Mark[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (isUnspaced(run)) {
      marks.push(...occurrences(run, unspaced).map(([a, b]): Mark => [a + index, b + index]));
    } else {
      const { words, parts } = termsOf(run);
      if ([...words, ...parts].some(isWanted)) marks.push([index, index + run.length]);
    }
  }
  return joined(marks);
}

function occurrences(run: string, terms: readonly string[]): Mark[] {
  const marks: Mark[] = [];
  for (const term of terms) {
    for (let at = run.indexOf(term); at !== -1; at = run.indexOf(term, at + 1)) {
      marks.push([at, at + term.length]);
    }
  }
  return marks;
}

function joined(marks: readonly Mark[]): Mark[] {
  const result: Mark[] = [];
  for (const [start, end] of marks.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}

/** From the first to the last mark of the stretch that holds the most of them. */
function bestWindow(marks: readonly Mark[]): Mark | undefined {
  let best: Mark | undefined;
  let most = 0;
  let last = 0;
  for (const [i, [start]] of marks.entries()) {
    while ((marks[last + 1]?.[1] ?? Infinity) <= start + SNIPPET_LENGTH - LEAD) last += 1;
    last = Math.max(last, i);
    if (last - i + 1 <= most) continue;
    most = last - i + 1;
    best = [start, marks[last]?.[1] ?? start];
  }
  return best;
}

function wordStart(text: string, at: number): number {
  const space = at === 0 ? -1 : text.slice(at, at + 20).search(/\s/);
  return space === -1 ? notInPair(text, at) : at + space + 1;
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.slice(at, at + 20).search(/\s/);
  return space === -1 ? notInPair(text, at) : at + space;
}

/** Never between the halves of one character. */
function notInPair(text: string, at: number): number {
  return /^[\udc00-\udfff]/.test(text.slice(at, at + 1)) ? at - 1 : at;
}
