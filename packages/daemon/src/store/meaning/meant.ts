/**
 * Finds what is meant: passages near a question by their vectors, and by its words where that is wanted, joined into one order. Every result
 * has its passage with the place where it stands. Runs in a reader thread.
 */
import { itemReader } from '../content/items.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import { memoryReads } from '../memories/memories.ts';
import type { Item, SearchFilter } from '../records.ts';
import { hitReader } from '../search/hits.ts';
import { bestPassageReader, type Found, type FoundPassage } from './best-passage.ts';
import { passageIndex } from './passage-index.ts';
import type { Passage } from './passages.ts';
import { placeFilters } from './places/place-filter.ts';
import { type QueryWords, queryWordReader } from './query-words.ts';
import type { Meant, MeantFilter, MeantPage } from './records.ts';
import { passageSources } from './sources.ts';
import { wordCandidates } from './word-candidates.ts';

/** In one order; the texts of all of them are read. */
const MOST_RANKED = 80;
const MOST_BY_WORDS = 40;
/** Less similar passages say nothing about a query. */
const LEAST_SIMILARITY = 0.15;
/** A passage counts as found by its words with at least this much of them. */
const LEAST_COVERAGE = 0.34;

export function meantReader(kernel: ReadKernel) {
  const { part, assertWanted } = kernel;
  const index = part(passageIndex);
  const sources = part(passageSources);
  const filters = part(placeFilters);
  const wordsOf = part(queryWordReader);
  const best = part(bestPassageReader);
  const byWords = part(wordCandidates);
  const items = part(itemReader);
  const notes = part(memoryReads);
  const hits = part(hitReader);

  function nearest(filter: MeantFilter, most: number): Found[] {
    const places = filters(inTime(filter), filter.withNotes === true);
    if (!places.isPossible) return [];
    return index
      .rank(filter.vector, most, places)
      .filter(({ similarity }) => similarity >= LEAST_SIMILARITY)
      .map((one) => ({ ...one, score: one.similarity, passage: undefined, coverage: 0 }));
  }

  /** Places near in meaning, and places that hold words; each once. */
  function candidates(filter: MeantFilter, words: QueryWords | undefined) {
    const held = words ? byWords(inTime(filter), words, MOST_BY_WORDS) : [];
    const all = [...nearest(filter, MOST_RANKED), ...held];
    return [...new Map(all.map((place) => [place.key, place])).values()];
  }

  /** Each passage once, the best first. */
  function joined(filter: MeantFilter): Found[] {
    const words = filter.withWords ? wordsOf(filter.query ?? '') : undefined;
    const all = new Map<number, FoundPassage>();
    for (const place of candidates(filter, words)) {
      assertWanted();
      const one = best(place, filter.vector, words);
      if (one === undefined || one.score < LEAST_SIMILARITY) continue;
      const other = all.get(one.hash);
      if (!other || isBetter(one, other)) all.set(one.hash, one);
    }
    return [...all.values()].sort((a, b) => b.score - a.score);
  }

  function filled(one: Found): Found {
    const passages = sources.passagesAt(one.key);
    return { ...one, passage: passages.find(({ hash }) => hash === one.hash) };
  }

  function toMeant(one: Found, withWords: boolean): Meant | undefined {
    const item = itemAt(one.key);
    if (!item) return undefined;
    const { similarity, coverage: held, score, passage } = one;
    const isNear = similarity !== undefined && similarity >= LEAST_SIMILARITY;
    const isHeld = withWords && held >= LEAST_COVERAGE;
    const by = isNear && isHeld ? 'both' : isHeld || !isNear ? 'words' : 'meaning';
    return {
      item,
      by,
      score,
      coverage: held,
      similarity,
      passage: passage?.text,
      boxes: passage?.boxes ?? [],
      span: item.kind === 'audio' ? spanOf(item, passage) : undefined,
    };
  }

  function itemAt(key: number): Meant['item'] | undefined {
    if (key >= 0) return items.list([key])[0];
    const note = notes.find(-key);
    return note && { kind: 'note', note };
  }

  /** One row for each item: the best of its passages stands for it. */
  function pageOf(all: readonly Found[], filter: PageFilter): MeantPage {
    const { offset, limit, withWords } = filter;
    const best = new Map<number, Found>();
    for (const one of all) if (!best.has(one.key)) best.set(one.key, one);
    const end = offset + limit;
    if (!filter.isGrouped) {
      const ranked = [...best.values()];
      const found = ranked.slice(offset, end).flatMap((one) => toMeant(one, withWords) ?? []);
      return { found, total: ranked.length, hasMore: ranked.length > end };
    }
    const groups = hits.groupKeys([...best.keys()]);
    const found = groups.slice(offset, end).flatMap(({ key, group }) => {
      const meant = toMeant(best.get(key) as Found, withWords);
      return meant ? { ...meant, group: group() } : [];
    });
    return { found, total: best.size, hasMore: groups.length > end };
  }

  return {
    find: (filter: MeantFilter): MeantPage => pageOf(joined(filter), filter),
    pageOf,
    /** With its text and its place. */
    filled,
  };
}

/** Of two with the same title, the one that shows more below it. */
function isBetter(one: FoundPassage, other: FoundPassage): boolean {
  if (one.score !== other.score) return one.score > other.score;
  return one.shownScore > other.shownScore;
}

type PageFilter = Pick<MeantFilter, 'offset' | 'limit' | 'withWords' | 'isGrouped'>;

function inTime(filter: MeantFilter): SearchFilter {
  return { ...filter, order: 'descending' };
}

/** A part of what was said takes its share of the time. */
function spanOf(item: Item & { kind: 'audio' }, passage: Passage | undefined): Meant['span'] {
  const { startSecs, endSecs } = item;
  if (startSecs === null || endSecs === null || !passage) return { startSecs, endSecs };
  const lasts = endSecs - startSecs;
  return { startSecs: startSecs + passage.from * lasts, endSecs: startSecs + passage.to * lasts };
}
