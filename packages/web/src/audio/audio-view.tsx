/** What was said: meetings and other speech by day, the transcript to read, hear and correct. */
import { AudioLines, ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';
import { useDayLines, useMeetings } from '../data/day.ts';
import { t } from '../language/message.ts';
import { dayHeading, dayStart, duration, isoOf, percent, span } from '../parts/format.ts';
import { EmptyState, ErrorState, Loading } from '../parts/states.tsx';
import { useHeadingFocus, useTitle } from '../parts/view-title.ts';
import { MeetingMenu } from './meeting-menu.tsx';
import { NotUnderstood } from './not-understood.tsx';
import { usePlayer } from './player.ts';
import { PlayerBar } from './player-bar.tsx';
import { meetingBefore, type Stretch, stretchesOf } from './stretches.ts';
import { Transcript } from './transcript.tsx';
import './audio.css';

export function AudioView() {
  const { id } = useParams<{ id?: string }>();
  const [parameters, setParameters] = useSearchParams();
  const heading = useHeadingFocus();
  const dayMs = dayStart(Date.parse(parameters.get('day') ?? '') || Date.now());
  const day = useMemo(() => ({ startMs: dayMs, endMs: dayStart(dayMs, 1) }), [dayMs]);
  const lines = useDayLines(day);
  const meetings = useMeetings(day);
  const stretches = useMemo(
    () => stretchesOf(lines.data ?? [], meetings.data ?? []),
    [lines.data, meetings.data],
  );
  const shown = stretches.find((stretch) => stretch.id === id) ?? stretches.at(-1);
  useTitle(shown?.title ?? t('Audio'));
  const player = usePlayer(shown?.lines ?? []);
  const [isListOpen, setListOpen] = useState(false);
  const go = (days: number) => setParameters({ day: isoOf(dayStart(dayMs, days)) });
  return (
    <div className={`au ${isListOpen ? 'listed' : ''}`}>
      <div className="mlist">
        <div className="row pad">
          <button
            type="button"
            className="btn ico sm ghost"
            aria-label={t('Previous day')}
            onClick={() => go(-1)}
          >
            <ChevronLeft className="ic s" aria-hidden="true" />
          </button>
          <h1 className="grow center audioday" ref={heading} tabIndex={-1}>
            {dayHeading(dayMs)}
          </h1>
          <button
            type="button"
            className="btn ico sm ghost"
            aria-label={t('Next day')}
            disabled={day.endMs > Date.now()}
            onClick={() => go(1)}
          >
            <ChevronRight className="ic s" aria-hidden="true" />
          </button>
        </div>
        <nav aria-label={t('Speech of this day')}>
          {stretches.map((stretch) => (
            <Link
              key={stretch.id}
              href={`/app/audio/${stretch.id}?day=${isoOf(dayMs)}`}
              className="mt1"
              aria-current={stretch === shown ? 'true' : undefined}
              onClick={() => setListOpen(false)}
            >
              <span className="row">
                <span className="m ell grow">{stretch.title}</span>
                <span className="xs dim num">{duration(stretch.endMs - stretch.startMs)}</span>
              </span>
              <span className="sm dim ell row">
                <span className="num">{span(stretch.startMs, stretch.endMs)}</span>
                <span className="ell">{stretch.detail}</span>
              </span>
            </Link>
          ))}
        </nav>
      </div>
      <div className="talk">
        <NotUnderstood day={day} />
        {lines.isPending && <Loading />}
        {lines.isError && <ErrorState error={lines.error} retry={() => void lines.refetch()} />}
        {lines.isSuccess && !shown && (
          <EmptyState
            icon={AudioLines}
            title={t('Nothing was heard on this day')}
            text={t('Speech appears here a few seconds after it is spoken.')}
            actions={
              <button type="button" className="btn" onClick={() => go(-1)}>
                {t('Day before')}
              </button>
            }
          />
        )}
        {shown && (
          <>
            <div className="row wrap talkhead">
              <button
                type="button"
                className="btn ico sm ghost only-n"
                aria-label={t('All of this day')}
                onClick={() => setListOpen(true)}
              >
                <ChevronLeft className="ic" aria-hidden="true" />
              </button>
              <div className="min0 grow">
                <h2 className="ell">{shown.title}</h2>
                <p className="sm dim num">
                  {span(shown.startMs, shown.endMs)} ·{' '}
                  {t('{count, plural, one {# line} other {# lines}}', {
                    count: shown.lines.length,
                  })}
                </p>
              </div>
              <Link className="btn sm" href={`/app/timeline?at=${isoOf(shown.startMs)}&z=1h`}>
                {t('Timeline')}
              </Link>
              <MeetingMenu
                key={shown.id}
                stretch={shown}
                previous={meetingBefore(shown, stretches)}
              />
            </div>
            <Transcript lines={shown.lines} player={player} />
            <PlayerBar lines={shown.lines} player={player} />
          </>
        )}
      </div>
      {shown && <About stretch={shown} />}
    </div>
  );
}

function About({ stretch }: { stretch: Stretch }) {
  const spoken = Map.groupBy(stretch.lines, ({ speaker }) => speaker || t('Somebody'));
  const total = stretch.lines.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const shares = [...spoken].map(([name, lines]) => ({
    name,
    ms: lines.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0),
  }));
  return (
    <aside className="about pad" aria-label={t('About this conversation')}>
      <h3 className="mb-2">{t('Who spoke')}</h3>
      <ul>
        {shares
          .sort((a, b) => b.ms - a.ms)
          .map(({ name, ms }) => (
            <li key={name} className="row sm mb-2">
              <span className="grow ell">{name}</span>
              <span className="num dim">
                {duration(ms)} · {percent(Math.round((100 * ms) / Math.max(1, total)))}
              </span>
            </li>
          ))}
      </ul>
      <h3 className="mb-2 mt-4">{t('How it was found')}</h3>
      <p className="sm dim">
        {stretch.meeting
          ? t('As a meeting in {app}.', { app: stretch.meeting.app })
          : t('Speech outside of a meeting.')}
      </p>
    </aside>
  );
}
