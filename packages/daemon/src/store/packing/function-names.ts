/** What the functions of SQL on packed content are called, and how they fail; small, so that it loads quickly. */

export const PACK_FUNCTION_NAMES = [
  'frame_text',
  'frame_words',
  'frame_elements',
  'frame_tree',
  'match',
] as const;
export type PackFunctionName = (typeof PACK_FUNCTION_NAMES)[number];

/** The fault of the statement, or of a damaged file. Known by its code: it may come from another copy of this file. */
export class PackFunctionError extends Error {
  readonly code = 'PACK_FUNCTION';
}

export function isPackFunctionError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'PACK_FUNCTION';
}
