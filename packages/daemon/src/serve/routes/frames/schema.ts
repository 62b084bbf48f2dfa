/** Parameters and shapes of the routes under `/frames`. */
import { type Static, Type } from 'typebox';
import { Element } from '#serve/elements.ts';
import {
  choice,
  flag,
  id,
  limit,
  parameters,
  required,
  text,
  wholeNumber,
  withDefault,
} from '#serve/request/query.ts';
import {
  Bounds,
  nullableFlag,
  nullableInteger,
  nullableText,
  Pagination,
  Timestamp,
} from '#serve/request/schema.ts';

export const frameParameters = parameters({ frame_id: id('The id of the frame.') });

export const imageParameters = parameters({
  redact_pii: withDefault(
    flag(
      'Cover card numbers, social security numbers, e-mail addresses, phone numbers, bank accounts, API keys and private keys with solid boxes. 409 when it is not known what to cover: never the clear image instead.',
    ),
    false,
  ),
  width: wholeNumber(
    'At most this many pixels wide, for lists and scrubbing; a picture is never enlarged. Without it the picture as stored.',
    { min: 16, max: 8192 },
  ),
});

export const imageSchema = {
  tags: ['frames'],
  summary: 'The image of a frame',
  description:
    'A JPEG. 410 when the file of a known frame is missing or broken: ask `/frames/next-valid` then. With `redact_pii`, 409 with the code `REDACTION_IMPOSSIBLE` when nothing was read on the frame, when its text has no positions, or when personal data in its text has none.',
  params: frameParameters.schema,
  querystring: imageParameters.schema,
  response: {
    200: {
      description: 'The image.',
      headers: {
        'x-pii-redacted': {
          type: 'string',
          enum: ['true', 'false'],
          description: 'With `redact_pii` only: whether something was found and covered.',
        },
        'x-pii-regions-count': {
          type: 'integer',
          description: 'With `redact_pii` only: the number of covered regions.',
        },
      },
      content: { 'image/jpeg': { schema: { type: 'string', contentMediaType: 'image/jpeg' } } },
    },
    304: { description: 'The image that the caller already has.', type: 'null' },
  },
};

export const textParameters = parameters({
  query: text('Only positions whose text contains this.'),
});

const TextPosition = Type.Object(
  {
    text: Type.String(),
    x: Type.Number(),
    y: Type.Number(),
    width: Type.Number(),
    height: Type.Number(),
    confidence: Type.Number(),
    bounds: Bounds,
  },
  {
    description:
      '`x`, `y`, `width`, `height` are pixels of the stored image, `bounds` the same as fractions (0 to 1). For a frame without an image both are fractions.',
  },
);
export type TextPosition = Static<typeof TextPosition>;

export const textSchema = {
  tags: ['frames'],
  summary: 'The words of a frame and where they are',
  params: frameParameters.schema,
  querystring: textParameters.schema,
  response: {
    200: Type.Object({ frame_id: Type.Integer(), text_positions: Type.Array(TextPosition) }),
  },
};

export const readAgainSchema = {
  tags: ['frames'],
  summary: 'Read the text of a frame again and keep it',
  description:
    'Text from the accessibility tree stays; its words get their places from the picture.',
  params: frameParameters.schema,
  response: textSchema.response,
};

const Metadata = Type.Object({
  frame_id: Type.Integer(),
  timestamp: Timestamp,
  app_name: Type.String(),
  window_name: Type.String(),
  browser_url: nullableText(),
  device_name: Type.String(),
  focused: nullableFlag(),
  frame_name: nullableText(),
  text_source: nullableText(),
  capture_trigger: nullableText(),
  file_path: Type.String({ description: 'Empty when only text was stored.' }),
  offset_index: Type.Integer(),
  width: nullableInteger(),
  height: nullableInteger(),
  machine_id: nullableText('The machine that recorded it; null until sync is set up.'),
  picture_gone: Type.Optional(
    Type.String({ description: 'Why there is no picture: `off`, `retention` or `rule`.' }),
  ),
});
export type Metadata = Static<typeof Metadata>;

export const metadataSchema = {
  tags: ['frames'],
  summary: 'When and where a frame was captured',
  params: frameParameters.schema,
  response: { 200: Metadata },
};

export const nextValidParameters = parameters({
  frame_id: required(wholeNumber('The frame that could not be loaded.')),
  direction: withDefault(
    text('`forward` or `backward` in time; anything but `backward` is forward.'),
    'forward',
  ),
  limit: limit({ fallback: 50, max: 1000 }),
});

export const nextValidSchema = {
  tags: ['frames'],
  summary: 'The nearest frame whose file is there',
  description: '404 when none of the next `limit` frames has a file.',
  querystring: nextValidParameters.schema,
  response: {
    200: Type.Object({
      frame_id: Type.Integer(),
      timestamp: Timestamp,
      skipped_count: Type.Integer({ description: 'Frames without a file before this one.' }),
    }),
  },
};

export const frameElementsParameters = parameters({
  source: choice(['accessibility', 'ocr'], 'Where the elements came from.'),
});

export const frameElementsSchema = {
  tags: ['frames'],
  summary: 'All elements of a frame',
  params: frameParameters.schema,
  querystring: frameElementsParameters.schema,
  response: {
    200: Type.Object({ data: Type.Array(Element), pagination: Pagination }),
  },
};

const FrameContext = Type.Object({
  frame_id: Type.Integer(),
  text: nullableText(),
  nodes: Type.Array(
    Type.Object({
      role: Type.String(),
      text: Type.String(),
      depth: Type.Integer(),
      bounds: Type.Optional(Bounds),
    }),
  ),
  urls: Type.Array(Type.String()),
  text_source: Type.String({ description: 'accessibility or ocr.' }),
});
export type FrameContext = Static<typeof FrameContext>;

export const frameContextSchema = {
  tags: ['frames'],
  summary: 'The text, elements and links of a frame in one answer',
  params: frameParameters.schema,
  response: { 200: FrameContext },
};
