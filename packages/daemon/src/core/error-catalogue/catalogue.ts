/**
 * Every error that the daemon reports, with its HTTP status, message and hint. `scripts/generate-errors.ts` writes docs/errors.md
 * from it. A code is public and stays; a new one is a row in the file of its part.
 */
import { captureErrors } from './capture.ts';
import { extractErrors } from './extract.ts';
import { mediaErrors } from './media.ts';
import { pipesErrors } from './pipes.ts';
import { requestsErrors } from './requests.ts';
import { startupErrors } from './startup.ts';
import { storeErrors } from './store.ts';
import { syncErrors } from './sync.ts';
import { vaultAndBackupErrors } from './vault-and-backup.ts';

export const CATALOGUE = {
  ...captureErrors,
  ...extractErrors,
  ...mediaErrors,
  ...pipesErrors,
  ...requestsErrors,
  ...startupErrors,
  ...storeErrors,
  ...syncErrors,
  ...vaultAndBackupErrors,
} as const;

type Catalogue = typeof CATALOGUE;
/** A row: a code, or a code and one of its variants. */
export type ErrorKey = keyof Catalogue;
/** What callers see. Stable. */
export type ErrorCode<K extends ErrorKey = ErrorKey> = K extends `${infer Code}/${string}`
  ? Code
  : K;

type Placeholders<T> = T extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
type Hint<K extends ErrorKey> = Catalogue[K] extends { hint: infer H } ? H : never;
/** The names that the texts of a row leave open. */
export type PlaceholdersOf<K extends ErrorKey> = K extends ErrorKey
  ? Placeholders<Catalogue[K]['message']> | Placeholders<Hint<K>>
  : never;
/** The names of the values that go to the caller as separate fields. */
export type FactsOf<K extends ErrorKey> = K extends ErrorKey
  ? Catalogue[K] extends { facts: infer F }
    ? Extract<F[keyof F], string>
    : never
  : never;
