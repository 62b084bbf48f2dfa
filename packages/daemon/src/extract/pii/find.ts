/** Finds personal data in a text. Every matcher sees the text three times, once for each meaning a line break can have. */
import { type Finding, type Matcher, PII_KINDS, type PiiKind } from './finding.ts';
import { canContinueKey, findApiKeys } from './kinds/api-key.ts';
import { findCards } from './kinds/card.ts';
import { findEmails } from './kinds/email.ts';
import { findIbans } from './kinds/iban.ts';
import { findNationalIds } from './kinds/national-id.ts';
import { findPhones } from './kinds/phone.ts';
import { findPrivateKeys } from './kinds/private-key.ts';
import { findSsns } from './kinds/ssn.ts';
import { normalisedView, type View, withoutLineBreaks } from './view.ts';

const MATCHERS: Readonly<Record<PiiKind, Matcher>> = {
  private_key: findPrivateKeys,
  api_key: findApiKeys,
  iban: findIbans,
  credit_card: findCards,
  email: findEmails,
  ssn: findSsns,
  national_id: findNationalIds,
  phone: findPhones,
};

/** Identifiers and ISO dates: full of digits, and never a part of a number that is looked for. */
const NO_NUMBER =
  /(?<![0-9a-z-])(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?![0-9a-su-z-])/gi;
const NUMBERS: readonly PiiKind[] = ['iban', 'credit_card', 'ssn', 'national_id', 'phone'];

/** In order of their place, never overlapping. */
export function findPii(text: string): Finding[] {
  const asItStands = normalisedView(text);
  const found = findIn(asItStands);
  if (!text.includes('\n')) return merged(found);
  const onLines = marksOf(found, text.length);
  const acrossLines = ([' ', ''] as const).flatMap((replacement) =>
    findIn(withoutLineBreaks(asItStands, replacement))
      .filter((finding) => addsToLines(finding, onLines, text, replacement))
      .map((finding) => withoutNextLines(finding, text, replacement)),
  );
  return merged([...found, ...acrossLines]);
}

function findIn({ text, origins }: View): Finding[] {
  const numbersOnly = text.replace(NO_NUMBER, (match) => '#'.repeat(match.length));
  return PII_KINDS.flatMap((kind) =>
    MATCHERS[kind](NUMBERS.includes(kind) ? numbersOnly : text).map(({ start, end }) => ({
      kind,
      start: origins[start] ?? 0,
      end: (origins[end - 1] ?? 0) + 1,
    })),
  );
}

/** For each character the kinds that claim it, one bit each: crafted texts have thousands of findings to compare. */
function marksOf(findings: readonly Finding[], length: number): Uint8Array {
  const marks = new Uint8Array(length);
  for (const { kind, start, end } of findings) {
    for (let at = start; at < end; at += 1) marks[at] = (marks[at] ?? 0) | bitOf(kind);
  }
  return marks;
}

function bitOf(kind: PiiKind): number {
  return 1 << PII_KINDS.indexOf(kind);
}

/**
 * A finding across a line break counts where the lines by themselves gave nothing of its kind: "jane@example.com" is complete, whatever
 * the next line begins with. Only keys have no length at which they are complete.
 */
function addsToLines(
  { kind, start, end }: Finding,
  onLines: Uint8Array,
  text: string,
  replacement: string,
): boolean {
  const isNew = onLines.subarray(start, end).every((mark) => (mark & bitOf(kind)) === 0);
  const lines = text.slice(start, end).split('\n');
  // On one line, yet found only now: the word that says what it is stands on the line before.
  if (lines.length === 1) return isNew && replacement === ' ';
  return isNew || (kind === 'api_key' && canContinueKey(lines[1] ?? ''));
}

/** Cuts off what follows on further lines when it is complete without: patterns take as much as they can get. */
function withoutNextLines(finding: Finding, text: string, replacement: string): Finding {
  const { kind, start } = finding;
  // Ends with its own last line.
  if (kind === 'private_key') return finding;
  const lines = text.slice(start, finding.end).split('\n');
  for (let count = 2; count < lines.length; count += 1) {
    const { text: candidate } = normalisedView(lines.slice(0, count).join(replacement));
    const isComplete =
      kind === 'api_key'
        ? !canContinueKey(lines[count] ?? '')
        : MATCHERS[kind](candidate).some((span) => span.start === 0);
    if (isComplete) return { kind, start, end: start + lines.slice(0, count).join('\n').length };
  }
  return finding;
}

/** Overlapping findings become one, under the name of the kind that comes first. */
function merged(findings: readonly Finding[]): Finding[] {
  const result: Finding[] = [];
  for (const next of findings.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = result.at(-1);
    if (last === undefined || next.start >= last.end) {
      result.push(next);
      continue;
    }
    const kind = PII_KINDS.find((name) => name === last.kind || name === next.kind) ?? last.kind;
    result[result.length - 1] = { kind, start: last.start, end: Math.max(last.end, next.end) };
  }
  return result;
}
