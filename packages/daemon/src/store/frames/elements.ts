/**
 * Elements of frames: nodes of the accessibility tree and lines of recognised text. By frame it is one read; by
 * words the index of words leads to the frames. By time, app or source alone the stored numbers of elements are
 * added up and only the frames of the page are unpacked; a role, which no index knows, unpacks every frame in question.
 */
import { contextReader } from '../content/contexts.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import {
  type ListedElement,
  listedElements,
  listedWords,
  TREE_SOURCE,
  toElement,
  WORD_ROLE,
} from '../packing/listed-elements.ts';
import { packReader } from '../packing/pack-reader.ts';
import type { Element, ElementFilter, Page } from '../records.ts';
import { clauseMatcher } from '../search/words/clause-matcher.ts';
import { type Clause, parseQuery } from '../search/words/query-syntax.ts';
import { type CandidateFrames, candidateFrames } from './element-candidates.ts';

/** Columns that hold the number of a frame's elements. */
const COUNTS: Readonly<Record<string, string>> = {
  accessibility: 'p.tree_elements',
  ocr: 'p.ocr_elements',
};

export function elementReader({ db, part, assertWanted }: ReadKernel) {
  const parts = { contexts: part(contextReader), assertWanted };
  const packs = packReader(db);

  function elementsOf(
    frameId: number,
    filter: ElementFilter,
    hasWords?: (text: string) => boolean,
    isTextMatched = false,
  ): Element[] {
    const content = packs.read(frameId);
    if (!content) return [];
    // What OCR read differently from the tree is not in the text: the index decides about lines, here as everywhere.
    const hasLines =
      !filter.storedOnly &&
      filter.source !== TREE_SOURCE &&
      (hasWords === undefined || isTextMatched || hasWords(content.text));
    const listed = listedElements(hasLines ? content : { ...content, boxes: [] });
    if (hasLines && filter.role === WORD_ROLE) listed.push(...listedWords(content));
    return listed
      .filter((element) => isAskedFor(element, filter))
      .filter(({ text }) => hasWords === undefined || (text !== null && hasWords(text)))
      .map((element) => toElement(frameId, element));
  }

  /** Every frame in question is unpacked. */
  function listByContent(
    filter: ElementFilter,
    candidates: CandidateFrames,
    clauses: readonly Clause[] | undefined,
  ): Page<Element> {
    const hasWords = clauses && clauseMatcher(clauses);
    const rows = db.tuples<[number, number]>(candidates.selectMatched());
    const items: Element[] = [];
    let total = 0;
    let before: number | undefined;
    for (const row of rows.iterate(candidates.values)) {
      const [frameId, isMatched] = row;
      if (frameId === before) continue;
      before = frameId;
      parts.assertWanted();
      const found = elementsOf(frameId, filter, hasWords, isMatched === 1);
      const from = Math.max(0, filter.offset - total);
      items.push(...found.slice(from, from + filter.limit - items.length));
      total += found.length;
    }
    return { items, total };
  }

  /** Only the frames of the page are unpacked. */
  function listByCount(
    filter: ElementFilter,
    candidates: CandidateFrames,
    count: string,
  ): Page<Element> {
    const total = db.values<number>(candidates.sum(count)).get(candidates.values) as number;
    const items: Element[] = [];
    let passed = 0;
    const frames = db.tuples<[number, number]>(candidates.select(`p.frame_id, ${count}`));
    for (const row of frames.iterate(candidates.values)) {
      const [frameId, elements] = row;
      const from = Math.max(0, filter.offset - passed);
      passed += elements;
      if (from >= elements) continue;
      const found = elementsOf(frameId, filter);
      items.push(...found.slice(from, from + filter.limit - items.length));
      if (items.length >= filter.limit) break;
    }
    return { items, total };
  }

  return {
    /** In tree order for one frame, newest frame first otherwise. */
    list(filter: ElementFilter): Page<Element> {
      const clauses = filter.query?.trim() ? parseQuery(filter.query) : undefined;
      if (clauses?.length === 0) return { items: [], total: 0 };
      const candidates = candidateFrames(filter, clauses, parts.contexts);
      const count = filter.source === undefined ? 'p.elements' : COUNTS[filter.source];
      const isCounted = !clauses && filter.role === undefined && !filter.storedOnly;
      return isCounted && count !== undefined
        ? listByCount(filter, candidates, count)
        : listByContent(filter, candidates, clauses);
    },
  };
}

function isAskedFor({ source, role }: ListedElement, filter: ElementFilter): boolean {
  const isOf = (wanted: string | undefined, value: string) =>
    wanted === undefined || wanted === value;
  return isOf(filter.source, source) && isOf(filter.role, role);
}
