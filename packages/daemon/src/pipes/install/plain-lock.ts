/**
 * Judges lock files and specifiers of npm: only plain versions of the registry, each with its integrity, pass. Git, files, folders
 * and addresses are refused wherever npm would read one. `dependencies.ts` judges the lock file of a pipe with it, and then the one
 * that npm made, which names every package that will be installed.
 */
import { InvalidPipeError } from '../errors.ts';

export const MOST_LOCK_BYTES = 4 * 1024 * 1024;

const NAME = '(?:@[a-z0-9~][\\w.~-]*/)?[a-z0-9~][\\w.~-]*';
const VERSION = 'v?\\d+(?:\\.\\d+){2}(?:-[\\w.-]+)?(?:\\+[\\w.-]+)?';
const PART = '(?:\\d+|[xX*])';
const COMPARATOR = `(?:[<>]=?|=|\\^|~>?)? *v?${PART}(?:\\.${PART}){0,2}(?:-[\\w.-]+)?(?:\\+[\\w.-]+)?`;
const SIMPLE = `${COMPARATOR}(?:(?: +| - )${COMPARATOR})*`;

const IS_NAME = new RegExp(`^${NAME}$`, 'i');
const IS_VERSION = new RegExp(`^${VERSION}$`);
const IS_RANGE = new RegExp(`^ *(?:${SIMPLE})?(?: *\\|\\| *(?:${SIMPLE})?)* *$`);
const IS_TAG = /^[a-z][a-z0-9_-]*$/i;
const IS_ALIAS = new RegExp(`^npm:(${NAME})(?:@(.+))?$`, 'i');
const IS_PATH = new RegExp(`^node_modules/${NAME}(?:/node_modules/${NAME})*$`, 'i');
const IS_INTEGRITY = /^sha(?:1|256|384|512)-[\w+/=]+(?: sha(?:1|256|384|512)-[\w+/=]+)*$/;
/** npm takes a name with such an end for a file, whatever stands before it. */
const IS_FILE_NAME = /\.(?:tgz|tar|tar\.gz)$/i;
/** Longer ones are no ranges, and would keep the patterns busy. */
const MOST_CHARACTERS = 256;

const RANGES = ['dependencies', 'optionalDependencies', 'peerDependencies'] as const;
/** What else npm needs of an entry. Addresses and scripts are not among it. */
const KEPT = [
  'name',
  'version',
  'integrity',
  'inBundle',
  'bundleDependencies',
  'peerDependenciesMeta',
  'optional',
  'peer',
  'dev',
  'devOptional',
  'os',
  'cpu',
  'libc',
  ...RANGES,
];

type Packages = Readonly<Record<string, unknown>>;

/** A version, a range or a tag, also of a package under another name. */
export function isPlainRange(text: unknown): text is string {
  if (typeof text !== 'string' || text.length > MOST_CHARACTERS) return false;
  const [, name, aliased] = IS_ALIAS.exec(text) ?? [];
  if (name !== undefined) return isName(name) && (aliased === undefined || isRange(aliased));
  return isRange(text);
}

function isRange(text: string): boolean {
  return (IS_RANGE.test(text) || IS_TAG.test(text)) && !IS_FILE_NAME.test(text);
}

function isName(text: unknown): boolean {
  return (
    typeof text === 'string' &&
    text.length <= MOST_CHARACTERS &&
    IS_NAME.test(text) &&
    !IS_FILE_NAME.test(text)
  );
}

/** Throws INVALID_PIPE for the first that is not plain. */
export function assertPlainRanges(ranges: unknown): asserts ranges is Record<string, string> {
  if (typeof ranges !== 'object' || ranges === null) refuse('something');
  for (const [name, range] of Object.entries(ranges)) {
    if (!isName(name) || !isPlainRange(range)) refuse(name);
  }
}

/** The `packages` of a lock file, without the root and without addresses. Throws INVALID_PIPE for what is not plain. */
export function plainPackages(packages: Packages): Record<string, unknown> {
  const kept = Object.entries(packages).filter(([path]) => path !== '');
  return Object.fromEntries(kept.map(([path, entry]) => [path, plainEntry(path, entry)]));
}

function plainEntry(path: string, entry: unknown): object {
  const { link, name, version, integrity, inBundle, ...rest } = asRecord(entry);
  if (!IS_PATH.test(path) || path.split('/').some((part) => IS_FILE_NAME.test(part))) refuse(path);
  if (link !== undefined && link !== false) refuse(path);
  if (name !== undefined && !isName(name)) refuse(path);
  if (typeof version !== 'string' || !IS_VERSION.test(version) || IS_FILE_NAME.test(version)) {
    refuse(path);
  }
  // What lies inside of another package comes with that one, and is covered by its integrity.
  const isCovered = inBundle === true && integrity === undefined;
  if (!isCovered && (typeof integrity !== 'string' || !IS_INTEGRITY.test(integrity))) {
    const short = path.slice(0, MOST_CHARACTERS);
    throw new InvalidPipeError(`its lock file states no integrity for "${short}"`);
  }
  for (const kind of RANGES) if (rest[kind] !== undefined) assertPlainRanges(rest[kind]);
  const whole = asRecord(entry);
  return Object.fromEntries(
    KEPT.filter((key) => whole[key] !== undefined).map((key) => [key, whole[key]]),
  );
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function refuse(name: string): never {
  const short = name.slice(0, MOST_CHARACTERS);
  throw new InvalidPipeError(
    `its dependency "${short}" is not a plain version of the registry: git, files and addresses are refused`,
  );
}

/** The `packages` of a lock file as text. */
export function parseLock(text: string): Packages {
  try {
    const { lockfileVersion, packages } = JSON.parse(text) as Record<string, unknown>;
    const isKnown = typeof lockfileVersion === 'number' && lockfileVersion >= 2;
    if (isKnown && typeof packages === 'object' && packages !== null) return packages as Packages;
  } catch {
    // Said below.
  }
  throw new InvalidPipeError('its package-lock.json is not one of npm 7 or later');
}
