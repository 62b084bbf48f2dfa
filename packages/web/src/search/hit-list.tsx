/** The results under their days, newest first, or the best of them in one list; only the rows in view exist. */
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { Hit } from '../data/search.ts';
import { t } from '../language/message.ts';
import { dayHeading, dayStart } from '../parts/format.ts';
import { HitRow } from './hit-row.tsx';

type Row =
  | { kind: 'day'; key: string; label: string; detail: string }
  | { kind: 'hit'; key: string; hit: Hit };

function rowsOf(hits: readonly Hit[], nowMs: number): Row[] {
  const days = Map.groupBy(hits, ({ atMs }) => dayStart(atMs));
  return [...days].flatMap(([day, ofDay]) => {
    const pictures = ofDay.reduce((sum, hit) => sum + (hit.kind === 'frame' ? hit.size : 0), 0);
    const detail = `${t('{count, plural, one {# result} other {# results}}', { count: ofDay.length })} · ${t('{count, plural, one {# picture} other {# pictures}}', { count: pictures })}`;
    const heading: Row = { kind: 'day', key: `d${day}`, label: dayHeading(day, nowMs), detail };
    return [heading, ...ofDay.map((hit): Row => ({ kind: 'hit', key: hit.key, hit }))];
  });
}

function bestRows(hits: readonly Hit[], detail: string): Row[] {
  const heading: Row = { kind: 'day', key: 'best', label: t('Best match first'), detail };
  return [heading, ...hits.map((hit): Row => ({ kind: 'hit', key: hit.key, hit }))];
}

function meantRows(hits: readonly Hit[]): Row[] {
  if (hits.length === 0) return [];
  const detail = t('other words that mean the same');
  const heading: Row = { kind: 'day', key: 'meant', label: t('By meaning'), detail };
  return [heading, ...hits.map((hit): Row => ({ kind: 'hit', key: hit.key, hit }))];
}

/** From the end: loading starts before the person gets there. */
const ROWS_AHEAD = 12;

export function HitList(props: {
  hits: readonly Hit[];
  /** Found by meaning, shown after them. */
  meant: readonly Hit[];
  /** `ranked`: how many were compared for the best; 0 when the words stand nearly everywhere, undefined when it was not asked for. */
  page: { ranked: number | undefined; total: number; isExact: boolean } | undefined;
  selectedKey: string | undefined;
  isTyping: boolean;
  onSelect(key: string): void;
  onOpen(hit: Hit): void;
  hasMore: boolean;
  loadMore(): void;
}) {
  const { hits, meant, selectedKey, isTyping, onSelect, onOpen, hasMore, loadMore } = props;
  const { ranked = -1, total = 0, isExact = false } = props.page ?? {};
  const isRanked = ranked > 0;
  const detail =
    isExact && ranked === total
      ? ''
      : t('of the newest {count, number} matches', { count: ranked });
  const rows = useMemo(() => {
    const below = meantRows(meant);
    if (hits.length === 0) return below;
    return [...(isRanked ? bestRows(hits, detail) : rowsOf(hits, Date.now())), ...below];
  }, [hits, meant, isRanked, detail]);
  const list = useRef<VirtualizerHandle>(null);
  const scroller = useScroller();
  const at = rows.findIndex(({ key }) => key === selectedKey);
  useEffect(() => {
    if (at >= 0) list.current?.scrollToIndex(at, { align: 'nearest' });
  }, [at]);
  return (
    <>
      {ranked === 0 && hits.length > 0 && (
        <p className="sm dim pad">
          {t('These words stand nearly everywhere, so the newest is first. Add a rarer word.')}
        </p>
      )}
      <div
        role="listbox"
        id="results"
        aria-label={t('Results')}
        data-results=""
        ref={scroller.host}
      >
        <Virtualizer
          ref={list}
          scrollRef={scroller.element}
          startMargin={scroller.offset()}
          onScroll={() => {
            const handle = list.current;
            if (!handle || !hasMore) return;
            const last = handle.findItemIndex(handle.scrollOffset + handle.viewportSize);
            if (last > rows.length - ROWS_AHEAD) loadMore();
          }}
        >
          {rows.map((row) =>
            row.kind === 'day' ? (
              <div key={row.key} className="dayh" role="presentation">
                <span>{row.label}</span>
                <span className="dim">{row.detail}</span>
              </div>
            ) : (
              <HitRow
                key={row.key}
                hit={row.hit}
                isSelected={row.key === selectedKey}
                isWaiting={isTyping}
                isDayShown={isRanked || row.hit.matchedIn === 'meaning'}
                onSelect={onSelect}
                onOpen={onOpen}
              />
            ),
          )}
        </Virtualizer>
      </div>
    </>
  );
}

/** The box that scrolls is around the list, because the histogram scrolls with it. */
function useScroller() {
  const host = useRef<HTMLDivElement>(null);
  const element: RefObject<HTMLElement | null> = useMemo(
    () => ({
      get current() {
        return host.current?.closest<HTMLElement>('.hits') ?? null;
      },
    }),
    [],
  );
  return { host, element, offset: () => host.current?.offsetTop ?? 0 };
}
