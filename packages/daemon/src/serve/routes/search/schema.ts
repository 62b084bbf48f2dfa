/** Parameters and shapes of `/search`, `/search/related`, `/search/facets` and `/search/keyword`. */
import { type Static, Type } from 'typebox';
import { contentType } from '#serve/items/content-type.ts';
import { MeaningState } from '#serve/items/meant.ts';
import { ItemPage, Position } from '#serve/items/schema.ts';
import {
  anyText,
  choice,
  endTime,
  flag,
  idList,
  limit,
  offset,
  oneOrMore,
  parameters,
  startTime,
  text,
  textList,
  timeZone,
  wholeNumber,
  withDefault,
} from '#serve/request/query.ts';
import { nullableText, Timestamp } from '#serve/request/schema.ts';
import { FACET_FIELDS } from '#store/timeline/overview-records.ts';

/** Public clients ask for this many at once. */
const MAX_SEARCH_LIMIT = 10_000;

/** What the store ranks at most for one keyword query. */
const MAX_KEYWORD_LIMIT = 5000;

function order() {
  return withDefault(choice(['ascending', 'descending'], 'By time.'), 'descending');
}

function orderOrRelevance() {
  const meaning =
    'By time, or the best match first: that in which the words stand often and the text is short. Relevance is decided among the newest 2,000 matches, and `ranked` says among how many; without words, and with words that stand nearly everywhere, it is newest first.';
  return withDefault(choice(['ascending', 'descending', 'relevance'], meaning), 'descending');
}

/** What to find, shared by the list and its counts. */
const filters = {
  q: text(
    'Words to find: all of them, in any order. `"a phrase"` and `prefix*` work; nothing else is an operator.',
  ),
  exclude: text('Words of which none may be there; written as in `q`.'),
  content_type: contentType(),
  start_time: startTime(),
  end_time: endTime(),
  app_name: anyText('Part of the name of the application. Leaves audio out.'),
  window_name: anyText('Part of the title of the window. Leaves audio out.'),
  frame_name: text('Part of the name of the frame. Leaves audio out.'),
  browser_url: anyText('Part of the address in the browser. Returns OCR items only.'),
  focused: flag('Whether the window had the focus. Returns OCR items only.'),
  min_length: wholeNumber('Shortest text, in characters.'),
  max_length: wholeNumber('Longest text, in characters.'),
  speaker_ids: idList('Speakers, separated by commas.'),
  speaker_name: anyText('Part of the name of the speaker.'),
  device_name: text('Part of the name of the monitor or audio device.'),
  machine_id: text('The machine that recorded it.'),
  tags: textList('Tags separated by commas; items must have all of them.'),
};

const SEARCH_MODES = ['words', 'meaning', 'both'] as const;

export const searchParameters = parameters({
  ...filters,
  mode: withDefault(
    choice(
      SEARCH_MODES,
      'By words; by meaning, which needs `q` and no exact words; or by both in one order. With the last two the best match comes first whatever `order` says, and every item has `why`.',
    ),
    'words',
  ),
  limit: limit({ fallback: 20, max: MAX_SEARCH_LIMIT }),
  offset: offset(),
  order: orderOrRelevance(),
  include_frames: withDefault(flag('Put the images of frames into the items, as base64.'), false),
  group: withDefault(
    flag(
      'Neighbouring items of one window, or of one speaker, become one row with a `group`. `limit` and `offset` then count rows, while `pagination.total` still counts items.',
    ),
    false,
  ),
  count: flag(
    'True: the total is exact, whatever that costs. False with `group`: it need not be known, which is the quickest. Without it the total of very many matches is an estimate, and `total_is_exact` says so.',
  ),
  snippet: withDefault(flag('Add the part of the text around the words found.'), false),
  positions: withDefault(flag('Add the places of the words found on the picture.'), false),
  matched_in: withDefault(
    flag('Say where the words were found. `snippet` and `positions` do so too.'),
    false,
  ),
  max_content_length: wholeNumber('Shorten longer texts in the middle to this many characters.', {
    min: 1,
  }),
  include_cloud: withDefault(flag('Say whether more could be found in the cloud.'), false),
  on_screen: text('Accepted and ignored.'),
});

const Cloud = Type.Object({
  cloudSearchAvailable: Type.Boolean(),
  cloudHasRelevantData: Type.Boolean(),
  cloudQueryHint: nullableText(),
  status: Type.String({ description: 'Available, Disabled, NotInitialized or Error.' }),
});

const SearchReply = Type.Object({
  ...ItemPage.properties,
  has_more: Type.Optional(Type.Boolean({ description: 'With `group`: whether rows follow.' })),
  ranked: Type.Optional(
    Type.Integer({
      description:
        'With `order=relevance`: how many matches were compared. When it is below the total, older ones are not in the list. 0 when nothing matched, and when the words stand nearly everywhere: the list then has all matches, the newest first.',
    }),
  ),
  cloud: Type.Optional(Cloud),
  meaning: Type.Optional(MeaningState),
});
export type SearchReply = Static<typeof SearchReply>;

export const searchSchema = {
  tags: ['search'],
  summary: 'Search everything that was captured',
  description:
    'Newest first. `pagination.total` counts all matches: exactly in stores of up to 200,000 items and where that is quick. Otherwise it is an estimate from the newest ones, and `total_is_exact` is false.',
  querystring: searchParameters.schema,
  response: { 200: SearchReply },
};

const { q: _q, ...relatedFilters } = filters;
export const relatedParameters = parameters({
  frame_id: wholeNumber('The frame to compare with.'),
  audio_chunk_id: wholeNumber('The recording to compare with, in place of a frame.'),
  ...relatedFilters,
  limit: limit({ fallback: 10, max: 60 }),
  offset: offset(),
  max_content_length: wholeNumber('Shorten longer texts in the middle to this many characters.', {
    min: 1,
  }),
});

export const relatedSchema = {
  tags: ['search'],
  summary: 'Moments like this one',
  description:
    'What means nearly the same as a frame or a recording, the most similar first, without the same window around that time.',
  querystring: relatedParameters.schema,
  response: { 200: SearchReply },
};

export const facetParameters = parameters({
  ...filters,
  fields: withDefault(oneOrMore(FACET_FIELDS, 'What to count by, separated by commas.'), [
    'day',
    'type',
    'app',
    'site',
    'window',
    'speaker',
  ] as const),
  limit: limit({ fallback: 20, max: 1000 }),
  timezone: withDefault(
    timeZone('Where a day begins: a name such as Europe/Lisbon, or `local`. To the hour.'),
    'UTC',
  ),
});

const FacetCounts = Type.Array(
  Type.Object({
    value: Type.String({ description: 'What to filter by; of speakers the id.' }),
    label: Type.String({ description: 'What to show; of speakers the name, or empty.' }),
    count: Type.Integer(),
  }),
);

export const facetSchema = {
  tags: ['search'],
  summary: 'How many items a search finds per day, application, site …',
  description:
    'The most frequent values of each field; days are all reported, oldest first. Without words the counts are exact. With words the newest 10 000 matches are counted, and `counted` below `total` says that there are more.',
  querystring: facetParameters.schema,
  response: {
    200: Type.Object({
      data: Type.Object(
        Object.fromEntries(FACET_FIELDS.map((field) => [field, Type.Optional(FacetCounts)])),
      ),
      total: Type.Integer(),
      counted: Type.Integer(),
      total_is_exact: Type.Optional(
        Type.Boolean({ description: 'False when the total of very many matches is an estimate.' }),
      ),
    }),
  },
};

export const spellingParameters = parameters({ q: text('What was searched for; required.') });

export const spellingSchema = {
  tags: ['search'],
  summary: 'What may have been meant',
  description:
    'The same query with words that were seen or heard in place of those that never were; null when there is nothing near.',
  querystring: spellingParameters.schema,
  response: {
    200: Type.Object({ suggestion: nullableText('A query that finds something.') }),
  },
};

export const keywordParameters = parameters({
  query: text('Words to find; required. `q` is another name for it.'),
  q: text('Another name for `query`.'),
  limit: limit({ fallback: 20, max: MAX_KEYWORD_LIMIT }),
  offset: offset(),
  start_time: startTime(),
  end_time: endTime(),
  fuzzy_match: withDefault(
    flag('Find words that begin with the given ones, and any of them instead of all.'),
    false,
  ),
  order: order(),
  app_names: textList('Exact names of applications, separated by commas.'),
  group: withDefault(
    flag('Return clusters of neighbouring matches. `limit` and `offset` are then ignored.'),
    false,
  ),
});

const KeywordMatch = Type.Object({
  frame_id: Type.Integer(),
  timestamp: Timestamp,
  text_positions: Type.Array(Position),
  app_name: Type.String(),
  window_name: Type.String(),
  confidence: Type.Number(),
  text: Type.String(),
  url: Type.String({ description: 'Empty when unknown.' }),
});
export type WireKeywordMatch = Static<typeof KeywordMatch>;

const KeywordGroup = Type.Object({
  representative: KeywordMatch,
  group_size: Type.Integer(),
  start_time: Timestamp,
  end_time: Timestamp,
  frame_ids: Type.Array(Type.Integer()),
});
export type WireKeywordGroup = Static<typeof KeywordGroup>;

export const keywordSchema = {
  tags: ['search'],
  summary: 'Find words on the screen, with their places in the image',
  description: 'A bare list; with `group=true` a list of clusters.',
  querystring: keywordParameters.schema,
  response: {
    200: Type.Union([Type.Array(KeywordMatch), Type.Array(KeywordGroup)]),
  },
};
