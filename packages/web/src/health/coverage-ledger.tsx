/** Every minute of a day, a week or a month, and what became of it. */
import { useState } from 'react';
import { Link } from 'wouter';
import { type CoverageSpan, gapText, type StreamName, useCoverage } from '../data/coverage.ts';
import type { Span } from '../data/day.ts';
import { listed, t } from '../language/message.ts';
import { Segmented } from '../parts/bits.tsx';
import {
  dayName,
  dayStart,
  duration,
  isoOf,
  labelled,
  percent,
  shortClock,
  span as spanText,
  tenths,
} from '../parts/format.ts';

type Length = 'day' | 'week' | 'month';
const DAYS: Readonly<Record<Length, number>> = { day: 1, week: 7, month: 30 };
const STREAMS: readonly { name: StreamName; label: string }[] = [
  { name: 'screen', label: t('Screen') },
  { name: 'audio', label: t('Sound') },
  { name: 'input', label: t('Input') },
];

export function CoverageLedger() {
  const [length, setLength] = useState<Length>('day');
  const today = dayStart(Date.now());
  const range: Span = { startMs: dayStart(today, 1 - DAYS[length]), endMs: dayStart(today, 1) };
  const { data: coverage } = useCoverage(range);
  if (!coverage) return null;
  const failed = STREAMS.flatMap(({ name, label }) =>
    coverage.streams[name].spans
      .filter(({ state }) => state === 'failed')
      .map((span) => ({ ...span, label })),
  );
  return (
    <section className="card pad">
      <div className="row wrap mb-3">
        <h2>{t('Coverage')}</h2>
        <span className="sm dim">{t('Every minute is accounted for')}</span>
        <span className="sp" />
        <Segmented<Length>
          label={t('Length')}
          value={length}
          options={[
            { value: 'day', label: t('Day') },
            { value: 'week', label: t('Week') },
            { value: 'month', label: t('Month') },
          ]}
          onChange={setLength}
        />
      </div>
      <div className="led">
        {STREAMS.map(({ name, label }) => (
          <Row
            key={name}
            label={label}
            range={range}
            spans={coverage.streams[name].spans}
            minutes={coverage.streams[name].minutes}
          />
        ))}
        <span />
        <div className="row between xs dim num">
          {[0, 0.25, 0.5, 0.75, 1].map((share) => (
            <span key={share}>
              {length === 'day'
                ? shortClock(range.startMs + share * (range.endMs - range.startMs))
                : dayName(range.startMs + share * (range.endMs - range.startMs))}
            </span>
          ))}
        </div>
        <span />
      </div>
      <div className="key mt-3">
        <span>
          <i className="k-captured" />
          {t('Recorded')}
        </span>
        <span>
          <i className="k-idle" />
          {t('Quiet or unchanged')}
        </span>
        <span>
          <i className="k-paused" />
          {t('Paused, locked or off')}
        </span>
        <span>
          <i className="k-failed" />
          {t('Failed')}
        </span>
      </div>
      {failed.length > 0 && (
        <ul className="list sm mt-3">
          {failed.slice(-8).map((gap) => (
            <li key={`${gap.label} ${gap.startMs}`} className="row">
              <span className="num dim">{spanText(gap.startMs, gap.endMs)}</span>
              <span>{labelled(gap.label, gapText(gap))}</span>
              <span className="sp" />
              <Link href={`/app/timeline?at=${isoOf(gap.startMs)}`}>{t('Show')}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Row(props: {
  label: string;
  range: Span;
  spans: readonly CoverageSpan[];
  minutes: Readonly<Record<string, number>>;
}) {
  const { label, range, spans, minutes } = props;
  const place = (ms: number) => (100 * (ms - range.startMs)) / (range.endMs - range.startMs);
  const of = (state: string) => minutes[state] ?? 0;
  const good = of('captured') + of('idle');
  const wanted = good + of('failed');
  const share = wanted < 1 ? '' : percent(tenths((100 * good) / wanted));
  const words = Object.entries(minutes)
    .filter(([, length]) => length >= 1)
    .map(([state, length]) => `${stateWord(state)} ${duration(length * 60_000)}`);
  return (
    <>
      <span>{label}</span>
      <div
        className="ledb"
        role="img"
        aria-label={labelled(label, listed(words, 'comma') || t('nothing yet'))}
      >
        {spans.map((span) => (
          <i
            key={span.startMs}
            className={`k-${classOf(span.state)}`}
            title={`${stateWord(span.state)}, ${spanText(span.startMs, span.endMs)}`}
            style={{
              left: `${place(span.startMs)}%`,
              width: `${Math.max(0.15, place(span.endMs) - place(span.startMs))}%`,
            }}
          />
        ))}
      </div>
      <span className="num dim">{share}</span>
    </>
  );
}

const STATES: Readonly<Record<string, string>> = {
  captured: t('recorded'),
  idle: t('unchanged'),
  paused: t('paused'),
  locked: t('locked'),
  off: t('off'),
  excluded: t('left out'),
  failed: t('failed'),
};

const stateWord = (state: string) => STATES[state] ?? state;

function classOf(state: string): string {
  return state === 'captured' || state === 'idle' || state === 'failed' ? state : 'paused';
}
