/**
 * The `content_type` parameter: the names that public clients have used for the kinds of content
 * over the years, alone or joined with "+" (which an unescaped query string turns into a space).
 */
import { Type } from 'typebox';
import type { Parameter } from '#serve/request/query.ts';
import { InvalidParameterError } from '#serve/request/request-errors.ts';
import type { Kind } from '#store/records.ts';

const KINDS_BY_NAME: Readonly<Record<string, readonly Kind[]>> = {
  // Input events only when asked for: clients that know three types would stumble over a fourth.
  all: ['ocr', 'audio', 'ui'],
  ocr: ['ocr'],
  vision: ['ocr', 'ui'],
  audio: ['audio'],
  ui: ['ui'],
  accessibility: ['ui'],
  input: ['input'],
  all_modalities: ['ocr', 'ui', 'audio', 'input'],
  // People write memories, nothing captures them: they have no kind, and `/search` reads them from their own table.
  memory: [],
};

const NAMES = Object.keys(KINDS_BY_NAME);
const ACCEPTED = `one of ${NAMES.join(', ')}, or several of them joined with "+" (\`memory\` only alone)`;

export function isMemoryOnly(kinds: readonly Kind[]): boolean {
  return kinds.length === 0;
}

export function contentType(): Parameter<readonly Kind[]> {
  const description = `What to return: ${ACCEPTED}. \`all\` is OCR, Audio and UI; \`vision\` is OCR and UI.`;
  return {
    schema: Type.String({ description, default: 'all', examples: ['all', 'ocr', 'audio+ui'] }),
    required: false,
    absent: () => KINDS_BY_NAME.all ?? [],
    parse: (raw, field) => {
      const names = raw
        .toLowerCase()
        .split(/[+,\s]+/)
        .filter((name) => name !== '');
      // Not a plain lookup: "constructor" is a key of every object.
      if (names.length === 0 || !names.every((name) => Object.hasOwn(KINDS_BY_NAME, name))) {
        throw new InvalidParameterError(field, ACCEPTED, raw);
      }
      if (names.includes('memory') && names.length > 1) {
        throw new InvalidParameterError(field, ACCEPTED, raw);
      }
      return [...new Set(names.flatMap((name) => KINDS_BY_NAME[name] ?? []))];
    },
  };
}
