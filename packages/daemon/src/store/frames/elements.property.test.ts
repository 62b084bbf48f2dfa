/** Any filter finds what looking at every element of every frame finds, also after changes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NewFrame } from '../new-records.ts';
import type { Element, ElementFilter } from '../records.ts';
import { clauseMatcher } from '../search/words/clause-matcher.ts';
import { parseQuery } from '../search/words/query-syntax.ts';
import { localStore } from '../testing/local-store.ts';

const AT_MS = Date.parse('2026-02-03T09:00:00Z');
const LIMIT = 10_000;
const word = fc.constantFrom('plan', 'Planet', 'send', 'getUserName', '東京都', '…');
const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const place = { left: 0.1, top: 0.1, width: 0.05, height: 0.02 };

const frames: fc.Arbitrary<NewFrame> = fc
  .record({
    minute: fc.integer({ min: 0, max: 180 }),
    appName: fc.constantFrom('Mail', 'Éditeur', undefined),
    nodes: fc.array(
      fc.record({
        source: fc.constantFrom('accessibility', 'accessibility', 'ocr'),
        role: fc.constantFrom('button', 'text', 'line', 'word'),
        text: fc.option(phrase, { nil: undefined }),
      }),
      { maxLength: 8 },
    ),
    words: fc.array(fc.tuple(word, fc.integer({ min: 0, max: 3 })), { maxLength: 8 }),
    // Whether the text of the frame has what its nodes say.
    isTold: fc.boolean(),
    own: phrase,
  })
  .map(({ minute, appName, nodes, words, isTold, own }) => ({
    atMs: AT_MS + minute * 60_000, deviceName: 'm', appName, elements: nodes,
    boxes: words.map(([text, line]) => ({ text, ...place, confidence: 1, line })),
    text: [...(isTold ? nodes.map(({ text }) => text ?? '') : []), ...words.map(([text]) => text), own].join('\n'),
  })); // biome-ignore format: one row each

/** One of them is not there. */
const frameIds = fc.integer({ min: 1, max: 61 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const filters: fc.Arbitrary<ElementFilter> = fc.record({
  query: maybe(fc.oneof(word, fc.constantFrom('"send plan"', 'pla*', 'user', '京', 'plan send', '"'))),
  frameId: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, fc.integer({ min: 1, max: 9 })),
  source: maybe(fc.constantFrom('accessibility', 'ocr')),
  role: maybe(fc.constantFrom('button', 'line', 'word')),
  startMs: maybe(fc.integer({ min: 0, max: 180 }).map((minute) => AT_MS + minute * 60_000)),
  endMs: maybe(fc.integer({ min: 0, max: 180 }).map((minute) => AT_MS + minute * 60_000)),
  appName: maybe(fc.constantFrom('mail', 'edit', 'none')),
  limit: fc.integer({ min: 1, max: 12 }),
  offset: fc.oneof(fc.constant(0), fc.nat(60)),
}); // biome-ignore format: one row each

test('any filter finds what looking at every element finds', async () => {
  // One store for all: opening one costs more than everything that is asked of it.
  await using store = await localStore();
  const seed = Date.now();
  const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) =>
    fc.sample(arbitrary, { numRuns, seed });
  const added = sample(frames, 60);
  store.write('content.add', { frames: added });
  for (const [id, text] of sample(fc.tuple(frameIds, phrase), 10)) {
    store.write('content.replaceText', 'ocr', id, text);
  }
  const page = { limit: LIMIT, offset: 0 };
  const elementsOf = new Map(
    [undefined, 'word'].map((role) => [
      role,
      added.map(
        (_, i) => store.read('frames.listElements', { ...page, frameId: i + 1, role }).items,
      ),
    ]),
  );
  const texts = added.map((_, i) => store.read('frames.findText', i + 1)?.text ?? '');
  for (const filter of sample(filters, 600)) {
    const elements = elementsOf.get(filter.role === 'word' ? 'word' : undefined) ?? [];
    const all = added.flatMap((frame, i) => {
      const isOfFrame = filter.frameId === undefined || filter.frameId === i + 1;
      return isOfFrame && isOfTimeAndApp(frame, filter)
        ? (elements[i] ?? [])
            .filter((element) => isAskedFor(element, filter))
            // Of recognised lines the text of the frame must have the words too.
            .filter(
              ({ sortOrder }) =>
                sortOrder < (frame.elements?.length ?? 0) || hasWords(texts[i] ?? '', filter),
            )
        : [];
    });
    all.sort((a, b) => b.frameId - a.frameId || a.sortOrder - b.sortOrder);
    const items = all.slice(filter.offset, filter.offset + filter.limit);
    const found = store.read('frames.listElements', filter);
    expect({ seed, filter, ...found }).toEqual({ seed, filter, items, total: all.length });
  }
}, 60_000);

function isOfTimeAndApp({ atMs, appName = '' }: NewFrame, filter: ElementFilter): boolean {
  const { startMs = 0, endMs = Number.MAX_SAFE_INTEGER } = filter;
  const folded = appName.toLowerCase().replace('é', 'e');
  return atMs >= startMs && atMs <= endMs && folded.includes(filter.appName ?? '');
}

function isAskedFor({ source, role, text }: Element, filter: ElementFilter): boolean {
  if (filter.source !== undefined && filter.source !== source) return false;
  if (filter.role !== undefined && filter.role !== role) return false;
  return filter.query === undefined || (text !== null && hasWords(text, filter));
}

function hasWords(text: string, { query }: ElementFilter): boolean {
  if (query === undefined) return true;
  const clauses = parseQuery(query);
  return clauses.length > 0 && clauseMatcher(clauses)(text);
}
