/** What was on the screen at any moment, and where that moment lies in the day. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { isGap } from '../data/coverage.ts';
import type { Span } from '../data/day.ts';
import { textOfFrame } from '../data/frames.ts';
import { copyText, toastError } from '../parts/dialogs/toast.tsx';
import { dayName, dayStart, isoOf, shortClock } from '../parts/format.ts';
import { useKeys } from '../parts/keys.ts';
import { ErrorState } from '../parts/states.tsx';
import { useHeadingFocus, useTitle } from '../parts/view-title.ts';
import { DayBar } from './day-bar.tsx';
import { filterOf, useDay } from './day-data.ts';
import { Dock, dayOf } from './dock/dock.tsx';
import {
  nearestFrame,
  segmentAt,
  showing,
  spanOf,
  ZOOMS,
  type Zoom,
  zoomed,
  zoomOf,
} from './dock/lanes.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { MomentPanel } from './moment-panel.tsx';
import { useAddress, useFollowing, useSampled, useStart } from './moving.ts';
import { usePlayback } from './playback.ts';
import { playhead as makePlayhead, type Playhead } from './playhead.ts';
import { RangeBar } from './range-bar.tsx';
import { hasPicture, Stage } from './stage.tsx';
import { EmptyDay, GapText, SegmentList } from './stage-words.tsx';
import { Transport } from './transport.tsx';
import '../parts/stage.css';
import './timeline.css';

export function TimelineView() {
  const [parameters, setParameters] = useSearchParams();
  const [, navigate] = useLocation();
  const heading = useHeadingFocus();
  const asked = Date.parse(parameters.get('at') ?? '');
  const hasAsked = !Number.isNaN(asked);
  const [playhead] = useState<Playhead>(() => makePlayhead(hasAsked ? asked : Date.now()));
  const [day, setDay] = useState<Span>(() => dayOf(playhead.get()));
  const filter = filterOf(parameters);
  const data = useDay(day, filter);
  const [range, setRange] = useState<Span>(() =>
    startRange(day, playhead.get(), parameters.get('z')),
  );
  const shownMs = useSampled(playhead);
  const [marks, setMarks] = useState<{ inMs: number | undefined; outMs: number | undefined }>({
    inMs: undefined,
    outMs: undefined,
  });
  const [hasKeysOpen, setKeysOpen] = useState(false);
  const current = useRef({ day, range, data });
  current.current = { day, range, data };

  const seek = useCallback(
    (atMs: number) => {
      playhead.isLive = false;
      const { day: shown, range: now } = current.current;
      if (atMs < shown.startMs || atMs >= shown.endMs) {
        const next = dayOf(atMs);
        setDay(next);
        setRange(startRange(next, atMs, zoomOf(now)));
      } else {
        const moved = showing(now, shown, atMs);
        if (moved !== now) setRange(moved);
      }
      playhead.set(atMs);
    },
    [playhead],
  );
  // A link, or back and forward; not our own writing, which says where we are anyway.
  useEffect(() => {
    if (hasAsked && Math.abs(asked - playhead.get()) > 1000) seek(asked);
  }, [asked, hasAsked, playhead, seek]);

  const { frames, segments } = data;
  const settle = useCallback(() => {
    const { frames: all, segments: stretches } = current.current.data;
    const nearest = all[nearestFrame(all, playhead.get())];
    // At rest the playhead sits on a real picture, but not in place of a gap.
    if (nearest && segmentAt(stretches, playhead.get()) >= 0) playhead.set(nearest.atMs);
  }, [playhead]);
  const step = useCallback(
    (steps: number) => {
      const all = current.current.data.frames;
      const at = nearestFrame(all, playhead.get());
      const next = all[Math.min(all.length - 1, Math.max(0, at + steps))];
      if (next) seek(next.atMs);
    },
    [playhead, seek],
  );
  useStart(hasAsked, frames, playhead, seek);
  useFollowing(frames, playhead, setRange, current);
  useAddress(playhead, range, setParameters);
  const playback = usePlayback({ frames, lines: data.lines, playhead, seek });

  const frame = frames[nearestFrame(frames, shownMs)];
  const inPicture = frames.length > 0 && hasPicture(frames, shownMs);
  const setZoom = (zoom: Zoom) => setRange(zoomed(range, day, playhead.get(), spanOf(zoom)));
  const zoomStep = (steps: number) => {
    const at = ZOOMS.findIndex(({ value }) => value === zoomOf(range));
    const next = ZOOMS[Math.min(ZOOMS.length - 1, Math.max(0, at + steps))];
    if (next) setZoom(next.value);
  };
  const open = (id: number | undefined = frame?.id) => {
    if (id !== undefined) navigate(`/app/frame/${id}`);
  };
  const goDay = (days: number) =>
    seek(dayStart(playhead.get(), days) + (playhead.get() - day.startMs));
  const goNow = () => {
    const last = frames.at(-1);
    if (dayStart(Date.now()) === day.startMs && last) seek(last.atMs);
    else seek(Date.now());
    playhead.isLive = true;
  };
  const stepSegment = (steps: number) => {
    const at = segmentAt(segments, playhead.get());
    const from =
      at >= 0
        ? at
        : segments.findIndex(({ startMs }) => startMs > playhead.get()) - (steps > 0 ? 1 : 0);
    const next = segments[from + steps];
    if (next) seek(next.startMs);
  };
  const stepEvent = (steps: number) => {
    const gaps = (data.coverage?.streams.screen.spans ?? []).filter(isGap);
    const starts = [...gaps, ...data.meetings].map(({ startMs }) => startMs).sort((a, b) => a - b);
    const next =
      steps > 0
        ? starts.find((at) => at > playhead.get() + 1)
        : starts.findLast((at) => at < playhead.get() - 1);
    if (next !== undefined) seek(next);
  };
  const copyMoment = () => {
    if (frame) textOfFrame(frame.id).then((text) => copyText(text, 'the text'), toastError);
  };
  useKeys({
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    'Shift+ArrowLeft': () => step(-10),
    'Shift+ArrowRight': () => step(10),
    'Alt+ArrowLeft': () => stepSegment(-1),
    'Alt+ArrowRight': () => stepSegment(1),
    'Ctrl+ArrowLeft': () => stepEvent(-1),
    'Ctrl+ArrowRight': () => stepEvent(1),
    PageUp: () => goDay(-1),
    PageDown: () => goDay(1),
    Home: () => frames[0] && seek(frames[0].atMs),
    End: () => frames.at(-1) && seek(frames.at(-1)?.atMs ?? 0),
    Enter: () => open(),
    ' ': playback.toggle,
    '+': () => zoomStep(1),
    '=': () => zoomStep(1),
    '-': () => zoomStep(-1),
    '0': () => setZoom('day'),
    n: goNow,
    m: playback.toggleMute,
    i: () => setMarks({ inMs: playhead.get(), outMs: undefined }),
    o: () => setMarks((now) => ({ ...now, outMs: playhead.get() })),
    c: copyMoment,
    l: () => void copyText(linkTo(playhead.get()), 'the link'),
    g: () => document.querySelector<HTMLElement>('[data-goto]')?.click(),
    '?': () => setKeysOpen(true),
  });
  useTitle(`${shortClock(shownMs)} · ${dayName(shownMs)}`);

  return (
    <div className="tl">
      <div className="tlhead">
        <h1 className="sr" ref={heading} tabIndex={-1}>
          Timeline
        </h1>
        <DayBar
          day={day}
          range={range}
          filter={filter}
          segments={segments}
          frames={frames}
          onDay={goDay}
          onSeek={seek}
          onZoom={setZoom}
          onFilter={(name, value) =>
            setParameters((now) => {
              if (value) now.set(name, value);
              else now.delete(name);
              return now;
            })
          }
        />
      </div>
      <div className="stagewrap">
        <Stage frames={frames} playhead={playhead} onOpen={open} onWheelStep={step}>
          {data.error ? (
            <ErrorState error={data.error} />
          ) : data.isLoaded && frames.length === 0 ? (
            <EmptyDay day={day} onDay={goDay} />
          ) : data.isLoaded && !inPicture ? (
            <GapText atMs={shownMs} coverage={data.coverage} data={data} onSeek={seek} />
          ) : undefined}
        </Stage>
        <aside className="side" aria-label="This moment">
          <MomentPanel
            atMs={shownMs}
            frame={inPicture ? frame : undefined}
            segments={segments}
            lines={data.lines}
            onSeek={seek}
            onOpen={open}
            onCopyText={copyMoment}
            onCopyLink={() => void copyText(linkTo(playhead.get()), 'the link')}
            onPlayLine={playback.playLine}
          />
        </aside>
      </div>
      <div className={`dock ${data.isStale ? 'stale' : ''}`}>
        <Transport
          playhead={playhead}
          playback={playback}
          frame={inPicture ? frame : undefined}
          onStep={step}
          onNow={goNow}
        />
        {marks.inMs !== undefined && marks.outMs !== undefined && (
          <RangeBar
            startMs={Math.min(marks.inMs, marks.outMs)}
            endMs={Math.max(marks.inMs, marks.outMs)}
            frames={frames}
            onClose={() => setMarks({ inMs: undefined, outMs: undefined })}
          />
        )}
        <Dock
          {...data}
          range={range}
          playhead={playhead}
          marks={marks}
          onSeek={seek}
          onRest={settle}
          onRange={setRange}
        />
        <SegmentList data={data} />
      </div>
      <KeysDialog isOpen={hasKeysOpen} onClose={() => setKeysOpen(false)} />
    </div>
  );
}

export const linkTo = (atMs: number) => `${location.origin}/app/timeline?at=${isoOf(atMs)}`;

function startRange(day: Span, atMs: number, zoom: string | null): Span {
  const named = ZOOMS.find(({ value }) => value === zoom)?.value ?? '6h';
  return zoomed(day, day, atMs, spanOf(named));
}
