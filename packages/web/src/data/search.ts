/** Search as one types: rows that stand for near-identical pictures, with the places of the words and where they were found. */
import type { Why } from '@hindcast/client';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { t } from '../language/message.ts';
import type { Mark } from '../parts/snippet.ts';
import { call, callIfThere, routes } from './api.ts';
import type { AudioContent, FrameContent, Page, TextPosition } from './wire.ts';

export type MatchedIn =
  | 'picture'
  | 'text'
  | 'title'
  | 'address'
  | 'speech'
  | 'meaning'
  | (string & {});

export interface Hit {
  key: string;
  kind: 'frame' | 'audio';
  id: number;
  atMs: number;
  startMs: number;
  endMs: number;
  ids: readonly number[];
  size: number;
  app: string;
  title: string;
  url: string | null;
  device: string;
  tags: readonly string[];
  snippet: { text: string; marks: readonly Mark[] };
  matchedIn: MatchedIn | undefined;
  positions: readonly TextPosition[];
  /** False when only text was kept, and for sound. */
  hasPicture: boolean;
}

export interface WireHit {
  type: string;
  content: FrameContent & AudioContent & { id?: number };
  group?: { size: number; start_time: string; end_time: string; ids: number[] };
  match?: {
    matched_in: string;
    snippet?: { text: string; marks: Mark[] };
    text_positions?: TextPosition[];
  };
  why?: Why;
}

interface HitPage {
  data: WireHit[];
  pagination: { limit: number; offset: number; total: number };
  has_more?: boolean;
  total_is_exact?: boolean;
  ranked?: number;
}

export type SearchQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Two screens of rows: the words of each picture are looked up for its boxes, so a longer page answers later. */
const ROWS_PER_PAGE = 20;

export function toHit(hit: WireHit): Hit {
  const { type, content, group, match } = hit;
  const atMs = Date.parse(content.timestamp);
  const own = type === 'Audio' ? ofSound(content) : ofScreen(content);
  return {
    ...own,
    atMs,
    startMs: group ? Date.parse(group.start_time) : atMs,
    endMs: group ? Date.parse(group.end_time) : atMs,
    ids: group?.ids ?? [own.id],
    size: group?.size ?? 1,
    device: content.device_name ?? '',
    tags: content.tags ?? [],
    snippet: match?.snippet ?? { text: own.text.slice(0, 200), marks: [] },
    matchedIn: match?.matched_in,
    positions: match?.text_positions ?? [],
    ...(hit.why && meantOf(hit.why)),
  };
}

/** The passage in place of the words, and its lines in place of theirs. */
function meantOf({ passage, place }: Why): Pick<Hit, 'matchedIn' | 'positions'> & Partial<Hit> {
  const boxes = place.kind === 'screen' ? place.boxes : [];
  return {
    matchedIn: 'meaning',
    positions: boxes.map((bounds) => ({ text: '', confidence: 1, bounds })),
    ...(passage !== null && { snippet: { text: passage, marks: [] } }),
  };
}

function ofSound(content: WireHit['content']) {
  return {
    kind: 'audio' as const,
    id: content.chunk_id,
    key: `a${content.chunk_id}`,
    app: content.speaker?.name ?? '',
    title: content.speaker?.name || t('Somebody'),
    url: null,
    hasPicture: false,
    text: content.transcription,
  };
}

function ofScreen(content: WireHit['content']) {
  const id = content.frame_id ?? content.id ?? 0;
  return {
    kind: 'frame' as const,
    id,
    key: `f${id}`,
    app: content.app_name,
    title: content.window_name,
    url: content.browser_url,
    hasPicture: content.picture_gone === undefined,
    text: content.text,
  };
}

export function useHits(query: SearchQuery, isGrouped: boolean, isEnabled: boolean) {
  return useInfiniteQuery({
    queryKey: ['search', query, isGrouped],
    enabled: isEnabled,
    initialPageParam: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal, pageParam }) => {
      const startedAtMs = performance.now();
      const page = await call<HitPage>('/search', {
        signal,
        query: {
          ...query,
          limit: ROWS_PER_PAGE,
          offset: pageParam,
          group: isGrouped,
          // The counts of the chips, asked for once the person looks, have the exact total.
          count: !isGrouped,
          snippet: true,
          positions: true,
          max_content_length: 200,
        },
      });
      return {
        hits: page.data.filter(({ type }) => type !== 'Input').map(toHit),
        total: page.pagination.total,
        isExact: page.total_is_exact ?? true,
        ranked: page.ranked,
        hasMore: page.has_more ?? page.pagination.offset + page.data.length < page.pagination.total,
        tookMs: Math.round(performance.now() - startedAtMs),
      };
    },
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length * ROWS_PER_PAGE : undefined),
  });
}

export interface Facet {
  value: string;
  label: string;
  count: number;
}

export interface Facets {
  data: Partial<Record<'day' | 'type' | 'app' | 'site' | 'window' | 'speaker', Facet[]>>;
  total: number;
  counted: number;
  total_is_exact?: boolean;
}

export function useFacets(query: SearchQuery, isEnabled: boolean) {
  return useQuery({
    queryKey: ['facets', query],
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      callIfThere<Facets>('/search/facets', {
        signal,
        query: { ...query, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      }),
  });
}

/** The query with words that were seen, when some of it never was. */
export function useSpelling(q: string) {
  return useQuery({
    queryKey: ['spelling', q],
    enabled: q !== '',
    queryFn: async ({ signal }) =>
      (await routes.get('/search/spelling', { signal, query: { q } })).suggestion,
  });
}

/** Where the words stand on one picture of a group that is not its first. */
export function useHitOf(frameId: number, atMs: number | undefined, q: string) {
  return useQuery({
    queryKey: ['hit', frameId, q],
    enabled: atMs !== undefined && q !== '',
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const at = new Date(atMs ?? 0).toISOString();
      const page = await call<HitPage>('/search', {
        signal,
        query: { q, content_type: 'ocr', start_time: at, end_time: at, limit: 10, positions: true },
      });
      return page.data.map(toHit).find(({ id }) => id === frameId) ?? null;
    },
  });
}

export interface StripText {
  atMs: number;
  /** Around the words that were searched; empty where they are not. */
  text: string;
}

/** When the pictures of a strip are from, and what they say about the words. Only the newest of so many are asked for. */
export function useStripTexts(
  strip: { ids: readonly number[]; startMs: number; endMs: number; app?: string | undefined },
  q: string,
  isEnabled = true,
): ReadonlyMap<number, StripText> {
  const { startMs, endMs, app } = strip;
  const { data } = useQuery({
    queryKey: ['strip', startMs, endMs, app, q],
    enabled: isEnabled && strip.ids.length > 1,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const page = await call<HitPage>('/search', {
        signal,
        query: {
          q,
          content_type: 'ocr',
          app_name: app,
          limit: MOST_IN_STRIP,
          start_time: new Date(startMs).toISOString(),
          end_time: new Date(endMs).toISOString(),
          snippet: true,
          max_content_length: 1,
        },
      });
      return new Map(
        page.data.map((hit) => [
          toHit(hit).id,
          { atMs: Date.parse(hit.content.timestamp), text: hit.match?.snippet?.text ?? '' },
        ]),
      );
    },
  });
  return data ?? NO_TEXTS;
}

const NO_TEXTS: ReadonlyMap<number, StripText> = new Map();
const MOST_IN_STRIP = 200;

/** What was said in a stretch of time, oldest first. */
export function useHeard(startMs: number, endMs: number, limit = 20) {
  return useQuery({
    queryKey: ['heard', startMs, endMs, limit],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const page = await call<Page<AudioContent>>('/search', {
        signal,
        query: {
          content_type: 'audio',
          start_time: new Date(startMs).toISOString(),
          end_time: new Date(endMs).toISOString(),
          limit,
          order: 'ascending',
        },
      });
      return page.data.map(({ content }) => content);
    },
  });
}
