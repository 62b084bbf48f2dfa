/** Whether a text that no index holds has what a query asks for: the same answer as the index of words would give. */
import { type Clause, isMerged } from './query-syntax.ts';
import { termsOf } from './tokens.ts';

const NOT_ASCII = /[^\0-\x7f]/;

export function clauseMatcher(clauses: readonly Clause[]): (text: string) => boolean {
  const terms = clauses.flatMap((clause) => clause.terms);
  return (text) => {
    // Most texts are distinguished from the others without taking them apart: a word of theirs would be in them as it is.
    const lower = text.toLowerCase();
    if (!terms.every((term) => lower.includes(term)) && !NOT_ASCII.test(text)) return false;
    const { words, parts } = termsOf(text);
    return clauses.every((clause) => holds(clause, words, parts));
  };
}

function holds(clause: Clause, words: readonly string[], parts: readonly string[]): boolean {
  const last = clause.terms.length - 1;
  const isTerm = (word: string | undefined, i: number) =>
    i === last && isMerged(clause)
      ? word?.startsWith(clause.terms[i] ?? '') === true
      : word === clause.terms[i];
  const follows = words.some((_, at) => clause.terms.every((_term, i) => isTerm(words[at + i], i)));
  // Parts of compounds have no order, so a phrase is never among them.
  return follows || (last === 0 && parts.some((part) => isTerm(part, 0)));
}
