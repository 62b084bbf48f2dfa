/** Parameters and shapes of `/search` and `/search/keyword`. */
import { type Static, Type } from 'typebox';
import { contentType } from '#serve/items/content-type.ts';
import { ItemPage } from '#serve/items/schema.ts';
import {
  choice,
  endTime,
  flag,
  idList,
  limit,
  offset,
  parameters,
  startTime,
  text,
  textList,
  wholeNumber,
  withDefault,
} from '#serve/query.ts';
import { Bounds, errorReplies, nullableText, Timestamp } from '#serve/schema.ts';

/** Public clients ask for this many at once. */
const MAX_SEARCH_LIMIT = 10_000;

/** What the store ranks at most for one keyword query. */
const MAX_KEYWORD_LIMIT = 5000;

function order() {
  return withDefault(choice(['ascending', 'descending'], 'By time.'), 'descending');
}

export const searchParameters = parameters({
  q: text(
    'Words to find: all of them, in any order. `"a phrase"` and `prefix*` work; nothing else is an operator.',
  ),
  content_type: contentType(),
  limit: limit({ fallback: 20, max: MAX_SEARCH_LIMIT }),
  offset: offset(),
  start_time: startTime(),
  end_time: endTime(),
  order: order(),
  app_name: text('Part of the name of the application. Leaves audio out.'),
  window_name: text('Part of the title of the window. Leaves audio out.'),
  frame_name: text('Part of the name of the frame. Leaves audio out.'),
  browser_url: text('Part of the address in the browser. Returns OCR items only.'),
  focused: flag('Whether the window had the focus. Returns OCR items only.'),
  include_frames: withDefault(flag('Put the images of frames into the items, as base64.'), false),
  min_length: wholeNumber('Shortest text, in characters.'),
  max_length: wholeNumber('Longest text, in characters.'),
  speaker_ids: idList('Speakers, separated by commas.'),
  speaker_name: text('Part of the name of the speaker.'),
  device_name: text('Part of the name of the monitor or audio device.'),
  machine_id: text('The machine that recorded it.'),
  tags: textList('Tags separated by commas; items must have all of them.'),
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
  cloud: Type.Optional(Cloud),
});
export type SearchReply = Static<typeof SearchReply>;

export const searchSchema = {
  tags: ['search'],
  summary: 'Search everything that was captured',
  description: 'Newest first. `pagination.total` counts all matches exactly.',
  querystring: searchParameters.schema,
  response: { 200: SearchReply, ...errorReplies },
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
  text_positions: Type.Array(
    Type.Object({ text: Type.String(), confidence: Type.Number(), bounds: Bounds }),
  ),
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
    ...errorReplies,
  },
};
