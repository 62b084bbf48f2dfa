/** Parameters and shapes of `/memories`. */
import { type Static, Type } from 'typebox';
import { Memory } from '#serve/items/memory.ts';
import {
  endTime,
  fraction,
  id,
  limit,
  offset,
  parameters,
  startTime,
  text,
  textList,
} from '#serve/request/query.ts';
import { AnyFields, Pagination } from '#serve/request/schema.ts';

const MAX_CONTENT = 100_000;

export const memoryParameters = parameters({ id: id('The id of the memory.') });

export const listParameters = parameters({
  q: text('Words to find in content and tags: all of them.'),
  source: text('Who made it, such as `user`; exact.'),
  tags: textList('Tags separated by commas; it must have all of them.'),
  min_importance: fraction('Only as important as this.'),
  start_time: startTime(),
  end_time: endTime(),
  limit: limit({ fallback: 20, max: 1000 }),
  offset: offset(),
});

const content = Type.String({ minLength: 1, maxLength: MAX_CONTENT });
const source = Type.String({ minLength: 1, maxLength: 200 });
const tags = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 100 });
const importance = Type.Number({ minimum: 0, maximum: 1 });
const frameId = Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0 });

const NewMemory = Type.Object({
  content,
  source: Type.Optional(source),
  source_context: Type.Optional(
    Type.Union([AnyFields, Type.Null()], {
      description: 'Whatever the maker wants to keep with it.',
    }),
  ),
  tags: Type.Optional(tags),
  importance: Type.Optional(importance),
  frame_id: Type.Optional(frameId),
});

const ChangedMemory = Type.Partial(NewMemory);
export type ChangedMemoryBody = Static<typeof ChangedMemory>;

const memories = { tags: ['memories'] };

export const addSchema = {
  ...memories,
  summary: 'Keep a note',
  body: NewMemory,
  response: { 200: Memory },
};

export const listSchema = {
  ...memories,
  summary: 'Notes, the newest first',
  querystring: listParameters.schema,
  response: {
    200: Type.Object({ data: Type.Array(Memory), pagination: Pagination }),
  },
};

export const readSchema = {
  ...memories,
  summary: 'One note',
  params: memoryParameters.schema,
  response: { 200: Memory },
};

export const changeSchema = {
  ...memories,
  summary: 'Change a note',
  description: 'What is not given stays as it is.',
  params: memoryParameters.schema,
  body: ChangedMemory,
  response: { 200: Memory },
};

export const deleteSchema = {
  ...memories,
  summary: 'Forget a note',
  params: memoryParameters.schema,
  response: { 200: Type.Object({ ok: Type.Boolean() }) },
};
