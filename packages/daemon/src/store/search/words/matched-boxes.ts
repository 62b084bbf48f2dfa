/** Which words of a picture a query asked for, and where they stand. Pure. */
import type { FrameContent } from '#store/packing/format.ts';
import type { TextBox } from '#store/records.ts';
import type { Clause } from './query-syntax.ts';
import { termsOf } from './tokens.ts';
import { wantedTerms } from './wanted-terms.ts';

/** The words of the picture, and elements where none were read. */
export function positionsOf({ boxes, elements }: FrameContent): readonly TextBox[] {
  const others = elements.flatMap(({ text, bounds, confidence }) =>
    text && bounds && !holdsBox(bounds, boxes)
      ? { text, ...bounds, confidence: confidence ?? 1 }
      : [],
  );
  return others.length > 0 ? [...boxes, ...others] : boxes;
}

type Place = Pick<TextBox, 'left' | 'top' | 'width' | 'height'>;

/** Whether the middle of a box lies in that place. */
export function holdsBox(place: Place, boxes: readonly Place[]): boolean {
  return boxes.some((box) => {
    const across = box.left + box.width / 2 - place.left;
    const down = box.top + box.height / 2 - place.top;
    return across >= 0 && across <= place.width && down >= 0 && down <= place.height;
  });
}

/** The boxes that hold a word of the query; a phrase matches box by box or within one box. */
export function matching(boxes: readonly TextBox[], clauses: readonly Clause[]): TextBox[] {
  const isWanted = wantedTerms(clauses);
  return boxes.filter((box) => {
    const { words, parts } = termsOf(box.text);
    return words.some(isWanted) || parts.some(isWanted);
  });
}
