/**
 * A search filter → what to ask SQLite. The plan names a table to walk in key order (the word index,
 * the prefix index, or the documents themselves), the expression to match there and the remaining
 * conditions, of which each is decided from the key alone whenever that is possible.
 */
import type { Context, contextReader } from '../content/contexts.ts';
import { DOCUMENT_KINDS, type DocumentKind } from '../content/keys.ts';
import { hasNames } from '../content/scope.ts';
import type { SearchFilter } from '../records.ts';
import { anyTerm, type beginningReader } from './beginnings.ts';
import { ofDocument, type Value } from './search-spans.ts';
import {
  anyExpression,
  anyOfTokens,
  type Clause,
  clauseExpression,
  isMerged,
  parseQuery,
  shortPrefixOf,
  singleTermOf,
} from './words/query-syntax.ts';
import { appToken, contextToken } from './words/tokens.ts';

/** More alternatives than this make the match slower than looking at each document's context. */
const MAX_TOKENS_IN_MATCH = 400;

export interface Plan {
  table: 'document' | 'document_fts' | 'prefix_fts';
  /** SQL conditions on `s`, the table above, joined by AND; the values are theirs in order. Times are apart. */
  conditions: string[];
  values: Value[];
  /** The only condition is this one term: its total is known to the vocabulary. */
  onlyTerm: string | undefined;
  /** The only condition is this beginning of a word. */
  onlyBeginning: string | undefined;
  /** The values for counting: beginnings are then merged by FTS5, which is quicker for going through all of them. */
  countedValues: Value[] | undefined;
  /** One- and two-letter prefixes that must hold too; FTS5 itself would merge thousands of lists. */
  prefixes: readonly string[];
  kinds: ReadonlySet<DocumentKind>;
  /** Undefined when contexts do not matter. */
  contexts: Context[] | undefined;
  startMs: number | undefined;
  endMs: number | undefined;
  /** Totals and pages can come from the tallies: no words, no lengths, no tags. */
  isTallied: boolean;
  /** Without words to find: what must not match, and the plan of those that do, under the same filters. */
  without: { match: string; having: Plan | undefined } | undefined;
  /** Counting may go piece by piece. Not with a long prefix: FTS5 would merge its lists for every piece. */
  isDivisible: boolean;
  /** Bounded counting may: its beginnings are then spelled out as words. */
  isListDivisible: boolean;
}

export interface PlanParts {
  contexts: ReturnType<typeof contextReader>;
  listSpeakerIds: (name: string) => number[];
  listTaggedKeys: (names: readonly string[]) => number[];
  listTerms: ReturnType<typeof beginningReader>['listTerms'];
  listWords: ReturnType<typeof beginningReader>['listWords'];
}

/** Undefined: nothing can match. `isAny`: one of the words is enough. */
export function planSearch(
  filter: SearchFilter,
  parts: PlanParts,
  isAny = false,
): Plan | undefined {
  const kinds = new Set(DOCUMENT_KINDS.filter((kind) => filter.kinds.includes(kind)));
  const isEmptyRange = (filter.startMs ?? -Infinity) > (filter.endMs ?? Infinity);
  if (kinds.size === 0 || isEmptyRange) return undefined;
  const contexts = selectContexts(filter, kinds, parts);
  if (contexts?.length === 0) return undefined;
  const clauses = filter.query?.trim() ? parseQuery(filter.query) : undefined;
  if (clauses?.length === 0) return undefined;

  const plan: Plan = {
    table: 'document',
    conditions: [],
    values: [],
    onlyTerm: undefined,
    onlyBeginning: undefined,
    countedValues: undefined,
    prefixes: [],
    kinds,
    contexts,
    startMs: filter.startMs,
    endMs: filter.endMs,
    isTallied: false,
    without: undefined,
    isDivisible: true,
    isListDivisible: true,
  };
  const add = isAny ? addAnyMatch : addMatch;
  const contextTokens = clauses ? add(plan, clauses, filter, parts) : false;
  addExcluded(plan, filter, parts);
  addKinds(plan);
  if (contexts && !contextTokens) {
    addCondition(plan, `${ofDocument('context_id')} IN (SELECT value FROM json_each(?))`, [
      JSON.stringify(contexts.map((context) => context.id)),
    ]);
  }
  const isBare = addLengthsAndTags(plan, filter, parts);
  plan.isTallied = clauses === undefined && isBare;
  const hasTimes = filter.startMs !== undefined || filter.endMs !== undefined;
  const isOnlyTerm = plan.conditions.length === 1 && !contexts && !hasTimes;
  if (!isOnlyTerm) plan.onlyTerm = plan.onlyBeginning = undefined;
  return plan;
}

function addCondition(plan: Plan, condition: string, values: Value[]): void {
  plan.conditions.push(condition);
  plan.values.push(...values);
  plan.countedValues?.push(...values);
}

function selectContexts(
  filter: SearchFilter,
  kinds: ReadonlySet<DocumentKind>,
  parts: PlanParts,
): Context[] | undefined {
  const speakerIds = selectSpeakers(filter, parts);
  const { appName, windowName, browserUrl, deviceName, frameName, focused, machineId } = filter;
  const scope = filter.scope && hasNames(filter.scope) ? filter.scope : undefined;
  const wanted = {
    appName,
    windowName,
    browserUrl,
    deviceName,
    frameName,
    focused,
    machineId,
    scope,
  };
  const isFiltered = speakerIds || Object.values(wanted).some((value) => value !== undefined);
  return isFiltered ? parts.contexts.select(kinds, { ...wanted, speakerIds }) : undefined;
}

function selectSpeakers(filter: SearchFilter, parts: PlanParts): Set<number> | undefined {
  const { speakerIds, speakerName } = filter;
  if (speakerName === undefined) return speakerIds && new Set(speakerIds);
  const named = [speakerName].flat().flatMap(parts.listSpeakerIds);
  return new Set(speakerIds ? named.filter((id) => speakerIds.includes(id)) : named);
}

/** Puts the words, and the contexts where they are few, into one match. True when contexts are in it. */
function addMatch(
  plan: Plan,
  clauses: readonly Clause[],
  filter: SearchFilter,
  parts: Pick<PlanParts, 'listTerms'>,
): boolean {
  const short = clauses.map(shortPrefixOf);
  if (short.every((prefix) => prefix !== undefined)) {
    plan.table = 'prefix_fts';
    plan.onlyTerm = short.length === 1 ? short[0] : undefined;
    addCondition(plan, 'prefix_fts MATCH ?', [prefixExpression(short)]);
    return false;
  }
  plan.table = 'document_fts';
  plan.onlyTerm = singleTermOf(clauses);
  const isVeryShort = (clause: Clause) => (shortPrefixOf(clause)?.length ?? Infinity) < 3;
  plan.prefixes = clauses.filter(isVeryShort).flatMap((clause) => clause.terms);
  const context = contextExpression(plan, filter);
  const isFew = context.length > 0;
  // Where most matches are then refused, all of them are visited, and merged lists are quicker for that.
  const isRefusing = (plan.contexts !== undefined && !isFew) || hasLengthsOrTags(filter);
  const others = clauses
    .filter((clause) => !isVeryShort(clause))
    .map((clause) => {
      const isExpanded = isLoneBeginning(clause) && !isRefusing;
      return { clause, words: isExpanded ? parts.listTerms(clause.terms[0]) : undefined };
    });
  plan.isDivisible = !others.some(({ clause }) => isMerged(clause));
  plan.isListDivisible = others.every(({ clause, words }) => words || !isMerged(clause));
  if (clauses.length === 1 && others[0]?.words) [plan.onlyBeginning] = others[0].clause.terms;
  const merged = others.map(({ clause }) => clauseExpression(clause));
  const listed = others.map(({ words }, i) => (words ? anyTerm(words) : merged[i]));
  addCondition(plan, 'document_fts MATCH ?', [[...listed, ...context].join(' AND ')]);
  plan.countedValues = [[...merged, ...context].join(' AND ')];
  return isFew;
}

/** The contexts as a part of a match; none when they do not matter or are too many. */
function contextExpression(plan: Plan, filter: SearchFilter): string[] {
  const tokens = plan.contexts && tokensOf(plan.contexts, filter);
  return tokens !== undefined && tokens.length <= MAX_TOKENS_IN_MATCH ? [anyOfTokens(tokens)] : [];
}

/** For counting alone. True when contexts are in it. */
function addAnyMatch(plan: Plan, clauses: readonly Clause[], filter: SearchFilter): boolean {
  const context = contextExpression(plan, filter);
  plan.table = 'document_fts';
  plan.onlyTerm = singleTermOf(clauses);
  plan.isDivisible = !clauses.some(isMerged);
  const [clause] = clauses;
  if (clauses.length === 1 && clause && isLoneBeginning(clause)) {
    [plan.onlyBeginning] = clause.terms;
  }
  plan.isListDivisible = plan.isDivisible;
  const match = [`(${anyExpression(clauses)})`, ...context].join(' AND ');
  addCondition(plan, 'document_fts MATCH ?', [match]);
  return context.length > 0;
}

/** Together with words, FTS5 leaves them out as it goes; very short beginnings have another index, and they are looked up first. */
function addExcluded(plan: Plan, filter: SearchFilter, parts: PlanParts): void {
  const { exclude } = filter;
  const excluded = exclude === undefined ? [] : parseQuery(exclude);
  if (excluded.length === 0) return;
  const match = excluded.map((clause) => `(${lazyExpression(clause, parts)})`).join(' OR ');
  plan.onlyTerm = plan.onlyBeginning = undefined;
  const isSpelledOut = (clause: Clause) =>
    !isMerged(clause) || (isLoneBeginning(clause) && parts.listTerms(clause.terms[0]));
  if (!excluded.every(isSpelledOut)) plan.isListDivisible = false;
  if (plan.table === 'document') {
    const having = planSearch({ ...filter, query: exclude, exclude: undefined }, parts, true);
    plan.without = { match, having };
  } else if (plan.table === 'document_fts') {
    const without = (found: Value | undefined) => `(${found}) NOT (${match})`;
    plan.values = [without(plan.values[0])];
    plan.countedValues = [without(plan.countedValues?.[0])];
  } else {
    const others = 'SELECT rowid FROM document_fts WHERE document_fts MATCH ?';
    addCondition(plan, `+s.rowid NOT IN (${others})`, [match]);
  }
}

/** A beginning as its words, which FTS5 reads no further than is wanted. */
function lazyExpression(clause: Clause, parts: Pick<PlanParts, 'listTerms'>): string {
  const words = isLoneBeginning(clause) ? parts.listTerms(clause.terms[0]) : undefined;
  return words ? anyTerm(words) : clauseExpression(clause);
}

function isLoneBeginning(clause: Clause): clause is Clause & { terms: [string] } {
  return clause.terms.length === 1 && isMerged(clause);
}

export function prefixExpression(prefixes: readonly string[]): string {
  return prefixes.map((prefix) => `"${prefix}"`).join(' AND ');
}

/** One token an app when apps are all that is asked for, else one a context. */
function tokensOf(contexts: readonly Context[], filter: SearchFilter): string[] {
  const { appName: _, windowName, browserUrl, deviceName, frameName, focused } = filter;
  const others = [windowName, browserUrl, deviceName, frameName, focused, filter.machineId];
  const isByAppAlone =
    filter.appName !== undefined &&
    // Audio has the app without a name too, and is not meant.
    contexts.every((context) => context.appName !== '') &&
    others.every((value) => value === undefined) &&
    filter.speakerIds === undefined &&
    filter.scope === undefined &&
    filter.speakerName === undefined;
  if (!isByAppAlone) return contexts.map((context) => contextToken(context.id));
  return [...new Set(contexts.map((context) => appToken(context.appId)))];
}

function addKinds(plan: Plan): void {
  if (plan.kinds.size === DOCUMENT_KINDS.length) return;
  const numbers = [...plan.kinds].map((kind) => DOCUMENT_KINDS.indexOf(kind));
  const condition =
    numbers.length === 1
      ? `(s.rowid & 3) = ${numbers[0]}`
      : `(s.rowid & 3) IN (${numbers.join(', ')})`;
  addCondition(plan, condition, []);
}

function hasLengthsOrTags({ minLength, maxLength, tags }: SearchFilter): boolean {
  return minLength !== undefined || maxLength !== undefined || (tags?.length ?? 0) > 0;
}

/** True when there was nothing to add. */
function addLengthsAndTags(plan: Plan, filter: SearchFilter, parts: PlanParts): boolean {
  const { minLength, maxLength, tags } = filter;
  if (minLength !== undefined) addCondition(plan, `${ofDocument('length')} >= ?`, [minLength]);
  if (maxLength !== undefined) addCondition(plan, `${ofDocument('length')} <= ?`, [maxLength]);
  const hasTags = tags !== undefined && tags.length > 0;
  if (hasTags) {
    // Without words the tagged documents are the short list to walk; with words the match is (hence the +).
    const column = plan.table === 'document' ? 's.rowid' : '+s.rowid';
    // SQLite would choose between a piece of the time and that list.
    if (plan.table === 'document') plan.isListDivisible = false;
    addCondition(plan, `${column} IN (SELECT value FROM json_each(?))`, [
      JSON.stringify(parts.listTaggedKeys(tags)),
    ]);
  }
  return !hasLengthsOrTags(filter);
}
