/**
 * What may be written into the log of an error: its kind and where it came from. Messages of libraries (SQLite, JSON, image and
 * speech codecs) can repeat what they worked on, so only our own, which by rule hold no captured content, are kept.
 */
import { ServiceError } from '../errors.ts';

/** Causes can be circular; two levels are enough to find the place. */
const MAX_DEPTH = 2;

export function loggableError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  // The message stands in the stack as well.
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return {
    type: error.name,
    code: (error as { code?: unknown }).code,
    ...(error instanceof ServiceError ? { message: error.message } : {}),
    stack: frames.join('\n'),
    ...(error.cause !== undefined && depth < MAX_DEPTH
      ? { cause: loggableError(error.cause, depth + 1) }
      : {}),
  };
}
