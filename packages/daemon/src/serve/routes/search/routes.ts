/** `GET /search`, `/search/facets`, `/search/spelling` and `/search/keyword`. */

import type { FastifyReply } from 'fastify';
import { isMemoryOnly } from '#serve/items/content-type.ts';
import { readPage } from '#serve/items/read-page.ts';
import { sendPage } from '#serve/items/send-page.ts';
import { shortenItems } from '#serve/items/shorten.ts';
import { withSignal } from '#serve/request/deadline.ts';
import { InvalidParameterError } from '#serve/request/request-errors.ts';
import { iso } from '#serve/request/time.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import type { KeywordMatch, SearchFilter } from '#store/records.ts';
import type { HitFilter } from '#store/timeline/overview-records.ts';
import { groupMatches, MATCHES_TO_GROUP, type MatchGroup } from './group-matches.ts';
import { readHits, toWirePosition } from './hits.ts';
import { readMeant, sendReply } from './meaning.ts';
import { readMemories } from './memory-page.ts';
import {
  facetParameters,
  facetSchema,
  keywordParameters,
  keywordSchema,
  type SearchReply,
  searchParameters,
  searchSchema,
  spellingParameters,
  spellingSchema,
  type WireKeywordGroup,
  type WireKeywordMatch,
} from './schema.ts';

/** Cloud search comes with sync; until then the honest answer is that there is none. */
const NO_CLOUD = {
  cloudSearchAvailable: false,
  cloudHasRelevantData: false,
  cloudQueryHint: null,
  status: 'Disabled',
};

export function searchRoutes(app: App, deps: ServerDeps): void {
  const deadline = { code: 'SEARCH_TIMEOUT', limitMs: deps.limits.searchTimeoutMs } as const;

  async function sendMemories(query: Query, reply: FastifyReply) {
    const page = await withSignal(reply, deadline, (signal) =>
      readMemories(deps.store, query, signal),
    );
    if (query.max_content_length !== undefined) shortenItems(page.data, query.max_content_length);
    return sendPage(deps, reply, page, false);
  }

  async function sendHits(query: Query, reply: FastifyReply) {
    if (query.include_frames) {
      throw new InvalidParameterError('include_frames', 'left out with group and snippet');
    }
    const found = await withSignal(reply, deadline, (signal) =>
      readHits(deps.store, toHitFilter(query), signal),
    );
    return sendReply(reply, found, query.max_content_length);
  }

  async function sendMeant(query: Query, reply: FastifyReply) {
    const filter = toMeantFilter(query);
    const found = await withSignal(reply, deadline, (signal) => readMeant(deps, filter, signal));
    return sendReply(reply, found, query.max_content_length);
  }

  app.get('/search', { schema: searchSchema }, async (request, reply) => {
    const query = searchParameters.parse(request.query, deps.nowMs());
    if (query.mode !== 'words') return sendMeant(query, reply);
    if (isMemoryOnly(query.content_type)) return sendMemories(query, reply);
    if (query.group || query.snippet || query.positions || query.matched_in) {
      return sendHits(query, reply);
    }
    const page: SearchReply = await withSignal(reply, deadline, (signal) =>
      readPage(deps.store, toPage(query), signal),
    );
    if (query.max_content_length !== undefined) shortenItems(page.data, query.max_content_length);
    if (query.include_cloud) page.cloud = NO_CLOUD;
    return sendPage(deps, reply, page, query.include_frames);
  });

  app.get('/search/facets', { schema: facetSchema }, async (request, reply) => {
    const query = facetParameters.parse(request.query, deps.nowMs());
    const { limit, timezone, fields } = query;
    const filter = { ...toFilter(query), fields, most: limit, timeZone: timezone };
    const {
      total,
      isEstimated,
      counted,
      fields: data,
    } = await withSignal(reply, deadline, (signal) =>
      deps.store.search.countFacets(filter, signal),
    );
    return { data, total, counted, ...(isEstimated && { total_is_exact: false }) };
  });

  app.get('/search/spelling', { schema: spellingSchema }, async (request, reply) => {
    const { q } = spellingParameters.parse(request.query, deps.nowMs());
    if (q === undefined) throw new InvalidParameterError('q', 'given');
    const suggestion = await withSignal(reply, deadline, (signal) =>
      deps.store.search.suggestSpelling(q, signal),
    );
    return { suggestion: suggestion ?? null };
  });

  app.get('/search/keyword', { schema: keywordSchema }, async (request, reply) => {
    const query = keywordParameters.parse(request.query, deps.nowMs());
    const words = query.query ?? query.q;
    if (words === undefined) throw new InvalidParameterError('query', 'at least one word');
    const matches = await withSignal(reply, deadline, (signal) =>
      deps.store.search.findKeyword(
        {
          query: words,
          limit: query.group ? MATCHES_TO_GROUP : query.limit,
          offset: query.group ? 0 : query.offset,
          order: query.order,
          startMs: query.start_time,
          endMs: query.end_time,
          fuzzy: query.fuzzy_match,
          appNames: query.app_names,
        },
        signal,
      ),
    );
    return query.group ? groupMatches(matches).map(toWireGroup) : matches.map(toWireMatch);
  });
}

type Query = ReturnType<typeof searchParameters.parse>;
type Filters = Pick<Query, Extract<keyof Query, keyof ReturnType<typeof facetParameters.parse>>>;

export function toFilter(query: Filters): Omit<SearchFilter, 'limit' | 'offset' | 'order'> {
  // Only frames have an address and a focus, so these two name the content type as well.
  const framesOnly = query.browser_url !== undefined || query.focused !== undefined;
  return {
    kinds: framesOnly ? ['ocr'] : query.content_type,
    query: query.q,
    exclude: query.exclude,
    startMs: query.start_time,
    endMs: query.end_time,
    appName: query.app_name,
    windowName: query.window_name,
    browserUrl: query.browser_url,
    deviceName: query.device_name,
    frameName: query.frame_name,
    focused: query.focused,
    minLength: query.min_length,
    maxLength: query.max_length,
    speakerIds: query.speaker_ids,
    speakerName: query.speaker_name,
    machineId: query.machine_id,
    tags: query.tags,
  };
}

function toPage(query: Query): SearchFilter {
  const { limit, offset, order } = query;
  const filter = { ...toFilter(query), isCounted: query.count };
  if (order !== 'relevance') return { ...filter, limit, offset, order };
  if (filter.kinds.includes('input')) {
    throw new InvalidParameterError('order', 'by time for input events');
  }
  return { ...filter, limit, offset, order: 'descending', isRanked: true };
}

/** What only a search for words has is named, so that nobody waits for it. */
function toMeantFilter(query: Query) {
  const { q, limit, offset, mode, group } = query;
  if (q === undefined) throw new InvalidParameterError('q', 'given with this mode');
  if (query.include_frames) throw new InvalidParameterError('include_frames', 'left out');
  const filter = toFilter(query);
  if (filter.kinds.length === 0 || filter.kinds.includes('input')) {
    throw new InvalidParameterError('content_type', 'screen, audio or UI with this mode');
  }
  return { ...filter, limit, offset, withWords: mode === 'both', isGrouped: group };
}

function toHitFilter(query: Query): HitFilter {
  return {
    ...toPage(query),
    isGrouped: query.group,
    withSnippets: query.snippet,
    withPositions: query.positions,
  };
}

function toWireMatch(match: KeywordMatch): WireKeywordMatch {
  return {
    frame_id: match.frameId,
    timestamp: iso(match.atMs),
    text_positions: match.positions.map(toWirePosition),
    app_name: match.appName,
    window_name: match.windowName,
    confidence: match.confidence,
    text: match.text,
    url: match.url,
  };
}

function toWireGroup(group: MatchGroup): WireKeywordGroup {
  return {
    // A cluster stands for many frames; the words of one of them would mislead.
    representative: toWireMatch({ ...group.representative, text: '', positions: [] }),
    group_size: group.frameIds.length,
    start_time: iso(group.startMs),
    end_time: iso(group.endMs),
    frame_ids: group.frameIds,
  };
}
