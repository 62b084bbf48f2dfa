/** Time by app and site over a day, a week or a month; every bar leads to the timeline, and the same numbers stand in a table. */
import { ChartColumn, ChevronLeft, ChevronRight, Copy } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { type Activity, type Share, useActivity } from '../data/activity.ts';
import { useCoverage } from '../data/coverage.ts';
import { listed, t } from '../language/message.ts';
import { colourStyle, Segmented, Switch } from '../parts/bits.tsx';
import { copyText } from '../parts/dialogs/toast.tsx';
import { count, dayName, dayStart, duration, fromTo, isoOf, labelled } from '../parts/format.ts';
import { EmptyState, ErrorState, Loading } from '../parts/states.tsx';
import { useHeadingFocus, useTitle } from '../parts/view-title.ts';
import { type Column, columnsOf } from './columns.ts';
import './activity.css';

type Length = 'day' | 'week' | 'month';
const DAYS: Readonly<Record<Length, number>> = { day: 1, week: 7, month: 30 };

export function ActivityView() {
  const [parameters, setParameters] = useSearchParams();
  const heading = useHeadingFocus();
  useTitle(t('Activity'));
  const asked = parameters.get('length');
  const length: Length = asked === 'week' || asked === 'month' ? asked : 'day';
  const by = parameters.get('by') === 'site' ? 'site' : 'app';
  const lastDay = dayStart(Date.parse(parameters.get('from') ?? '') || Date.now());
  const range = { startMs: dayStart(lastDay, 1 - DAYS[length]), endMs: dayStart(lastDay, 1) };
  const activity = useActivity(range, length === 'day' ? 'hour' : 'day', by);
  const set = (name: string, value: string) =>
    setParameters((now) => {
      now.set(name, value);
      return now;
    });
  const go = (steps: number) => set('from', isoOf(dayStart(lastDay, steps * DAYS[length])));
  return (
    <div className="page">
      <div className="phead">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {t('Activity')}
          </h1>
          <p>
            {length === 'day'
              ? dayName(range.startMs)
              : fromTo(dayName(range.startMs), dayName(dayStart(range.endMs, -1)))}
          </p>
        </div>
        <span className="sp" />
        <div className="row steps">
          <button
            type="button"
            className="btn ico"
            aria-label={t('Earlier')}
            onClick={() => go(-1)}
          >
            <ChevronLeft className="ic" aria-hidden="true" />
          </button>
          <button
            type="button"
            className="btn ico"
            aria-label={t('Later')}
            disabled={range.endMs > Date.now()}
            onClick={() => go(1)}
          >
            <ChevronRight className="ic" aria-hidden="true" />
          </button>
        </div>
        <Segmented
          label={t('Length')}
          value={length}
          options={[
            { value: 'day', label: t('Day') },
            { value: 'week', label: t('Week') },
            { value: 'month', label: t('Month') },
          ]}
          onChange={(next) => set('length', next)}
        />
        <Segmented
          label={t('By')}
          value={by}
          options={[
            { value: 'app', label: t('Apps') },
            { value: 'site', label: t('Sites') },
          ]}
          onChange={(next) => set('by', next)}
        />
      </div>
      {activity.isPending && <Loading shape="card" />}
      {activity.isError && (
        <ErrorState error={activity.error} retry={() => void activity.refetch()} />
      )}
      {activity.data === null && (
        <EmptyState icon={ChartColumn} title={t('This service does not count time yet')} />
      )}
      {activity.data && <Facts activity={activity.data} range={range} length={length} by={by} />}
    </div>
  );
}

function Facts(props: {
  activity: Activity;
  range: { startMs: number; endMs: number };
  length: Length;
  by: 'app' | 'site';
}) {
  const { activity, range, length, by } = props;
  const [isTable, setTable] = useState(false);
  if (activity.total_frames === 0 && activity.audio_summary.segment_count === 0)
    return (
      <EmptyState
        icon={ChartColumn}
        title={t('Nothing was recorded in this time')}
        text={t('Choose another day, or look at Health.')}
      />
    );
  const columns = columnsOf(activity.buckets ?? [], range, length === 'day' ? 'hour' : 'day');
  return (
    <>
      <div className="g4 mb-4">
        <Fact label={t('At the screen')} value={duration(activity.total_minutes * 60_000)} />
        <Fact label={t('Pictures')} value={count(activity.total_frames)} />
        <Fact label={t('Lines of speech')} value={count(activity.audio_summary.segment_count)} />
        <Fact label={t('People heard')} value={count(activity.audio_summary.speakers.length)} />
      </div>
      <section className="card pad mb-4">
        <div className="row mb-3">
          <h2>{length === 'day' ? t('By hour') : t('By day')}</h2>
          <span className="sp" />
          <span className="sm mute">{t('Show as table')}</span>
          <Switch label={t('Show as table')} checked={isTable} onChange={setTable} />
        </div>
        {isTable ? <ColumnTable columns={columns} /> : <StackedColumns columns={columns} />}
        <Missing range={range} />
      </section>
      <div className="g2">
        <BarList
          title={t('Apps')}
          shares={activity.apps}
          kind="app"
          at={range.startMs}
          isFirst={by === 'app'}
        />
        <BarList
          title={t('Sites')}
          shares={activity.sites}
          kind="site"
          at={range.startMs}
          isFirst={by === 'site'}
        />
      </div>
    </>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="card pad stat">
      <p className="v">{value}</p>
      <p className="l">{label}</p>
    </div>
  );
}

function StackedColumns({ columns }: { columns: readonly Column[] }) {
  const most = Math.max(1, ...columns.map(({ minutes }) => minutes));
  const busiest = columns.reduce((best, column) => (column.minutes > best.minutes ? column : best));
  return (
    <>
      <div
        className="hb"
        role="img"
        aria-label={t('Most at {time}: {duration}', {
          time: busiest.label,
          duration: duration(busiest.minutes * 60_000),
        })}
        style={{ gridTemplateColumns: `repeat(${columns.length}, 1fr)` }}
      >
        {columns.map((column) => (
          <div
            key={column.startMs}
            title={labelled(column.label, duration(column.minutes * 60_000))}
          >
            {column.parts.map(({ name, minutes }) => (
              <i
                key={name}
                style={{ ...colourStyle(name), height: `${(100 * minutes) / most}%` }}
              />
            ))}
          </div>
        ))}
      </div>
      <div className="row xs dim num mt-1">
        <span>{columns[0]?.label}</span>
        <span className="sp" />
        <span>{columns.at(Math.floor(columns.length / 2))?.label}</span>
        <span className="sp" />
        <span>{columns.at(-1)?.label}</span>
      </div>
    </>
  );
}

function ColumnTable({ columns }: { columns: readonly Column[] }) {
  const filled = columns.filter(({ minutes }) => minutes > 0);
  return (
    <table className="data">
      <thead>
        <tr>
          <th scope="col">{t('Time')}</th>
          <th scope="col">{t('Total')}</th>
          <th scope="col">{t('Most of it')}</th>
        </tr>
      </thead>
      <tbody>
        {filled.map((column) => (
          <tr key={column.startMs}>
            <td className="num">{column.label}</td>
            <td className="num">{duration(column.minutes * 60_000)}</td>
            <td>
              {listed(
                column.parts
                  .slice(0, 4)
                  .map(({ name, minutes }) => `${name} ${duration(minutes * 60_000)}`),
                'comma',
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MISSING: readonly { state: string; named(length: string): string }[] = [
  { state: 'paused', named: (length) => t('paused {length}', { length }) },
  { state: 'failed', named: (length) => t('failed {length}', { length }) },
  { state: 'excluded', named: (length) => t('left out {length}', { length }) },
];

/** What the numbers do not hold. */
function Missing({ range }: { range: { startMs: number; endMs: number } }) {
  const { data } = useCoverage(range);
  const minutes = data?.streams.screen.minutes ?? {};
  const lengthOf = (state: string) => Math.round(minutes[state] ?? 0);
  const parts = MISSING.filter(({ state }) => lengthOf(state) > 0);
  const missing = parts.reduce((sum, { state }) => sum + lengthOf(state), 0);
  return (
    <p className="xs dim mt-3">
      {t('Counted from pictures less than 5 minutes apart.')}{' '}
      {missing > 0 &&
        t('{duration} are missing ({parts}).', {
          duration: duration(missing * 60_000),
          parts: listed(
            parts.map(({ state, named }) => named(duration(lengthOf(state) * 60_000))),
            'comma',
          ),
        })}
    </p>
  );
}

function BarList(props: {
  title: string;
  shares: readonly Share[];
  kind: 'app' | 'site';
  at: number;
  isFirst: boolean;
}) {
  const { title, shares, kind } = props;
  const most = Math.max(1, ...shares.map(({ minutes }) => minutes));
  const markdown = () =>
    [
      `| ${title} | ${t('Time')} |`,
      '|---|---|',
      ...shares.map(({ name, minutes }) => `| ${name} | ${duration(minutes * 60_000)} |`),
    ].join('\n');
  return (
    <section className="card pad">
      <div className="row mb-2">
        <h2>{title}</h2>
        <span className="sp" />
        <button
          type="button"
          className="btn sm ghost"
          onClick={() =>
            void copyText(
              markdown(),
              kind === 'app' ? t('Copied apps as a table.') : t('Copied sites as a table.'),
            )
          }
        >
          <Copy className="ic s" aria-hidden="true" />
          {t('Copy')}
        </button>
      </div>
      {shares.length === 0 && <p className="sm dim">{t('None in this time.')}</p>}
      {shares.map(({ name, minutes, frame_count: pictures }) => (
        <Link
          key={name}
          className="abar"
          href={
            kind === 'app'
              ? `/app/timeline?app=${encodeURIComponent(name)}&at=${isoOf(props.at + 12 * 3_600_000)}&z=day`
              : `/app/search?site=${encodeURIComponent(name)}`
          }
        >
          <span className="ell">{name || t('Unknown')}</span>
          <span className="bar" aria-hidden="true">
            <i style={{ ...colourStyle(name), width: `${(100 * minutes) / most}%` }} />
          </span>
          <span className="num dim">
            {minutes > 0
              ? duration(minutes * 60_000)
              : t('{count, plural, one {# picture} other {# pictures}}', { count: pictures })}
          </span>
        </Link>
      ))}
    </section>
  );
}
