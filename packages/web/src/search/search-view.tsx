/** Find anything seen or heard while typing: chips, a list of near-identical groups, and the chosen picture with its matches. */
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { type Facets, type Hit, useFacets, useHits } from '../data/search.ts';
import { t } from '../language/message.ts';
import { copyText } from '../parts/dialogs/toast.tsx';
import { useStore } from '../parts/external-store.ts';
import { isoOf } from '../parts/format.ts';
import { useKeys } from '../parts/keys.ts';
import { rememberSearch } from '../parts/preferences.ts';
import { ErrorState, Loading } from '../parts/states.tsx';
import { useHeadingFocus, useTitle } from '../parts/view-title.ts';
import { FilterBar } from './filter-bar.tsx';
import {
  type Filters,
  inOrder,
  isNarrowed,
  readFilters,
  searchParameters,
  takePrefix,
  writeFilters,
} from './filters.ts';
import { HitHistogram } from './hit-histogram.tsx';
import { HitList } from './hit-list.tsx';
import { HitPreview } from './hit-preview.tsx';
import { MeantBar, type MeantBelow, useMeantBelow } from './meant-below.tsx';
import { frameAddress, queryText, resultKeys, written } from './search-link.ts';
import { NothingFound, SearchStart } from './search-states.tsx';
import './search.css';

/** The first key asks at once; those that follow within this are one question. */
const COALESCE_MS = 30;
/** Counting reads far more than finding: it waits until the person looks. */
const COUNT_MS = 300;
/** While keys follow each other faster than this, the list alone follows: pictures would take the machine from the next answer. */
const TYPING_MS = 150;
/** Browsers limit how often an address may change. */
const ADDRESS_MS = 400;

export function SearchView() {
  const [parameters, setParameters] = useSearchParams();
  const [, navigate] = useLocation();
  const heading = useHeadingFocus();
  const filters = readFilters(parameters);
  const text = useAddressedText(parameters, setParameters);
  const asked = useThrottled(text, COALESCE_MS);
  const rested = useRested(text, COUNT_MS);
  const isTyping = useRested(text, TYPING_MS) !== text;
  useTitle(text.trim() === '' ? t('Search') : text.trim());

  const query = searchParameters(asked, filters);
  const isAsking = asked.trim() !== '' || isNarrowed(filters);
  const results = useHits({ ...query, ...inOrder(query.q, filters) }, filters.isGrouped, isAsking);
  const counted = useFacets(searchParameters(rested, filters), isAsking);
  const facets = counted.data ?? undefined;
  const found = useMemo(
    () => results.data?.pages.flatMap((page) => page.hits) ?? [],
    [results.data],
  );
  const { bar, words, meant } = useMeantBelow({
    ...{ text: rested, filters, words: found },
    isAnswered: results.isSuccess && rested === asked,
    hasMore: results.hasNextPage,
  });
  const hits = useMemo(() => [...words, ...meant], [words, meant]);

  const [selectedKey, select] = useState<string | undefined>(parameters.get('sel') ?? undefined);
  const selected = hits.find(({ key }) => key === selectedKey) ?? hits[0];
  const previewed = useKept(selected, isTyping);

  const change = (next: Partial<Filters>) =>
    setParameters((now) => {
      writeFilters(now, { ...filters, ...next });
      return now;
    });
  useEffect(() => {
    const taken = takePrefix(text, filters, Date.now());
    if (!taken) return;
    queryText.set(taken.text);
    change(taken.change);
  });

  const open = (hit: Hit | undefined = selected) => {
    if (!hit) return;
    rememberSearch(text);
    navigate(
      hit.kind === 'frame' ? frameAddress(hit.id, text) : `/app/timeline?at=${isoOf(hit.atMs)}`,
    );
  };
  const showInTimeline = () => selected && navigate(`/app/timeline?at=${isoOf(selected.atMs)}`);
  const first = results.data?.pages[0];
  const total = totalOf(first, {
    data: counted.data,
    isPlaceholderData: counted.isPlaceholderData || rested !== asked,
  });
  useFieldKeys({
    hits,
    selected,
    isListShown: isAsking,
    summary: summaryOf(total, first?.tookMs, results.isFetching),
    isBusy: results.isFetching,
    select,
    open: () => open(),
    showInTimeline: () => void showInTimeline(),
  });
  useListKeys(
    (steps) => step(hits, selected, steps, select),
    () => open(),
    () => void showInTimeline(),
  );

  return (
    <div className="sx">
      <div className="sbar">
        <h1 className="sr" ref={heading} tabIndex={-1}>
          {t('Search')}
        </h1>
        <FilterBar filters={filters} facets={facets} hasWords={query.q !== ''} onChange={change} />
      </div>
      <div className="sbody">
        <div className="hits" data-answered={results.isPlaceholderData ? undefined : query.q}>
          {isAsking ? (
            <Results
              {...{ results, bar, facets, filters, text: asked }}
              isEmpty={hits.length === 0}
              onChange={change}
            >
              <HitList
                hits={words}
                meant={meant}
                page={first}
                selectedKey={selected?.key}
                isTyping={isTyping}
                onSelect={select}
                onOpen={open}
                hasMore={results.hasNextPage}
                loadMore={() => {
                  if (!results.isFetchingNextPage) void results.fetchNextPage();
                }}
              />
            </Results>
          ) : (
            <SearchStart />
          )}
        </div>
        {isAsking && previewed && (
          <HitPreview
            key={previewed.key}
            hit={previewed}
            q={query.q}
            text={text}
            onOpen={open}
            onStep={(steps) => step(hits, previewed, steps, select)}
          />
        )}
      </div>
      <ResultCount total={isAsking ? total : undefined} />
    </div>
  );
}

/** The list, or what stands in its place. */
function Results(props: {
  results: ReturnType<typeof useHits>;
  bar: MeantBelow['bar'];
  facets: Facets | undefined;
  filters: Filters;
  text: string;
  isEmpty: boolean;
  onChange(change: Partial<Filters>): void;
  children: ReactNode;
}) {
  const { results, bar, facets, filters, text, isEmpty, onChange, children } = props;
  const isWaiting = results.isPending || (isEmpty && bar?.isWaiting === true);
  return (
    <>
      {results.isError && <ErrorState error={results.error} retry={() => void results.refetch()} />}
      {!isEmpty && facets?.data.day && (
        <HitHistogram days={facets.data.day} filters={filters} onChange={onChange} />
      )}
      <MeantBar bar={bar} />
      {isWaiting && <Loading rows={6} />}
      {!isWaiting && isEmpty && results.isSuccess && (
        <NothingFound text={text} filters={filters} onChange={onChange} />
      )}
      {!isEmpty && children}
    </>
  );
}

/** `1,204 results`, and `4,000+ results` until they are counted, or where there are too many for that. */
function totalOf(
  first: { total: number; isExact: boolean } | undefined,
  counted: {
    data?: { total: number; total_is_exact?: boolean } | null | undefined;
    isPlaceholderData: boolean;
  },
): string | undefined {
  if (!first) return undefined;
  if (first.isExact)
    return t('{count, plural, one {# result} other {# results}}', { count: first.total });
  if (counted.isPlaceholderData || !counted.data || counted.data.total_is_exact === false)
    return t('{count, number}+ results', { count: first.total });
  return t('{count, plural, one {# result} other {# results}}', { count: counted.data.total });
}

function summaryOf(
  total: string | undefined,
  tookMs: number | undefined,
  isFetching: boolean,
): string {
  if (total !== undefined) return `${total} · ${t('{value} ms', { value: String(tookMs) })}`;
  return isFetching ? '…' : '';
}

/** The last value from before `isHeld`. */
function useKept<Value>(value: Value, isHeld: boolean): Value {
  const [kept, keep] = useState(value);
  if (!isHeld && kept !== value) keep(value);
  return isHeld ? kept : value;
}

function step(
  hits: readonly Hit[],
  selected: Hit | undefined,
  steps: number,
  select: (key: string) => void,
): void {
  const at = hits.findIndex(({ key }) => key === selected?.key);
  const next = hits[Math.min(hits.length - 1, Math.max(0, at + steps))];
  if (next) select(next.key);
}

/** The text of the field and of the address, each following the other; typing replaces the entry, it does not make new ones. */
function useAddressedText(
  parameters: URLSearchParams,
  setParameters: ReturnType<typeof useSearchParams>[1],
): string {
  const text = useStore(queryText);
  const addressed = parameters.get('q') ?? '';
  useEffect(() => {
    // Back, forward or a link: not our own writing.
    if (addressed !== written.text) queryText.set(addressed);
    written.text = addressed;
  }, [addressed]);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (text === addressed) return;
      written.text = text;
      setParameters(
        (now) => {
          if (text === '') now.delete('q');
          else now.set('q', text);
          now.delete('sel');
          return now;
        },
        { replace: true },
      );
    }, ADDRESS_MS);
    return () => clearTimeout(timer);
  }, [text, addressed, setParameters]);
  return text;
}

function useThrottled(text: string, everyMs: number): string {
  const [asked, ask] = useState(text);
  const lastMs = useRef(Number.NEGATIVE_INFINITY);
  useLayoutEffect(() => {
    const waitMs = lastMs.current + everyMs - performance.now();
    const go = () => {
      lastMs.current = performance.now();
      ask(text);
    };
    if (waitMs <= 0) return go();
    const timer = setTimeout(go, waitMs);
    return () => clearTimeout(timer);
  }, [text, everyMs]);
  return asked;
}

function useRested(text: string, waitMs: number): string {
  const [asked, ask] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => ask(text), waitMs);
    return () => clearTimeout(timer);
  }, [text, waitMs]);
  return asked;
}

function useListKeys(
  move: (steps: number) => void,
  open: () => void,
  showInTimeline: () => void,
): void {
  useKeys({
    t: showInTimeline,
    f: () => document.querySelector<HTMLElement>('.sbar .chip')?.focus(),
    l: () => void copyText(location.href, t('Copied the link.')),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: open,
  });
}

function useFieldKeys(view: {
  hits: readonly Hit[];
  selected: Hit | undefined;
  isListShown: boolean;
  summary: string;
  isBusy: boolean;
  select(key: string): void;
  open(): void;
  showInTimeline(): void;
}): void {
  const [, navigate] = useLocation();
  const current = useRef(view);
  current.current = view;
  const activeId = view.isListShown && view.selected ? `hit-${view.selected.key}` : undefined;
  useEffect(() => {
    resultKeys.set({
      activeId,
      summary: view.summary,
      isBusy: view.isBusy,
      move: (steps) =>
        step(current.current.hits, current.current.selected, steps, current.current.select),
      open: () => current.current.open(),
      showInTimeline: () => current.current.showInTimeline(),
      leave: () => (history.length > 1 ? history.back() : navigate('/app/timeline')),
    });
  }, [activeId, view.summary, view.isBusy, navigate]);
  useEffect(() => () => resultKeys.set(undefined), []);
}

/** Said half a second after the last key, not on every one. */
function ResultCount({ total = '' }: { total: string | undefined }) {
  const [said, say] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => say(total), 500);
    return () => clearTimeout(timer);
  }, [total]);
  return (
    <span className="sr" aria-live="polite">
      {said}
    </span>
  );
}
