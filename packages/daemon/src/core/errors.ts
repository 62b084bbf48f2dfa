/**
 * The one error class of the product. A code is stable and public; message and hint come from `error-catalogue/`, which also has
 * the HTTP statuses. No message holds captured content.
 */
import {
  CATALOGUE,
  type ErrorCode,
  type ErrorKey,
  type FactsOf,
  type PlaceholdersOf,
} from './error-catalogue/catalogue.ts';
import type { ErrorEntry } from './error-catalogue/entry.ts';

export interface ErrorText {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string | undefined;
  /** The facts of the row. */
  readonly context?: Readonly<Record<string, unknown>> | undefined;
}

interface Extras {
  cause?: unknown;
  context?: Record<string, unknown>;
}

type Values<K extends ErrorKey> = Readonly<
  Record<PlaceholdersOf<K>, string | number> &
    Record<Exclude<FactsOf<K>, PlaceholdersOf<K>>, unknown>
>;
type Given<K extends ErrorKey, More = unknown> = [PlaceholdersOf<K> | FactsOf<K>] extends [never]
  ? [given?: More]
  : [given: Values<K> & More];

/** A row of the catalogue with the given values for its placeholders. */
export function errorText<K extends ErrorKey>(key: K, ...[given]: Given<K>): ErrorText {
  const { message, hint, facts }: ErrorEntry = CATALOGUE[key];
  const values = (given ?? {}) as Readonly<Record<string, unknown>>;
  return {
    code: codeOf(key),
    message: fill(message, values),
    hint: hint === undefined ? undefined : fill(hint, values),
    context: facts && factsOf(facts, values),
  };
}

/** The error of a row. A separate class is for what is caught by its class, or computes what it says. */
export function serviceError<K extends ErrorKey>(
  key: K,
  ...[given]: Given<K, Extras>
): ServiceError {
  const error = new ServiceError(errorText(key, ...([given] as Given<K>)), given);
  // The place that throws, not this one.
  Error.captureStackTrace(error, serviceError);
  return error;
}

function codeOf(key: ErrorKey): ErrorCode {
  return key.replace(/\/.*$/, '') as ErrorCode;
}

function fill(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}

function factsOf(
  facts: Readonly<Record<string, string>>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).map(([fact, name]) => [fact, values[name]]));
}

export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  /** Extra facts for the caller, such as the requested id. Wire names (snake_case). */
  readonly context: Readonly<Record<string, unknown>>;

  constructor(
    { code, message, hint, context }: ErrorText,
    { cause, context: further }: Extras = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.code = code;
    this.hint = hint;
    this.context = { ...context, ...further };
  }
}
