/** Parameters, bodies and shapes of the routes under `/tags`. */
import { Type } from 'typebox';
import { id, type Parameter, parameters } from '#serve/request/query.ts';
import { InvalidParameterError } from '#serve/request/request-errors.ts';
import { TagList } from '#serve/request/tag-list.ts';
import type { TagTarget } from '#store/records.ts';

const TARGET_BY_NAME: ReadonlyMap<string, TagTarget> = new Map([
  ['vision', 'vision'],
  ['ocr', 'vision'],
  ['frame', 'vision'],
  ['audio', 'audio'],
]);

function target(): Parameter<TagTarget> {
  const names = [...TARGET_BY_NAME.keys()];
  const accepted = `one of ${names.join(', ')}`;
  return {
    schema: Type.String({
      enum: names,
      description: '`ocr` and `frame` mean the same as `vision`.',
    }),
    required: true,
    absent: (field) => {
      throw new InvalidParameterError(field, accepted);
    },
    parse: (raw, field) => {
      const found = TARGET_BY_NAME.get(raw.toLowerCase());
      if (found === undefined) throw new InvalidParameterError(field, accepted, raw);
      return found;
    },
  };
}

export const tagParameters = parameters({
  content_type: target(),
  id: id('The frame id for `vision`, the audio chunk id for `audio`.'),
});

const TagsBody = Type.Object({ tags: TagList });

const TagsReply = Type.Object({ success: Type.Boolean() });

export const addTagsSchema = {
  tags: ['tags'],
  summary: 'Tag a frame or an audio chunk',
  description: 'Tags are made on demand. A tag that is there already stays.',
  params: tagParameters.schema,
  body: TagsBody,
  response: { 200: TagsReply },
};

export const removeTagsSchema = {
  ...addTagsSchema,
  summary: 'Remove tags from a frame or an audio chunk',
  description: 'A tag that is not there is no error.',
};

export const tagsOfFramesSchema = {
  tags: ['tags'],
  summary: 'The tags of many frames at once',
  body: Type.Object({
    frame_ids: Type.Array(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), {
      maxItems: 10_000,
    }),
  }),
  response: {
    200: Type.Object({
      tags: Type.Record(Type.String(), Type.Array(Type.String()), {
        description: 'By frame id. Frames without tags, and unknown ones, have an empty list.',
      }),
    }),
  },
};
