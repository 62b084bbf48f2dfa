/**
 * Words that tell the last hour from the days before it, out of the titles of windows: what a person may want to come back to. Only
 * plain words: names of apps are everywhere, and what mixes letters and digits may be a key that nobody wants to see here. Nothing
 * of this is kept.
 */
import { useQuery } from '@tanstack/react-query';
import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS } from '../parts/format.ts';
import { routes } from './api.ts';
import type { Facet } from './search.ts';

/** Shorter ones are mostly what holds sentences together. */
const SHORTEST = 5;
const LONGEST = 18;
const MOST_WORDS = 8;
/** An address or an identifier: none of its parts is a word. */
const NO_WORD = /[\p{N}@/\\_~=]/u;

interface CountedWord {
  word: string;
  count: number;
}

function wordsOf(titles: readonly Facet[]): Map<string, CountedWord> {
  const counted = new Map<string, CountedWord>();
  for (const { value, count } of titles) {
    const pieces = value.split(/\s+/).filter((piece) => !NO_WORD.test(piece));
    const words = pieces.flatMap((piece) => piece.match(/\p{L}+/gu) ?? []);
    for (const word of new Set(words)) {
      const key = word.toLowerCase();
      counted.set(key, { word, count: (counted.get(key)?.count ?? 0) + count });
    }
  }
  return counted;
}

/** The most telling first: those that the hour has the greatest share of, and among these the most frequent. */
export function tellingWords(
  hour: readonly Facet[],
  before: readonly Facet[],
  apps: readonly Facet[],
): string[] {
  const others = wordsOf(before);
  const names = wordsOf(apps);
  return [...wordsOf(hour)]
    .filter(([key]) => key.length >= SHORTEST && key.length <= LONGEST && !names.has(key))
    .map(([key, { word, count }]) => ({
      word,
      count,
      share: count / (count + (others.get(key)?.count ?? 0)),
    }))
    .sort((a, b) => b.share - a.share || b.count - a.count || b.word.length - a.word.length)
    .slice(0, MOST_WORDS)
    .map(({ word }) => word);
}

/** The titles of windows in a stretch of time, and the apps, with how often each was seen. */
async function titlesBetween(startMs: number, endMs: number, signal: AbortSignal) {
  const query = {
    content_type: 'ocr',
    fields: 'window,app',
    limit: 1000,
    start_time: isoOf(startMs),
    end_time: isoOf(endMs),
  };
  const { data } = await routes.get('/search/facets', { signal, query });
  return { titles: data.window ?? [], apps: data.app ?? [] };
}

/** Those that a search finds in the hour. */
export function useHourWords() {
  return useQuery({
    queryKey: ['hour words'],
    staleTime: MINUTE_MS,
    queryFn: async ({ signal }) => {
      const nowMs = Date.now();
      const startMs = nowMs - HOUR_MS;
      const [hour, before] = await Promise.all([
        titlesBetween(startMs, nowMs, signal),
        titlesBetween(nowMs - 7 * DAY_MS, startMs - 1, signal),
      ]);
      const words = tellingWords(hour.titles, before.titles, [...hour.apps, ...before.apps]);
      const isFound = async (q: string) => {
        // Not grouped: of a frequent word a group may be the whole hour, and be read.
        const query = { q, start_time: isoOf(startMs), limit: 1, max_content_length: 1 };
        return (await routes.get('/search', { signal, query })).data.length > 0;
      };
      const found = await Promise.all(words.map(isFound));
      return words.filter((_, i) => found[i]);
    },
  });
}
