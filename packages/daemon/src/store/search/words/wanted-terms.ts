/** Whether a term of a text is one that a query asked for. Pure. */
import { type Clause, endsInLoneCharacter } from './query-syntax.ts';

export function wantedTerms(clauses: readonly Clause[]): (term: string) => boolean {
  const wholes = new Set<string>();
  const beginnings: string[] = [];
  for (const clause of clauses) {
    for (const [i, term] of clause.terms.entries()) {
      const isBeginning = clause.isPrefix || endsInLoneCharacter(clause);
      if (isBeginning && i === clause.terms.length - 1) beginnings.push(term);
      else wholes.add(term);
    }
  }
  return (term) => wholes.has(term) || beginnings.some((beginning) => term.startsWith(beginning));
}
