/** The wire shape of user interface elements, shared by `/elements` and the routes of one frame. */
import { type Static, Type } from 'typebox';
import type { Element as StoredElement } from '#store/records.ts';
import { Bounds, nullableInteger, nullableNumber, nullableText } from './request/schema.ts';

export const Element = Type.Object({
  id: Type.Integer({
    description:
      'frame_id * 1048576 + sort_order. Stays the same as long as the content of the frame does.',
  }),
  frame_id: Type.Integer(),
  source: Type.String({ description: 'accessibility or ocr.' }),
  role: Type.String(),
  text: nullableText(),
  parent_id: nullableInteger(),
  depth: Type.Integer(),
  bounds: Type.Unsafe<StoredElement['bounds']>({ ...Bounds, type: ['object', 'null'] }),
  confidence: nullableNumber(),
  sort_order: Type.Integer(),
});

export function toWireElement(element: StoredElement): Static<typeof Element> {
  return {
    id: element.id,
    frame_id: element.frameId,
    source: element.source,
    role: element.role,
    text: element.text,
    parent_id: element.parentId,
    depth: element.depth,
    bounds: element.bounds,
    confidence: element.confidence,
    sort_order: element.sortOrder,
  };
}
