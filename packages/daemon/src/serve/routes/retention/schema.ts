/** Wire shapes of `GET /retention/forecast`. */
import { type Static, Type } from 'typebox';
import { parameters, text, wholeNumber } from '#serve/request/query.ts';
import { nullableInteger, nullableText } from '#serve/request/schema.ts';

const days = (what: string) => text(`Days that ${what} kept, or \`forever\`.`);

export const forecastParameters = parameters({
  text: days('texts, with their pictures and sound, are'),
  pixels: days('pictures are'),
  audio: days('sound is'),
  input: days('input events are'),
  max_gb: wholeNumber('Gigabytes of everything; 0: no limit.', { min: 0, max: 1_000_000 }),
});

const Rule = Type.Object({
  rule: Type.String({ enum: ['text', 'pixels', 'audio', 'input', 'size'] }),
  until: nullableText('What is not newer would go now; null: nothing.'),
  next_at: nullableText('When this rule takes something next; null: it has nothing to take.'),
  frames: Type.Integer(),
  pictures: Type.Integer({ description: 'Of frames whose text stays.' }),
  transcriptions: Type.Integer(),
  recordings: Type.Integer({ description: 'Of which the sound goes.' }),
  accessibility: Type.Integer(),
  ui_events: Type.Integer(),
  bytes: Type.Integer({ description: 'On the disk, about.' }),
});

const Days = Type.Union([Type.Integer(), Type.Null()], {
  description: 'Null: for ever.',
});

const Forecast = Type.Object({
  rules_in_use: Type.Object({
    text: Days,
    pixels: Days,
    audio: Days,
    input: Days,
    max_bytes: nullableInteger('Null: no limit.'),
  }),
  total_bytes: Type.Integer({ description: 'Of the database and the media files.' }),
  forecast: Type.Array(Rule, { description: 'Rules that keep something for ever are left out.' }),
  last_run: Type.Union([
    Type.Object({ at: Type.String(), deletion_id: Type.Integer(), bytes_freed: Type.Integer() }),
    Type.Null(),
  ]),
});
export type Forecast = Static<typeof Forecast>;

export const runSchema = {
  tags: ['retention'],
  summary: 'Remove what is too old now, however busy the machine is',
  description:
    'Answers at once; `GET /retention/forecast` says when it ran. Without rules nothing happens.',
  response: { 202: Type.Object({ success: Type.Boolean() }) },
};

export const forecastSchema = {
  tags: ['retention'],
  summary: 'What retention would remove, how much that is, and when',
  description:
    'With parameters: as if these were the rules; otherwise by the settings `retention.*`. Nothing is removed. What has a tag, or a note about it, stays and is not counted.',
  querystring: forecastParameters.schema,
  response: { 200: Forecast },
};
