/**
 * Search for people who look at a list: neighbouring items of one window are one row, and every row says where its words
 * were found. Only the rows of the page are read; the rest is decided from keys and contexts. Runs in a reader thread.
 */
import { type Context, contextReader } from '../content/contexts.ts';
import { itemReader } from '../content/items.ts';
import { kindOfKey } from '../content/keys.ts';
import { frameReader } from '../frames/frames.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import type { Item, TextBox } from '../records.ts';
import type { Hit, HitFilter, HitGroup, HitPage } from '../timeline/overview-records.ts';
import { isByMatch, type KeyPage, searchReader } from './search.ts';
import { matching, positionsOf } from './words/matched-boxes.ts';
import { type Clause, parseQuery } from './words/query-syntax.ts';
import { snippetOf } from './words/snippet.ts';

/** Longest silence within a group, on the screen and in speech. */
const MAX_GAP_MS = 120_000;
const MAX_SPEECH_GAP_MS = 20_000;
const MAX_IDS = 200;
/** A first guess; what is not enough is asked for again, up to the greatest number. */
const KEYS_PER_GROUP = 20;
const MAX_KEYS = 100_000;

interface Row {
  /** Its place in the order that was asked for. */
  place: number;
  key: number;
  atMs: number;
  context: Context;
  ref: number;
}

interface Group {
  /** The one that stands for the others. */
  first: Row;
  startMs: number;
  endMs: number;
  refs: number[];
  size: number;
}

type Grouped = Omit<KeyPage, 'keys'> & { groups: Group[] };

export function hitReader({ db, part, assertWanted }: ReadKernel) {
  const contexts = part(contextReader);
  const items = part(itemReader);
  const frames = part(frameReader);
  const search = part(searchReader);
  const rowsOf = db
    .prepare(
      'SELECT d.key, d.at_ms, d.context_id, d.ref FROM json_each(?) j JOIN document d ON d.key = j.value',
    )
    .raw();
  const chunksOf = db
    .prepare(
      `SELECT DISTINCT a.audio_chunk_id FROM json_each(?) j JOIN transcription a ON a.id = j.value`,
    )
    .pluck();

  function listRows(keys: readonly number[]): Row[] {
    const rows = rowsOf.all(JSON.stringify(keys)) as [number, number, number, number][];
    const byKey = new Map(rows.map((row) => [row[0], row]));
    return keys.flatMap((key, place) => {
      const row = byKey.get(key);
      return row ? { place, key, atMs: row[1], context: contexts.get(row[2]), ref: row[3] } : [];
    });
  }

  function listGroups(filter: HitFilter): Grouped {
    if (!isByMatch(filter)) return groupsByTime(filter);
    const best = search.bestKeys(filter);
    if (!best) return { ...groupsByTime({ ...filter, isRanked: false }), ranked: 0 };
    // Of all that was compared: with fewer keys, groups would end elsewhere on another page.
    const { keys, ...counted } = best;
    return { groups: rankedGroups(listRows(keys)), ...counted };
  }

  /** The groups up to the end of the page and one more, each whole. */
  function groupsByTime(filter: HitFilter): Grouped {
    const wanted = filter.offset + filter.limit;
    for (let limit = wanted * KEYS_PER_GROUP + 500; ; limit *= 4) {
      assertWanted();
      const most = Math.min(limit, MAX_KEYS);
      const { keys, ...counted } = search.keyPage({ ...filter, offset: 0, limit: most });
      const rows = listRows(keys);
      const groups = groupRows(rows);
      const isWhole = keys.length < most || most === MAX_KEYS;
      if (isWhole || areClosed(groups, wanted, rows.at(-1)?.atMs ?? 0))
        return { groups, ...counted };
    }
  }

  function toGroup({ first, startMs, endMs, refs, size }: Group): HitGroup {
    const isSpeech = kindOfKey(first.key) === 'audio';
    const ids = isSpeech ? (chunksOf.all(JSON.stringify(refs)) as number[]) : refs;
    return { size, startMs, endMs, ids };
  }

  function explained(item: Item, clauses: readonly Clause[], filter: HitFilter): Partial<Hit> {
    if (item.kind === 'input') return {};
    const positions = item.kind === 'ocr' ? placesOf(item.frameId, clauses) : [];
    const inText = item.kind === 'audio' ? 'speech' : 'text';
    return {
      matchedIn: positions.length > 0 ? 'picture' : inText,
      ...(filter.withSnippets && { snippet: snippetOf(item.text, clauses) }),
      ...(filter.withPositions && { positions }),
    };
  }

  function placesOf(frameId: number, clauses: readonly Clause[]): TextBox[] {
    return matching(positionsOf(frames.readContent(frameId)), clauses);
  }

  function hits(found: readonly Item[], filter: HitFilter): Hit[] {
    const clauses = filter.query?.trim() ? parseQuery(filter.query) : [];
    return found.map((item) => ({
      item,
      ...(clauses.length > 0 && explained(item, clauses, filter)),
    }));
  }

  return {
    /** Groups of keys in any order, each where the best of its keys is, with the key that stands for the others. */
    groupKeys: (keys: readonly number[]): { key: number; group: () => HitGroup }[] =>
      rankedGroups(listRows(keys)).map((group) => ({
        key: group.first.key,
        group: () => toGroup(group),
      })),
    searchHits(filter: HitFilter): HitPage {
      // Input events lie apart and have no window to be grouped by.
      if (!filter.isGrouped || filter.kinds.includes('input')) {
        const {
          items: found,
          total,
          isEstimated,
          ranked,
        } = search.search({
          ...filter,
          isCounted: filter.isCounted || undefined,
        });
        const hasMore = filter.offset + found.length < (ranked || total);
        return { hits: hits(found, filter), total, isExact: !isEstimated, hasMore, ranked };
      }
      const end = filter.offset + filter.limit;
      const { groups, total, isExact, ranked } = listGroups(filter);
      const page = groups.slice(filter.offset, end);
      const found = items.list(page.map(({ first }) => first.key));
      const rows = hits(found, filter).map((hit, i) => ({
        ...hit,
        group: toGroup(page[i] as Group),
      }));
      return { hits: rows, total, isExact, hasMore: groups.length > end, ranked };
    },
  };
}

/** Whether there are more than `count` groups, and nothing after `atMs` can belong to those. */
function areClosed(groups: readonly Group[], count: number, atMs: number): boolean {
  const isOpen = (group: Group) => gapMs(group, atMs) <= MAX_GAP_MS;
  return groups.length > count && !groups.slice(0, count).some(isOpen);
}

/** `rows` in order of time, either way; groups are in the order of their first rows. */
function groupRows(rows: readonly Row[]): Group[] {
  const groups: Group[] = [];
  const latest = new Map<string, Group>();
  for (const row of rows) {
    const window = windowOf(row);
    const group = latest.get(window);
    if (group && isNear(group, row)) {
      extend(group, row);
    } else {
      const started = {
        first: row,
        startMs: row.atMs,
        endMs: row.atMs,
        refs: [row.ref],
        size: 1,
      };
      groups.push(started);
      latest.set(window, started);
    }
  }
  return groups;
}

/** The groups of rows in any order, each where the best of its rows is. */
function rankedGroups(rows: readonly Row[]): Group[] {
  const groups = groupRows(rows.toSorted((a, b) => b.atMs - a.atMs || b.key - a.key));
  return groups.sort((a, b) => a.first.place - b.first.place);
}

/** Frames of two monitors alternate, so a group is looked for by its window and not by its neighbour. */
function windowOf({ key, context }: Row): string {
  return kindOfKey(key) === 'audio'
    ? JSON.stringify(['audio', context.speakerId, context.deviceName])
    : JSON.stringify([context.kind, context.appName, context.windowName]);
}

function isNear(group: Group, row: Row): boolean {
  if (row.context.kind === 'audio') return gapMs(group, row.atMs) <= MAX_SPEECH_GAP_MS;
  const [a, b] = [group.first.context.browserUrl, row.context.browserUrl];
  return gapMs(group, row.atMs) <= MAX_GAP_MS && (a === b || a === null || b === null);
}

function gapMs(group: Pick<Group, 'startMs' | 'endMs'>, atMs: number): number {
  return Math.max(group.startMs - atMs, atMs - group.endMs);
}

function extend(group: Group, row: Row): void {
  const { atMs, ref, place } = row;
  if (place < group.first.place) group.first = row;
  group.startMs = Math.min(group.startMs, atMs);
  group.endMs = Math.max(group.endMs, atMs);
  group.size += 1;
  if (group.refs.length < MAX_IDS) group.refs.push(ref);
}
