/** Tags as callers write them, shared by `/tags` and `/add`. */
import { Type } from 'typebox';

export const TagList = Type.Array(
  Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '\\S',
    description: 'Spaces around it do not count.',
  }),
  { maxItems: 1000 },
);

export function tidyTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()))];
}
