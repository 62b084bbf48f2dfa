/**
 * API keys and passwords: tokens with the prefixes that services give to theirs, and tokens that look random where the words before
 * them say that a secret follows. A random token alone is not enough: commit hashes and identifiers look the same.
 */
import { type Matcher, type Span, spansOf } from '../finding.ts';

const PREFIXED: readonly string[] = [
  'sk-[\\w-]{20,}',
  '(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,}',
  'gh[opsur]_[A-Za-z0-9]{16,}',
  'github_pat_\\w{20,}',
  'gl(?:pat|ptt|dt|rt|cbt)-[\\w-]{16,}',
  '(?:AKIA|ASIA|AGPA|AIDA|AROA|AIPA|ANPA)[A-Z0-9]{16}',
  'xox[a-z]-[A-Za-z0-9-]{10,}',
  'xapp-\\d-[A-Za-z0-9-]{10,}',
  'hooks\\.slack\\.com/services/[A-Za-z0-9/]{20,}',
  'AIza[\\w-]{30,}',
  'ya29\\.[\\w-]{20,}',
  'npm_[A-Za-z0-9]{30,}',
  'pypi-[\\w-]{30,}',
  'hf_[A-Za-z0-9]{24,}',
  'SG\\.[\\w-]{16,}\\.[\\w-]{16,}',
  'dop_v1_[a-f0-9]{40,}',
  'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}',
  'whsec_[A-Za-z0-9+/]{20,}',
  'AGE-SECRET-KEY-1[A-Z0-9]{40,}',
  'eyJ[\\w-]{8,}(?:\\.[\\w-]{4,}){1,4}',
];
const BY_PREFIX = new RegExp(`(?<![A-Za-z0-9])(?:${PREFIXED.join('|')})`, 'g');

const SECRET_WORD =
  '(?:keys?|tokens?|secret|passw(?:or)?d|passwd|pwd|passphrase|bearer|credentials?)';
const TOKEN = '([^\\s"\'`<>,;]{8,512})';
const NAMED = new RegExp(
  `${SECRET_WORD}(?:[_-]?(?:id|value|base64))?["'\`\\]]{0,2}(?: {0,2}(?::=|=>|->|[:=]|is ) {0,2}| {1,2})["'\`<]?${TOKEN}`,
  'gid',
);
const PASSWORD = new RegExp(
  `(?:passw(?:or)?d|passwd|pwd|passphrase)["'\`]? {0,2}[:=] {0,2}["'\`]?${TOKEN}`,
  'gid',
);

export const findApiKeys: Matcher = (text) => [
  ...spansOf(BY_PREFIX, text).filter(({ start, end }) => hasDigitAndLetter(text.slice(start, end))),
  ...spansOf(NAMED, text)
    .map((span) => withoutPunctuation(text, span))
    .filter(({ start, end }) => isRandomLooking(text.slice(start, end))),
  ...spansOf(PASSWORD, text)
    .map((span) => withoutPunctuation(text, span))
    .filter(({ start, end }) => isPasswordLike(text.slice(start, end))),
];

/** Whether a part that stands on its own line can be the rest of a key. */
export function canContinueKey(part: string): boolean {
  return (/\d/.test(part) && /[A-Za-z]/.test(part)) || /[a-z][A-Z]/.test(part);
}

function withoutPunctuation(text: string, { start, end }: Span): Span {
  const token = text.slice(start, end).replace(/[.)\]}:]+$/, '');
  return { start, end: start + token.length };
}

function hasDigitAndLetter(token: string): boolean {
  // Past the prefix, where some services have their own digits (ya29, dop_v1).
  return /\d/.test(token.slice(4)) && /[A-Za-z]/.test(token);
}

/**
 * Words, names and paths seldom change between small letters, capitals and digits; random tokens do so at every second or third
 * character. Entropy would call a long file name random.
 */
function isRandomLooking(token: string): boolean {
  // A date, an address, a call in a program.
  if (token.length < 16 || /^\d{4}-\d\d-\d\d|^[a-z]+:\/\/|\(/i.test(token)) return false;
  const changes = [...token.matchAll(/(?=[a-z][A-Z0-9]|[A-Z][a-z0-9]|[0-9][A-Za-z])/g)].length;
  const digits = token.replace(/\D/g, '').length;
  const letters = token.replace(/[^A-Za-z]/g, '').length;
  const isMixed = digits >= 2 && letters >= 2 && changes >= 4;
  return (
    (isMixed || (token.length >= 30 && digits >= 1 && changes >= 8)) &&
    changes / token.length >= 0.15
  );
}

/** Without a word that says so: a known prefix, digits as of a checksum, or nothing but changes between letters and digits. */
export function looksLikeKey(token: string): boolean {
  return /^[0-9a-f]{32,}$/i.test(token) || isRandomLooking(token) || findApiKeys(token).length > 0;
}

function isPasswordLike(token: string): boolean {
  const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(token));
  // Code that reads a password (`password: user.getPassword()`) is none.
  return classes.length >= 3 && /\d/.test(token) && !/\(|^\$|\$\{/.test(token);
}
