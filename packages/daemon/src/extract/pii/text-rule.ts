/** A rule about what to cover in texts: kinds of personal data, found as everywhere else, and words that a person names. */
import { findPii } from './find.ts';
import { PLACEHOLDERS } from './redact/redact-text.ts';

export interface TextRule {
  /** Names of kinds of personal data; others find nothing. */
  readonly kinds: readonly string[];
  /** Literal, in any case. */
  readonly words: readonly string[];
}

/** What has a meaning in a pattern. */
const SPECIAL = /[.*+?^${}()|[\]\\/]/g;

const NAMED = '[REDACTED]';
const COVERED = [NAMED, ...Object.values(PLACEHOLDERS)].map(literal).join('|');

/** Undefined when there is nothing to cover. */
export function redactByRule(
  text: string,
  { kinds, words }: TextRule,
): { text: string; count: number } | undefined {
  let count = 0;
  let redacted = '';
  let from = 0;
  const findings = kinds.length === 0 ? [] : findPii(text);
  for (const { kind, start, end } of findings.filter(({ kind }) => kinds.includes(kind))) {
    redacted += text.slice(from, start) + PLACEHOLDERS[kind];
    from = end;
    count += 1;
  }
  redacted += text.slice(from);
  if (words.length > 0) {
    redacted = redacted.replace(patternOf(words), (_, placeholder: string | undefined) => {
      if (placeholder !== undefined) return placeholder;
      count += 1;
      return NAMED;
    });
  }
  return count === 0 ? undefined : { text: redacted, count };
}

/** Finds the words, and as its first group what covers something already: a word may be a part of that. */
function patternOf(words: readonly string[]): RegExp {
  const longestFirst = words.toSorted((a, b) => b.length - a.length).map(literal);
  return new RegExp(`(${COVERED})|${longestFirst.join('|')}`, 'giu');
}

function literal(text: string): string {
  return text.replace(SPECIAL, '\\$&');
}
