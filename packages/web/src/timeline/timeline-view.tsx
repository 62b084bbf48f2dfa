/** What was on the screen at any moment, and where that moment lies in the day. */
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import type { Span } from '../data/day.ts';
import { textOfFrame } from '../data/frames.ts';
import { t } from '../language/message.ts';
import { copyText, toastError } from '../parts/dialogs/toast.tsx';
import { dayName, shortClock } from '../parts/format.ts';
import { ErrorState } from '../parts/states.tsx';
import { useHeadingFocus, useTitle } from '../parts/view-title.ts';
import { DayBar } from './day-bar.tsx';
import { filterOf, useDay } from './day-data.ts';
import { Dock, dayOf } from './dock/dock.tsx';
import { nearestFrame, spanOf, type Zoom, zoomed } from './dock/lanes.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { MomentPanel } from './moment-panel.tsx';
import { useAddress, useFollowing, useSampled, useStart } from './moves/following.ts';
import {
  jumps,
  linkTo,
  type Marks,
  startRange,
  useSeek,
  useSteps,
  useTimelineKeys,
} from './moves/moves.ts';
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
  const [marks, setMarks] = useState<Marks>({ inMs: undefined, outMs: undefined });
  const [hasKeysOpen, setKeysOpen] = useState(false);
  const current = useRef({ day, range, data });
  current.current = { day, range, data };

  const seek = useSeek(playhead, current, setDay, setRange);
  // A link, or back and forward; not our own writing, which says where we are anyway.
  useEffect(() => {
    if (hasAsked && Math.abs(asked - playhead.get()) > 1000) seek(asked);
  }, [asked, hasAsked, playhead, seek]);

  const { frames, segments } = data;
  const { settle, step } = useSteps(playhead, current, seek);
  useStart(hasAsked, frames, playhead, seek);
  useFollowing(frames, playhead, setRange, current);
  useAddress(playhead, range, setParameters);
  const playback = usePlayback({ frames, lines: data.lines, playhead, seek });

  const frame = frames[nearestFrame(frames, shownMs)];
  const inPicture = frames.length > 0 && hasPicture(frames, shownMs);
  const setZoom = (zoom: Zoom) => setRange(zoomed(range, day, playhead.get(), spanOf(zoom)));
  const open = (id: number | undefined = frame?.id) => {
    if (id !== undefined) navigate(`/app/frame/${id}`);
  };
  const go = jumps(playhead, day, data, seek);
  const copyMoment = () => {
    if (frame)
      textOfFrame(frame.id).then((text) => copyText(text, t('Copied the text.')), toastError);
  };
  useTimelineKeys({
    playhead,
    playback,
    frames,
    range,
    go,
    seek,
    step,
    setZoom,
    setMarks,
    open,
    copyMoment,
    showKeys: () => setKeysOpen(true),
  });
  useTitle(`${shortClock(shownMs)} · ${dayName(shownMs)}`);

  return (
    <div className="tl">
      <div className="tlhead">
        <h1 className="sr" ref={heading} tabIndex={-1}>
          {t('Timeline')}
        </h1>
        <DayBar
          day={day}
          range={range}
          filter={filter}
          segments={segments}
          frames={frames}
          onDay={go.day}
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
          {stageNote({ day, data, atMs: shownMs, isShown: inPicture, onDay: go.day, onSeek: seek })}
        </Stage>
        <aside className="side" aria-label={t('This moment')}>
          <MomentPanel
            atMs={shownMs}
            frame={inPicture ? frame : undefined}
            segments={segments}
            lines={data.lines}
            onSeek={seek}
            onOpen={open}
            onCopyText={copyMoment}
            onCopyLink={() => void copyText(linkTo(playhead.get()), t('Copied the link.'))}
            onPlayLine={playback.playLine}
          />
        </aside>
      </div>
      <TimelineDock
        data={data}
        range={range}
        playhead={playhead}
        playback={playback}
        frame={inPicture ? frame : undefined}
        marks={marks}
        setMarks={setMarks}
        onStep={step}
        onNow={go.now}
        onSeek={seek}
        onRest={settle}
        onRange={setRange}
      />
      <KeysDialog isOpen={hasKeysOpen} onClose={() => setKeysOpen(false)} />
    </div>
  );
}

function TimelineDock(props: {
  data: ReturnType<typeof useDay>;
  range: Span;
  playhead: Playhead;
  playback: ReturnType<typeof usePlayback>;
  frame: ReturnType<typeof useDay>['frames'][number] | undefined;
  marks: Marks;
  setMarks(marks: Marks): void;
  onStep(steps: number): void;
  onNow(): void;
  onSeek(atMs: number): void;
  onRest(): void;
  onRange(range: Span): void;
}) {
  const { data, range, playhead, playback, frame, marks, setMarks } = props;
  const { onStep, onNow, onSeek, onRest, onRange } = props;
  return (
    <div className={`dock ${data.isStale ? 'stale' : ''}`}>
      <Transport
        playhead={playhead}
        playback={playback}
        frame={frame}
        onStep={onStep}
        onNow={onNow}
      />
      {marks.inMs !== undefined && marks.outMs !== undefined && (
        <RangeBar
          startMs={Math.min(marks.inMs, marks.outMs)}
          endMs={Math.max(marks.inMs, marks.outMs)}
          frames={data.frames}
          onClose={() => setMarks({ inMs: undefined, outMs: undefined })}
        />
      )}
      <Dock
        {...data}
        range={range}
        playhead={playhead}
        marks={marks}
        onSeek={onSeek}
        onRest={onRest}
        onRange={onRange}
      />
      <SegmentList data={data} />
    </div>
  );
}

/** What stands in the place of a picture; undefined where the picture stands. */
function stageNote(view: {
  day: Span;
  data: ReturnType<typeof useDay>;
  atMs: number;
  /** There is a picture of that moment. */
  isShown: boolean;
  onDay(days: number): void;
  onSeek(atMs: number): void;
}) {
  const { day, data, atMs, isShown, onDay, onSeek } = view;
  if (data.error) return <ErrorState error={data.error} />;
  if (!data.isLoaded) return undefined;
  if (data.frames.length === 0) return <EmptyDay day={day} onDay={onDay} />;
  if (isShown) return undefined;
  return <GapText atMs={atMs} coverage={data.coverage} data={data} onSeek={onSeek} />;
}
