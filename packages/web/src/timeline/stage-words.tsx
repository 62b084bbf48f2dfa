/** What the timeline says in words: an empty day, a gap, and its stretches for those who do not see the lanes. */
import { CalendarX2, EyeOff } from 'lucide-react';
import { useMemo } from 'react';
import { type Coverage, gapText, isGap } from '../data/coverage.ts';
import type { Span } from '../data/day.ts';
import { t } from '../language/message.ts';
import { clock, dayName, dayStart, fromTo, shortClock } from '../parts/format.ts';
import { EmptyState } from '../parts/states.tsx';
import type { DockData } from './dock/dock-place.ts';
import { frameAt } from './dock/lanes.ts';

export function EmptyDay({ day, onDay }: { day: Span; onDay(days: number): void }) {
  return (
    <EmptyState
      icon={CalendarX2}
      title={t('Nothing recorded on {day}', { day: dayName(day.startMs) })}
      text={t('Hindcast was not running, or nothing was on the screen.')}
      actions={
        <>
          <button type="button" className="btn" onClick={() => onDay(-1)}>
            {dayName(dayStart(day.startMs, -1))}
          </button>
          {day.endMs < Date.now() && (
            <button type="button" className="btn" onClick={() => onDay(1)}>
              {dayName(day.endMs)}
            </button>
          )}
        </>
      }
    />
  );
}

/** Where nothing was recorded, the stage says so and offers the nearest pictures; an old picture never pretends. */
export function GapText(props: {
  atMs: number;
  coverage: Coverage | undefined;
  data: DockData;
  onSeek(atMs: number): void;
}) {
  const { atMs, coverage, data, onSeek } = props;
  const gap = coverage?.streams.screen.spans.find(
    (span) => isGap(span) && span.startMs <= atMs && span.endMs >= atMs,
  );
  const before = data.frames[frameAt(data.frames, atMs)];
  const after = data.frames[frameAt(data.frames, atMs) + 1];
  return (
    <EmptyState
      icon={EyeOff}
      title={gap ? gapText(gap) : t('No picture at this moment')}
      text={gap ? fromTo(shortClock(gap.startMs), shortClock(gap.endMs)) : undefined}
      actions={
        <>
          {before && (
            <button type="button" className="btn" onClick={() => onSeek(before.atMs)}>
              {t('Picture before, {time}', { time: clock(before.atMs) })}
            </button>
          )}
          {after && (
            <button type="button" className="btn" onClick={() => onSeek(after.atMs)}>
              {t('Picture after, {time}', { time: clock(after.atMs) })}
            </button>
          )}
        </>
      }
    />
  );
}

const MOST_LISTED = 200;

/** The same as the lanes, in words. */
export function SegmentList({ data }: { data: DockData }) {
  const listed = useMemo(() => data.segments.slice(0, MOST_LISTED), [data.segments]);
  return (
    <section className="sr" aria-label={t('Segments of this day')}>
      <ul>
        {listed.map((segment) => (
          <li key={segment.startMs}>
            {`${fromTo(shortClock(segment.startMs), shortClock(segment.endMs))}, ${segment.app}, ${segment.title}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
