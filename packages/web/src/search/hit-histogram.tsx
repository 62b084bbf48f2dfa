/** How many results each day has; a bar narrows the search to its day. */
import type { Facet } from '../data/search.ts';
import { t } from '../language/message.ts';
import { DAY_MS, dayName, dayStart, isoOf, labelled } from '../parts/format.ts';
import type { Filters } from './filters.ts';

const MOST_DAYS = 60;

function daysOf(facets: readonly Facet[], nowMs: number): { startMs: number; count: number }[] {
  const counted = new Map(facets.map(({ value, count: of }) => [value, of]));
  const first = facets[0]?.value ?? '';
  const firstMs = Date.parse(`${first}T00:00:00`);
  const span = Math.ceil((dayStart(nowMs, 1) - firstMs) / DAY_MS);
  const shown = Math.min(MOST_DAYS, Math.max(14, Number.isNaN(span) ? 14 : span));
  return Array.from({ length: shown }, (_, i) => {
    const startMs = dayStart(nowMs, i - shown + 1);
    const at = new Date(startMs);
    const two = (value: number) => String(value).padStart(2, '0');
    const key = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
    return { startMs, count: counted.get(key) ?? 0 };
  });
}

const labelOf = (day: { startMs: number; count: number }) =>
  labelled(
    dayName(day.startMs),
    t('{count, plural, one {# result} other {# results}}', { count: day.count }),
  );

export function HitHistogram(props: {
  days: readonly Facet[];
  filters: Filters;
  onChange(change: Partial<Filters>): void;
}) {
  const days = daysOf(props.days, Date.now());
  const most = Math.max(1, ...days.map((day) => day.count));
  const total = props.days.reduce((sum, { count: of }) => sum + of, 0);
  return (
    <div className="histbox">
      <div
        className="hist"
        role="group"
        aria-label={t('{count, plural, one {# result} other {# results}} by day', { count: total })}
      >
        {days.map((day) => (
          <button
            key={day.startMs}
            type="button"
            tabIndex={day.count > 0 ? 0 : -1}
            aria-label={labelOf(day)}
            title={labelOf(day)}
            className={day.count > 0 ? 'on' : ''}
            disabled={day.count === 0}
            onClick={() =>
              props.onChange({ from: isoOf(day.startMs), to: isoOf(dayStart(day.startMs, 1)) })
            }
          >
            <i style={{ height: `${(100 * day.count) / most}%` }} />
          </button>
        ))}
      </div>
      <div className="row xs dim">
        <span>{dayName(days[0]?.startMs ?? 0)}</span>
        <span className="sp" />
        <span>{t('Today')}</span>
      </div>
    </div>
  );
}
