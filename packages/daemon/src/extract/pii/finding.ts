/** What counts as personal data here, and a place in a text where some was found. Shared by all of `extract/pii`. */

/** The first of two kinds that claim the same characters gives its name to both. */
export const PII_KINDS = [
  'private_key',
  'api_key',
  'iban',
  'credit_card',
  'email',
  'ssn',
  'national_id',
  'phone',
] as const;
export type PiiKind = (typeof PII_KINDS)[number];

/** Characters `start` up to, not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Finding extends Span {
  readonly kind: PiiKind;
}

/** Finds one kind in normalised text (see `view.ts`). Spans may overlap; the order does not matter. */
export type Matcher = (text: string) => Span[];

/** All matches of a pattern with the flag g; of its first group where it has one and the flag d. */
export function spansOf(pattern: RegExp, text: string): Span[] {
  return [...text.matchAll(pattern)].map((match) => {
    const [start, end] = match.indices?.[1] ?? [match.index, match.index + match[0].length];
    return { start, end };
  });
}
