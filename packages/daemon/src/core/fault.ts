/**
 * What went wrong, in a form that may be shown: health, coverage and metrics tell it. Only our own errors keep their words; the
 * messages of others may hold what was captured, so of these only the code is reported.
 */
import { ServiceError } from './errors.ts';

export interface Fault {
  readonly code: string;
  readonly message: string;
  /** What to do about it. */
  readonly hint: string | undefined;
  readonly atMs: number;
}

/** What a person can do about codes of the system. */
const HINTS: Readonly<Record<string, string>> = {
  ENOSPC: 'Free some space on the disk that holds the data folder.',
  EFBIG: 'Free some space on the disk that holds the data folder.',
  EDQUOT: 'Free some space on the disk that holds the data folder.',
  EACCES: 'Let the service read and write its data folder.',
  EPERM: 'Let the service read and write its data folder.',
  EROFS: 'The disk of the data folder is read-only; mount it for writing.',
  ENOENT: 'A file of the data folder was removed while the service ran; start the service again.',
  SQLITE_READONLY: 'Let the service write its data folder.',
};

export function faultOf(error: unknown, atMs: number): Fault {
  if (error instanceof ServiceError) {
    const { code, message, hint } = error;
    return { code, message, hint, atMs };
  }
  const code = String((error as { code?: unknown } | null)?.code ?? 'INTERNAL');
  return { code, message: `an unexpected error (${code})`, hint: HINTS[code], atMs };
}
