/**
 * E-mail addresses. Text recognition likes to see a space at the @ and at the dots, so spaces are allowed there when what follows can
 * hardly be anything but a domain; a sentence such as "see you @ the office. is it open" must not become an address.
 */
import type { Matcher, Span } from '../finding.ts';

// Longer local parts and domains than these are not valid.
const MAX_LOCAL = 64;
const MAX_DOMAIN = 255;

const LOCAL_CHARACTER = /[\p{L}\p{N}._%+'-]/u;
// A space before a dot never ends a sentence: "jane .doe@" is one name.
const DOT_APART = / (?:\. ?)?$/;

const LABEL = String.raw`[\p{L}\p{N}-]{1,63}`;
const STRICT_DOMAIN = new RegExp(`^(?:${LABEL}\\.)+\\p{L}{2,24}(?![\\p{L}\\p{N}])`, 'u');

/** Common ends of domains that are not English words. */
const COMMON_ENDS =
  'com|org|net|edu|gov|mil|info|biz|io|dev|app|ai|eu|uk|de|fr|es|nl|pl|ru|ua|cn|jp|kr|ch|se|dk|fi|cz|sk|hu|ro|gr|pt|br|mx|ar|cl|ca|au|nz|za|ie|tr|sg|hk|tw';
const LOOSE_DOMAIN = new RegExp(
  `^ ?(?:${LABEL} ?\\. ?)+(?:${COMMON_ENDS}|co ?\\. ?(?:uk|jp|nz|za|kr|in))(?![\\p{L}\\p{N}-])`,
  'iu',
);
/** With a space at the @ only. */
const NEAR_DOMAIN = new RegExp(`^ (?:${LABEL}\\.)+[a-z]{2}(?![\\p{L}\\p{N}-])`, 'u');

// icon@2x.png, package@1.2.3-rc.next
const NO_DOMAIN = /^ ?\d+(?:x\.|\.\d)/;

export const findEmails: Matcher = (text) => {
  const spans: Span[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const span = addressAt(text, at);
    if (span !== undefined) spans.push(span);
  }
  return spans;
};

function addressAt(text: string, at: number): Span | undefined {
  const hasSpaceBefore = text[at - 1] === ' ';
  const start = startOfLocal(text, hasSpaceBefore ? at - 1 : at);
  const local = text.slice(start, at).trimEnd();
  if (!/[\p{L}\p{N}]/u.test(local)) return undefined;
  const rest = text.slice(at + 1, at + 1 + MAX_DOMAIN);
  const domain = domainOf(rest, hasSpaceBefore);
  if (domain === undefined || NO_DOMAIN.test(rest)) return undefined;
  // The address of a repository, not of a person.
  if (local === 'git' && /^:\S/.test(rest.slice(domain.length))) return undefined;
  return { start, end: at + 1 + domain.length };
}

function startOfLocal(text: string, end: number): number {
  const whole = walkBack(text, end);
  const apart = DOT_APART.exec(text.slice(Math.max(0, whole - 3), whole))?.[0];
  const hasDot = apart?.includes('.') === true || text[whole] === '.';
  if (apart === undefined || !hasDot || whole === end) return whole;
  const earlier = walkBack(text, whole - apart.length);
  return earlier === whole - apart.length ? whole : earlier;
}

function walkBack(text: string, end: number): number {
  let start = end;
  const limit = Math.max(0, end - MAX_LOCAL);
  while (start > limit && LOCAL_CHARACTER.test(text.charAt(start - 1))) start -= 1;
  // A quotation mark in front is not a part of the name.
  while (start < end && text[start] === "'") start += 1;
  return start;
}

function domainOf(rest: string, hasSpaceBefore: boolean): string | undefined {
  const near = hasSpaceBefore
    ? NEAR_DOMAIN.exec(` ${rest}`)?.[0].slice(1)
    : NEAR_DOMAIN.exec(rest)?.[0];
  const strict = hasSpaceBefore ? undefined : STRICT_DOMAIN.exec(rest)?.[0];
  const found = [strict, near, LOOSE_DOMAIN.exec(rest)?.[0]].filter(
    (domain) => domain !== undefined,
  );
  return found.sort((a, b) => b.length - a.length)[0];
}
