/** The wire shapes of what was captured, shared by search and timeline. */
import { type Static, type TSchema, Type } from 'typebox';
import {
  Bounds,
  nullableFlag,
  nullableInteger,
  nullableNumber,
  nullableText,
  Pagination,
  Timestamp,
} from '#serve/request/schema.ts';
import { Why } from './meant.ts';
import { Memory } from './memory.ts';

/** Every item has a `timestamp`; of a memory it is when it was made. */
const MemoryContent = Type.Object({ ...Memory.properties, timestamp: Timestamp });

const tags = Type.Array(Type.String());

export const OcrContent = Type.Object({
  frame_id: Type.Integer(),
  text: Type.String(),
  timestamp: Timestamp,
  file_path: Type.String({ description: 'Image or video file; empty when only text was stored.' }),
  offset_index: Type.Integer({ description: 'Number of the frame within a video; else 0.' }),
  app_name: Type.String(),
  window_name: Type.String(),
  tags,
  frame: nullableText('JPEG in base64, with `include_frames`. Null when the file is missing.'),
  frame_name: nullableText(),
  browser_url: nullableText(),
  focused: nullableFlag(),
  device_name: Type.String({ description: 'The monitor.' }),
  text_source: nullableText('accessibility, ocr or hybrid.'),
  capture_trigger: nullableText('What made the service take this frame.'),
  machine_id: nullableText('The machine that recorded it; null until sync is set up.'),
  picture_gone: Type.Optional(
    Type.String({
      description:
        'Why there is no picture: `off` (recorded without), `retention` or `rule`. Absent otherwise.',
    }),
  ),
});

const Speaker = Type.Object({
  id: Type.Integer(),
  name: Type.String({ description: 'Empty when nobody has named the speaker.' }),
  metadata: Type.String({ description: 'JSON text, or empty.' }),
});

export const AudioContent = Type.Object({
  chunk_id: Type.Integer({ description: 'The id for /tags/audio/{id}.' }),
  transcription: Type.String(),
  timestamp: Timestamp,
  file_path: Type.String(),
  offset_index: Type.Integer(),
  tags,
  device_name: Type.String(),
  device_type: Type.Unsafe<'Input' | 'Output'>({ type: 'string', enum: ['Input', 'Output'] }),
  other_devices: Type.Array(Type.String(), {
    description:
      'Further devices that heard the same, such as a microphone that hears the speakers.',
  }),
  speaker: Type.Unsafe<Static<typeof Speaker> | null>({ ...Speaker, type: ['object', 'null'] }),
  speaker_id: nullableInteger(),
  speaker_label: nullableText('Name of the speaker, when there is one.'),
  start_time: nullableNumber('Seconds within the file.'),
  end_time: nullableNumber('Seconds within the file.'),
  language: nullableText('Of what was said, such as `de`. Null when it is not known.'),
});

export const UiContent = Type.Object({
  id: Type.Integer(),
  text: Type.String(),
  timestamp: Timestamp,
  app_name: Type.String(),
  window_name: Type.String(),
  initial_traversal_at: nullableText(),
  file_path: Type.String(),
  offset_index: Type.Integer(),
  frame_name: nullableText(),
  browser_url: nullableText(),
});

export const InputContent = Type.Object({
  id: Type.Integer(),
  timestamp: Timestamp,
  event_type: Type.String({
    description: 'click, move, scroll, key, text, app_switch, window_focus or clipboard.',
  }),
  app_name: nullableText(),
  window_title: nullableText(),
  browser_url: nullableText(),
  text_content: nullableText(),
  x: nullableInteger(),
  y: nullableInteger(),
  key_code: nullableInteger(),
  modifiers: nullableInteger(),
  element_role: nullableText(),
  element_name: nullableText(),
});

export const Position = Type.Object({
  text: Type.String(),
  confidence: Type.Number(),
  bounds: Bounds,
});

/** What `group`, `snippet`, `positions`, `matched_in` and `mode` of `/search` add to an item. */
const HitExtras = Type.Object({
  group: Type.Optional(
    Type.Object({
      size: Type.Integer({ description: 'Items in it.' }),
      start_time: Timestamp,
      end_time: Timestamp,
      ids: Type.Array(Type.Integer(), {
        description:
          'Frames, audio chunks or UI texts, as the item is; this one first, 200 at most.',
      }),
    }),
  ),
  match: Type.Optional(
    Type.Object({
      matched_in: Type.String({
        enum: ['picture', 'text', 'speech'],
        description:
          'picture: visible, with a place. text: on the screen, without a place. speech: heard.',
      }),
      snippet: Type.Optional(
        Type.Object({
          text: Type.String(),
          marks: Type.Array(Type.Object({ start: Type.Integer(), end: Type.Integer() }), {
            description: 'Where the words stand in it, in UTF-16 units; the end is not included.',
          }),
        }),
      ),
      text_positions: Type.Optional(Type.Array(Position)),
    }),
  ),
  why: Type.Optional(Why),
});
export type HitExtras = Static<typeof HitExtras>;

function item<N extends string, T extends TSchema>(type: N, content: T) {
  return Type.Object(
    { type: Type.Literal(type), content, ...HitExtras.properties },
    { $id: `${type}Item` },
  );
}

const OcrItem = item('OCR', OcrContent);
const AudioItem = item('Audio', AudioContent);
const UiItem = item('UI', UiContent);
const InputItem = item('Input', InputContent);
const MemoryItem = item('Memory', MemoryContent);

/** Every type of item, each with a name in the document. */
export const ITEM_SCHEMAS = [OcrItem, AudioItem, UiItem, InputItem, MemoryItem] as const;

export type WireItem = Static<(typeof ITEM_SCHEMAS)[number]>;

export const Item = Type.Unsafe<WireItem>({
  anyOf: ITEM_SCHEMAS.map(({ properties }) => Type.Ref(`${properties.type.const}Item`)),
});

export const ItemPage = Type.Object({
  data: Type.Array(Item),
  pagination: Pagination,
  total_is_exact: Type.Optional(
    Type.Boolean({
      description:
        'False when `pagination.total` is an estimate from the newest matches, because there are very many. With `count=false` it says whether the total is known, otherwise there are at least as many.',
    }),
  ),
});
