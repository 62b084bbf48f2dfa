/**
 * What a person typed → clauses that must all hold → FTS5 expressions. Any input is a query: words
 * are taken literally (AND, NOT, - have no meaning), "…" is a phrase, a trailing * is a prefix,
 * everything else separates. Nothing here throws.
 */
import { INDEXED_PREFIX_LENGTH, isUnspaced, termsOf } from './tokens.ts';

/** Longer queries are cut: nobody types them, and each clause costs a pass over the index. */
const MAX_QUERY_LENGTH = 10_000;
const MAX_CLAUSES = 64;

export interface Clause {
  /** Terms that follow each other. */
  terms: string[];
  /** The last term is only the beginning of a word. */
  isPrefix: boolean;
}

/** An empty list means: there was something, but no term in it, so nothing can match. */
export function parseQuery(query: string): Clause[] {
  const clauses: Clause[] = [];
  const seen = new Set<string>();
  for (const match of query.slice(0, MAX_QUERY_LENGTH).matchAll(/"([^"]*)"?|[^\s"]+/g)) {
    const quoted = match[1];
    const piece = quoted ?? match[0];
    const { words } = termsOf(piece);
    if (words.length === 0) continue;
    const clause = {
      terms: withoutTrailingSingle(words),
      isPrefix: quoted === undefined && piece.endsWith('*') && !isUnspaced(words.at(-1) ?? ''),
    };
    const identity = `${clause.terms.join(' ')}${clause.isPrefix ? '*' : ''}`;
    if (!seen.has(identity)) clauses.push(clause);
    seen.add(identity);
    if (clauses.length === MAX_CLAUSES) break;
  }
  return clauses;
}

/**
 * The last character of the last unspaced run is already part of the pair before it, and may be
 * followed by more of the run in a text. Runs before the last one end where the query says.
 */
function withoutTrailingSingle(words: string[]): string[] {
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  const isRepeated =
    isUnspaced(last) && isSingle(last) && !isSingle(before) && before.endsWith(last);
  return isRepeated ? words.slice(0, -1) : words;
}

function isSingle(term: string): boolean {
  return [...term].length === 1;
}

/** An unspaced character by itself is the beginning of a pair. */
export function endsInLoneCharacter(clause: Clause): boolean {
  const last = clause.terms.at(-1) ?? '';
  return isUnspaced(last) && isSingle(last);
}

/** Its last term is a beginning: FTS5 makes its list by merging those of many terms. */
export function isMerged(clause: Clause): boolean {
  return clause.isPrefix || endsInLoneCharacter(clause);
}

/** The clause as a term of `prefix_fts`, when it is a short prefix and nothing else. */
export function shortPrefixOf(clause: Clause): string | undefined {
  const [term = ''] = clause.terms;
  const isShort =
    clause.isPrefix && clause.terms.length === 1 && [...term].length <= INDEXED_PREFIX_LENGTH;
  return isShort ? term : undefined;
}

/** The one term of a query that is a single plain word. */
export function singleTermOf(clauses: readonly Clause[]): string | undefined {
  const [clause] = clauses;
  if (clauses.length !== 1 || clause === undefined) return undefined;
  return clause.terms.length === 1 && !isMerged(clause) ? clause.terms[0] : undefined;
}

export function clauseExpression(clause: Clause): string {
  const phrase = `"${clause.terms.join(' ')}"`;
  const star = isMerged(clause) ? ' *' : '';
  // Phrases look at the text alone: the `extra` column has no order.
  return clause.terms.length > 1 ? `text : (${phrase}${star})` : `${phrase}${star}`;
}

export function matchExpression(clauses: readonly Clause[]): string {
  return clauses.map(clauseExpression).join(' AND ');
}

export function anyExpression(clauses: readonly Clause[]): string {
  return clauses.map((clause) => `(${clauseExpression(clause)})`).join(' OR ');
}

export function anyOfTokens(tokens: readonly string[]): string {
  return `(${tokens.map((token) => `"${token}"`).join(' OR ')})`;
}
