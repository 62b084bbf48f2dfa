/** Why something was found by meaning, and where it stands, in its wire shapes: shared by `/search` and `/ask`. */
import { type Static, Type } from 'typebox';
import { Bounds, nullableNumber, nullableText } from '#serve/request/schema.ts';
import type { Meant } from '#store/meaning/records.ts';

const Place = Type.Object(
  {
    kind: Type.String({ enum: ['screen', 'sound', 'text', 'note'] }),
    frame_id: Type.Optional(Type.Integer()),
    boxes: Type.Optional(
      Type.Array(Bounds, { description: 'On the image, one for each line; may be empty.' }),
    ),
    audio_chunk_id: Type.Optional(Type.Integer()),
    start_secs: Type.Optional(nullableNumber('Within the recording.')),
    end_secs: Type.Optional(nullableNumber('Within the recording.')),
    memory_id: Type.Optional(Type.Integer()),
  },
  {
    description:
      'screen: on the image of `frame_id`. sound: in the recording `audio_chunk_id`. note: the memory `memory_id`. text: without a place.',
  },
);

export const Why = Type.Object({
  by: Type.String({ enum: ['words', 'meaning', 'both'], description: 'What matched.' }),
  similarity: nullableNumber('Of the meaning, at most 1; null when only words matched.'),
  passage: nullableText(
    'The part of the text that matched. Where only the title of a window matched, this can be text below it.',
  ),
  place: Place,
});

function toWirePlace({ item, boxes, span }: Meant): Static<typeof Place> {
  switch (item.kind) {
    case 'ocr':
      return { kind: 'screen', frame_id: item.frameId, boxes };
    case 'audio':
      return {
        kind: 'sound',
        audio_chunk_id: item.chunkId,
        start_secs: span?.startSecs ?? null,
        end_secs: span?.endSecs ?? null,
      };
    case 'note':
      return { kind: 'note', memory_id: item.note.id };
    default:
      return { kind: 'text' };
  }
}

export function toWireWhy(meant: Meant): Static<typeof Why> {
  return {
    by: meant.by,
    similarity: rounded(meant.similarity),
    passage: meant.passage ?? null,
    place: toWirePlace(meant),
  };
}

function rounded(similarity: number | undefined): number | null {
  return similarity === undefined ? null : Math.round(similarity * 1000) / 1000;
}

export const MeaningState = Type.Object(
  {
    state: Type.String({ enum: ['ready', 'behind', 'failed', 'no_model', 'off'] }),
    waiting: Type.Integer({ description: 'Documents whose meaning is not known yet.' }),
    hint: nullableText('What to do about it.'),
  },
  { description: 'Whether meaning could be searched.' },
);
