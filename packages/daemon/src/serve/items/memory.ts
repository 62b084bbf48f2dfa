/** The wire shape of a memory, shared by `/memories` and by `/search?content_type=memory`. */

import { type Static, Type } from 'typebox';
import { nullableInteger, Timestamp } from '#serve/request/schema.ts';
import { iso } from '#serve/request/time.ts';
import type { Memory as StoredMemory } from '#store/timeline/overview-records.ts';

const MemoryContext = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
  description: 'Whatever the maker wants to keep with it.',
});

export const Memory = Type.Object({
  id: Type.Integer(),
  content: Type.String(),
  source: Type.String(),
  source_context: MemoryContext,
  tags: Type.Array(Type.String()),
  importance: Type.Number({ description: '0 to 1.' }),
  frame_id: nullableInteger(),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export function toWireMemory(memory: StoredMemory): Static<typeof Memory> {
  return {
    id: memory.id,
    content: memory.content,
    source: memory.source,
    source_context: memory.sourceContext === null ? null : JSON.parse(memory.sourceContext),
    tags: [...memory.tags],
    importance: memory.importance,
    frame_id: memory.frameId,
    created_at: iso(memory.createdAtMs),
    updated_at: iso(memory.updatedAtMs),
  };
}
