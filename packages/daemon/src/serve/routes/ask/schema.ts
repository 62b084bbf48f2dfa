/** Parameters and shapes of `/ask`. */
import { type Static, Type } from 'typebox';
import { UNDERSTOOD_KINDS } from '#ask/understand.ts';
import { contentType } from '#serve/items/content-type.ts';
import { MeaningState, Why } from '#serve/items/meant.ts';
import { Item } from '#serve/items/schema.ts';
import {
  anyText,
  endTime,
  flag,
  idList,
  limit,
  oneOrMore,
  parameters,
  required,
  startTime,
  text,
  timeZone,
  withDefault,
} from '#serve/request/query.ts';
import { nullableText, Timestamp } from '#serve/request/schema.ts';

export const LONGEST_QUESTION = 2_000;

export const askParameters = parameters({
  q: required(text('The question, in plain English.')),
  ignore: withDefault(
    oneOrMore(UNDERSTOOD_KINDS, 'What not to understand as a filter, separated by commas.'),
    [],
  ),
  timezone: timeZone('For times in the question; `local` unless given.'),
  limit: limit({ fallback: 8, max: 30 }),
  assistant: withDefault(flag('Whether the model at assistant.endpoint.url is asked.'), true),
  start_time: startTime(),
  end_time: endTime(),
  app_name: anyText('Part of the name of the application. Leaves audio out.'),
  browser_url: anyText('Part of the address in the browser.'),
  speaker_ids: idList('Speakers, separated by commas.'),
  content_type: contentType(),
});

const Understood = Type.Object(
  {
    kind: Type.String({ enum: [...UNDERSTOOD_KINDS] }),
    text: Type.String({ description: 'The words of the question.' }),
    label: Type.String({ description: 'What to show.' }),
    start_time: Type.Optional(Timestamp),
    end_time: Type.Optional(Timestamp),
    app_names: Type.Optional(Type.Array(Type.String())),
    browser_url: Type.Optional(Type.String()),
    speaker_ids: Type.Optional(Type.Array(Type.Integer())),
  },
  { description: 'A filter that the question named. `ignore` with its kind removes it.' },
);

const Sentence = Type.Object({
  text: Type.String(),
  evidence: Type.Array(Type.String(), { description: 'Ids of what proves it.' }),
  check: Type.String({
    enum: ['quoted', 'cited', 'uncited', 'wrong_citation', 'unsupported'],
    description:
      'quoted: captured as it stands. The others are of a phrased answer: cited has proof; uncited names none; wrong_citation names evidence that does not exist; unsupported names evidence that says nothing of the kind.',
  }),
});

const Answer = Type.Object({
  by: Type.String({ enum: ['extract', 'assistant', 'nothing'] }),
  sentences: Type.Array(Sentence),
});

const Speaker = Type.Object({ id: Type.Integer(), name: Type.String() });

const Evidence = Type.Object({
  id: Type.String({ description: 'e1, e2 …' }),
  ...Why.properties,
  timestamp: Timestamp,
  app_name: nullableText(),
  window_name: nullableText(),
  browser_url: nullableText(),
  speaker: Type.Unsafe<Static<typeof Speaker> | null>({ ...Speaker, type: ['object', 'null'] }),
  item: Item,
});

const Assistant = Type.Object({
  host: Type.String({ description: 'Where the question and the passages were sent.' }),
  model: Type.String(),
  error: nullableText('Why it did not answer; the answer is then an extract.'),
});

export const AskReply = Type.Object({
  question: Type.String(),
  query: Type.String({ description: 'The question without what was understood.' }),
  understood: Type.Array(Understood),
  answer: Answer,
  evidence: Type.Array(Evidence),
  nothing_found: Type.Boolean(),
  meaning: MeaningState,
  assistant: Type.Unsafe<Static<typeof Assistant> | null>({
    ...Assistant,
    type: ['object', 'null'],
  }),
});
export type AskReply = Static<typeof AskReply>;
export type WireUnderstood = Static<typeof Understood>;
export type WireEvidence = Static<typeof Evidence>;

export const askSchema = {
  tags: ['search'],
  summary: 'Ask a question, get the moments that answer it',
  description:
    'The answer consists of sentences that were captured, or is phrased by the model of assistant.endpoint.url; every sentence names its evidence. See docs/meaning.md.',
  querystring: askParameters.schema,
  response: { 200: AskReply },
};
