/** A month to pick a day from; a bar under each day says how much it holds. Words such as `yesterday 15:00` work too. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useFacets } from '../data/search.ts';
import { language } from '../language/language.ts';
import { t } from '../language/message.ts';
import { DAY_MS, dayName, dayStart, isoOf } from '../parts/format.ts';
import { usePreferences } from '../parts/preferences.ts';
import { readWhen } from './when.ts';

const weekdayName = new Intl.DateTimeFormat(language.locale, { weekday: 'short' });
/** As `Date.getDay` counts them. */
const WEEKDAYS = Array.from({ length: 7 }, (_, day) => {
  // 4 January 1970 was a Sunday.
  const name = weekdayName.format(new Date(1970, 0, 4 + day));
  return [...name].slice(0, 2).join('');
});
const FIRST_DAYS = { sunday: 0, monday: 1, saturday: 6 };
const monthName = new Intl.DateTimeFormat(language.locale, { month: 'long', year: 'numeric' });

function weeksOf(monthMs: number, firstDay: number): number[][] {
  const first = new Date(monthMs);
  const start = new Date(first.getFullYear(), first.getMonth(), 1);
  const before = (start.getDay() - firstDay + 7) % 7;
  const next = new Date(first.getFullYear(), first.getMonth() + 1, 1).getTime();
  const weeks: number[][] = [];
  for (let week = 0; week < 6; week += 1) {
    const days = WEEKDAYS.map((_, i) => dayStart(start.getTime(), week * 7 + i - before));
    if ((days[0] ?? 0) >= next) break;
    weeks.push(days);
  }
  return weeks;
}

const dateKey = (ms: number) => {
  const at = new Date(ms + DAY_MS / 4);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
};

export function MonthGrid({ dayMs, onPick }: { dayMs: number; onPick(atMs: number): void }) {
  const [monthMs, setMonth] = useState(dayMs);
  const [text, setText] = useState('');
  const firstDay = FIRST_DAYS[usePreferences().firstDay];
  const weeks = weeksOf(monthMs, firstDay);
  const month = new Date(monthMs).getMonth();
  const days = useDayCounts(weeks[0]?.[0] ?? 0, weeks.at(-1)?.at(-1) ?? 0);
  const most = Math.max(1, ...days.values());
  const turn = (months: number) => {
    const at = new Date(monthMs);
    setMonth(new Date(at.getFullYear(), at.getMonth() + months, 1).getTime());
  };
  const readMs = readWhen(text, Date.now());
  return (
    <div className="month">
      <form
        className="row mb-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (readMs !== undefined) onPick(readMs);
        }}
      >
        <input
          className="field"
          aria-label={t('Go to')}
          placeholder={t('yesterday 15:00, 13.11. 10:40, 2h ago')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className="btn" disabled={readMs === undefined}>
          {t('Go')}
        </button>
      </form>
      <div className="row mb-2">
        <button
          type="button"
          className="btn ico sm ghost"
          aria-label={t('Previous month')}
          onClick={() => turn(-1)}
        >
          <ChevronLeft className="ic s" aria-hidden="true" />
        </button>
        <span className="m grow center" aria-live="polite">
          {monthName.format(monthMs)}
        </span>
        <button
          type="button"
          className="btn ico sm ghost"
          aria-label={t('Next month')}
          onClick={() => turn(1)}
        >
          <ChevronRight className="ic s" aria-hidden="true" />
        </button>
      </div>
      <table>
        <thead>
          <tr>
            {[...WEEKDAYS.slice(firstDay), ...WEEKDAYS.slice(0, firstDay)].map((name) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const held = days.get(dateKey(day)) ?? 0;
                return (
                  <td key={day}>
                    <button
                      type="button"
                      className={`day ${held === 0 || new Date(day).getMonth() !== month ? 'none' : ''}`}
                      aria-pressed={day === dayStart(dayMs)}
                      aria-current={day === dayStart(Date.now()) ? 'date' : undefined}
                      aria-label={`${dayName(day)}, ${held === 0 ? t('nothing recorded') : t('{count, plural, one {# item} other {# items}}', { count: held })}`}
                      onClick={() => onPick(day + DAY_MS / 2)}
                    >
                      {new Date(day).getDate()}
                      {held > 0 && (
                        <i style={{ transform: `scaleX(${Math.max(0.15, held / most)})` }} />
                      )}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function useDayCounts(fromMs: number, toMs: number): Map<string, number> {
  const { data } = useFacets(
    { fields: 'day', start_time: isoOf(fromMs), end_time: isoOf(dayStart(toMs, 1)) },
    true,
  );
  return new Map(data?.data.day?.map(({ value, count }) => [value, count]));
}
