/** Which words of a picture a query asked for, and where they stand. Pure. */
import type { FrameContent } from './pack/format.ts';
import type { Clause } from './query-syntax.ts';
import type { TextBox } from './records.ts';
import { termsOf } from './tokens.ts';
import { wantedTerms } from './wanted-terms.ts';

/** The words of the picture; the elements stand in when there are none. */
export function positionsOf({ boxes, elements }: FrameContent): readonly TextBox[] {
  if (boxes.length > 0) return boxes;
  return elements.flatMap(({ text, bounds, confidence }) =>
    text && bounds ? { text, ...bounds, confidence: confidence ?? 1 } : [],
  );
}

/** The boxes that hold a word of the query; a phrase matches box by box or within one box. */
export function matching(boxes: readonly TextBox[], clauses: readonly Clause[]): TextBox[] {
  const isWanted = wantedTerms(clauses);
  return boxes.filter((box) => {
    const { words, parts } = termsOf(box.text);
    return words.some(isWanted) || parts.some(isWanted);
  });
}
