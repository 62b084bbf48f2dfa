/**
 * The one error class of the product. A code is stable and public; message and hint come from `error-catalogue/`, which also has
 * the HTTP statuses. No message holds captured content.
 */
import {
  CATALOGUE,
  type ErrorCode,
  type ErrorKey,
  type PlaceholdersOf,
} from './error-catalogue/catalogue.ts';
import type { ErrorEntry } from './error-catalogue/entry.ts';

export interface ErrorText {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string | undefined;
}

type Values<K extends ErrorKey> = [PlaceholdersOf<K>] extends [never]
  ? []
  : [Readonly<Record<PlaceholdersOf<K>, string | number>>];

/** A row of the catalogue with the given values for its placeholders. */
export function errorText<K extends ErrorKey>(key: K, ...[values]: Values<K>): ErrorText {
  const { message, hint }: ErrorEntry = CATALOGUE[key];
  return {
    code: codeOf(key),
    message: fill(message, values ?? {}),
    hint: hint === undefined ? undefined : fill(hint, values ?? {}),
  };
}

function codeOf(key: ErrorKey): ErrorCode {
  return key.replace(/\/.*$/, '') as ErrorCode;
}

function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}

export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  /** Extra facts for the caller, such as the requested id. Wire names (snake_case). */
  readonly context: Readonly<Record<string, unknown>>;

  constructor(
    { code, message, hint }: ErrorText,
    { cause, context = {} }: { cause?: unknown; context?: Record<string, unknown> } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.code = code;
    this.hint = hint;
    this.context = context;
  }
}
