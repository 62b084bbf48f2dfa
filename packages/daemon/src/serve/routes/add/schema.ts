/**
 * The one shape of `POST /add` that the rest of the code knows. `normalise.ts` brings the other
 * accepted shapes into it before it is checked.
 */
import { type Static, Type } from 'typebox';
import { Bounds } from '#serve/request/schema.ts';
import { TagList } from '#serve/request/tag-list.ts';
import { INPUT_EVENT_TYPES } from '#store/records.ts';

const Time = Type.Union([Type.String({ maxLength: 100 }), Type.Number()], {
  description: 'When it happened; any accepted form of time. Now, when absent.',
});
const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** More than anybody reads; one of the whole body's size would exhaust the thread that writes. */
export const MAX_TEXT_LENGTH = 1_000_000;
const Text = Type.String({ maxLength: MAX_TEXT_LENGTH });
/** Names, titles and addresses. */
const optionalText = Type.Optional(Type.String({ maxLength: 100_000 }));
/** A day of transcripts; each costs the writer time in which nothing else is stored. */
export const MAX_ITEMS = 10_000;
export const MAX_DEVICE_NAME_LENGTH = 1_000;

const OcrResult = Type.Object({
  text: Text,
  text_json: Type.Optional(
    Type.Union(
      [
        Type.String({ maxLength: 4_000_000 }),
        Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 10_000 }),
      ],
      {
        description:
          'The words and their places: a list, or JSON text of a list, of objects with text, left, top, width, height (fractions of the image, 0 to 1) and conf. At most 10,000 in a frame.',
      },
    ),
  ),
  ocr_engine: optionalText,
  focused: Type.Optional(Type.Boolean()),
});
export type OcrResult = Static<typeof OcrResult>;

const NewElement = Type.Object({
  source: Type.Optional(Type.String({ enum: ['accessibility', 'ocr'] })),
  role: Type.String({ maxLength: 1_000 }),
  text: Type.Optional(Text),
  parent: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Position of the parent in this list.' }),
  ),
  depth: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  bounds: Type.Optional(Bounds),
  confidence: Type.Optional(Type.Number()),
});

const NewFrame = Type.Object({
  file_path: Type.Optional(
    Type.String({
      maxLength: 4_096,
      description: 'Absolute path of an image. Without it only the text is stored.',
    }),
  ),
  timestamp: Type.Optional(Time),
  app_name: optionalText,
  window_name: optionalText,
  browser_url: optionalText,
  frame_name: optionalText,
  device_name: Type.Optional(Type.String({ maxLength: MAX_DEVICE_NAME_LENGTH })),
  focused: Type.Optional(Type.Boolean()),
  text_source: optionalText,
  capture_trigger: optionalText,
  ocr_results: Type.Optional(Type.Array(OcrResult, { maxItems: 1_000 })),
  elements: Type.Optional(Type.Array(NewElement, { maxItems: 10_000 })),
  tags: Type.Optional(TagList),
});
export type WireNewFrame = Static<typeof NewFrame>;

const NewTranscription = Type.Object({
  transcription: Type.String({ minLength: 1, maxLength: MAX_TEXT_LENGTH }),
  transcription_engine: optionalText,
  language: Type.Optional(
    Type.String({
      pattern: '^[a-z]{2,3}$',
      maxLength: 3,
      description: 'Of what was said, such as `de`.',
    }),
  ),
  timestamp: Type.Optional(Time),
  device_name: Type.Optional(Type.String({ maxLength: MAX_DEVICE_NAME_LENGTH })),
  is_input: Type.Optional(Type.Boolean({ description: 'A microphone (default) or a speaker.' })),
  speaker_id: Type.Optional(Id),
  file_path: optionalText,
  start_time: Type.Optional(Type.Number({ description: 'Seconds within the file.' })),
  end_time: Type.Optional(Type.Number({ description: 'Seconds within the file.' })),
  tags: Type.Optional(TagList),
});
export type WireNewTranscription = Static<typeof NewTranscription>;

const NewUiText = Type.Object({
  text: Type.String({ minLength: 1, maxLength: MAX_TEXT_LENGTH }),
  timestamp: Type.Optional(Time),
  app_name: optionalText,
  window_name: optionalText,
  browser_url: optionalText,
  initial_traversal_at: Type.Optional(Time),
});
export type WireNewUiText = Static<typeof NewUiText>;

// Screens are far smaller; the bounds keep the numbers within what the database counts exactly.
const Coordinate = Type.Optional(Type.Number({ minimum: -1e9, maximum: 1e9 }));
const Count = Type.Optional(Type.Integer({ minimum: -1e15, maximum: 1e15 }));

const NewInputEvent = Type.Object({
  event_type: Type.Unsafe<(typeof INPUT_EVENT_TYPES)[number]>({
    type: 'string',
    enum: [...INPUT_EVENT_TYPES],
  }),
  timestamp: Type.Optional(Time),
  session_id: optionalText,
  relative_ms: Count,
  x: Coordinate,
  y: Coordinate,
  delta_x: Coordinate,
  delta_y: Coordinate,
  button: Count,
  click_count: Count,
  key_code: Count,
  modifiers: Count,
  text_content: Type.Optional(Text),
  app_name: optionalText,
  app_pid: Count,
  window_title: optionalText,
  browser_url: optionalText,
  element_role: optionalText,
  element_name: optionalText,
  element_value: optionalText,
  element_description: optionalText,
  element_automation_id: optionalText,
  element_bounds: optionalText,
  frame_id: Type.Optional(Id),
});
export type WireNewInputEvent = Static<typeof NewInputEvent>;

/** Each item is checked by itself, so that others are answered between two of them. */
export const ITEM_SCHEMAS = {
  frames: NewFrame,
  transcription: NewTranscription,
  ui: NewUiText,
  input: NewInputEvent,
};

function content<N extends string, T extends Parameters<typeof Type.Array>[0]>(name: N, item: T) {
  return Type.Object({
    content_type: Type.Literal(name),
    data: Type.Array(item, { minItems: 1, maxItems: MAX_ITEMS }),
  });
}

/** One schema per content type: errors then name the wrong field and not "no alternative fits". */
export const CONTENT_SCHEMAS = {
  frames: content('frames', ITEM_SCHEMAS.frames),
  transcription: content('transcription', ITEM_SCHEMAS.transcription),
  ui: content('ui', ITEM_SCHEMAS.ui),
  input: content('input', ITEM_SCHEMAS.input),
};
export type ContentType = keyof typeof CONTENT_SCHEMAS;

const AddBody = Type.Object({
  device_name: Type.Optional(
    Type.String({
      maxLength: MAX_DEVICE_NAME_LENGTH,
      description: 'The monitor or audio device.',
    }),
  ),
  content: Type.Union(Object.values(CONTENT_SCHEMAS)),
});

const AddReply = Type.Object({
  success: Type.Boolean(),
  message: Type.String(),
  ids: Type.Array(Type.Integer(), {
    description:
      'In the order of `data`: frame ids, audio chunk ids, ids of UI texts or ids of input events.',
  }),
  transcription_ids: Type.Optional(Type.Array(Type.Integer())),
});
export type AddReply = Static<typeof AddReply>;

export const addSchema = {
  tags: ['content'],
  summary: 'Add frames, transcriptions, UI texts or input events',
  description:
    'All of it is stored or nothing. `data` may also be a single object, or an object with the list under the name of its content type; keys may be written in camelCase. Images are copied and become JPEG. At most 10,000 items and a million values in a request, and in all of its items at most 50,000 elements, recognised texts, words and tags and 2,000,000 characters of text; more is a 413 with the code BODY_TOO_LARGE. Send more in several requests.',
  body: AddBody,
  response: { 200: AddReply },
};
