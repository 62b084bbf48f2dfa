/** Overview, ruler and lanes. Everything is placed by time; time is a number here, never a scroll position. */
import { Mic, Monitor } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { pictureAddress } from '../data/api.ts';
import { type Coverage, type CoverageSpan, gapText, isGap } from '../data/coverage.ts';
import type { FrameRef, Line, Meeting, Segment, Span } from '../data/day.ts';
import { AppDot, colourStyle } from '../parts/bits.tsx';
import { clock, dayStart, shortClock } from '../parts/format.ts';
import { nearestFrame, recordedPart, segmentAt, ticks, visible } from './lanes.ts';
import type { Playhead } from './playhead.ts';
import { useScrub } from './scrub.ts';

export interface DockData {
  day: Span;
  segments: readonly Segment[];
  lines: readonly Line[];
  frames: readonly FrameRef[];
  meetings: readonly Meeting[];
  coverage: Coverage | undefined;
}

interface Props extends DockData {
  range: Span;
  playhead: Playhead;
  marks: { inMs: number | undefined; outMs: number | undefined };
  onSeek(atMs: number): void;
  onRest(): void;
  onRange(range: Span): void;
}

export function Dock(props: Props) {
  const { range } = props;
  const lanes = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(lanes);
  const scrub = useScrub({ ...props, lanes, widthPx });
  const place = placer(range);
  const [hoverMs, setHover] = useState<number>();
  const isClearOfEdges = (at: number) => place(at) > EDGE && place(at) < 100 - EDGE;
  return (
    <>
      <Overview {...props} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the slider in it takes the keys */}
      <div
        className="scrubbed"
        {...scrub.handlers}
        onPointerLeave={() => setHover(undefined)}
        onMouseMove={(event) => setHover(scrub.isDown() ? undefined : scrub.timeOf(event.clientX))}
      >
        <div className="hr" aria-hidden="true">
          {ticks(range, props.day, widthPx)
            .filter(isClearOfEdges)
            .map((at) => (
              <span key={at} style={{ left: `${place(at)}%` }}>
                {range.endMs - range.startMs < 6 * 60_000 ? clock(at) : shortClock(at)}
              </span>
            ))}
        </div>
        <div className="lanes" ref={lanes}>
          <ScreenLane {...props} widthPx={widthPx} />
          <SoundLane {...props} widthPx={widthPx} />
          <Marks {...props} />
          <PlayheadLine {...props} />
          {hoverMs !== undefined && <HoverCard {...props} atMs={hoverMs} />}
        </div>
      </div>
    </>
  );
}

/** Of the width: a label nearer to an edge would be cut. */
const EDGE = 2;

const placer = (range: Span) => (atMs: number) =>
  (100 * (atMs - range.startMs)) / (range.endMs - range.startMs);

function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(1000);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

function spanStyle(span: Span, range: Span) {
  const place = placer(range);
  const left = Math.max(0, place(span.startMs));
  const right = Math.min(100, place(span.endMs));
  return { left: `${left}%`, width: `${Math.max(0.1, right - left)}%` };
}

function Overview({ day, segments, lines, range, playhead, coverage, onSeek }: Props) {
  const part = recordedPart(day, segments, lines);
  const shown = visible(segments, part, 900);
  const place = placer(part);
  return (
    <div
      className="ovwrap"
      aria-hidden="true"
      onClick={({ clientX, currentTarget }) => {
        const box = currentTarget.getBoundingClientRect();
        onSeek(part.startMs + ((clientX - box.left) / box.width) * (part.endMs - part.startMs));
      }}
    >
      <div className="ov">
        {shown.map((segment) => (
          <i
            key={segment.startMs}
            style={{ ...spanStyle(segment, part), ...colourStyle(segment.app) }}
          />
        ))}
        <Gaps spans={coverage?.streams.screen.spans ?? []} range={part} widthPx={0} />
      </div>
      <div className="ovwin" style={spanStyle(range, part)} />
      <Follower playhead={playhead} place={place} className="ovat" />
    </div>
  );
}

function Gaps(props: { spans: readonly CoverageSpan[]; range: Span; widthPx: number }) {
  const { spans, range, widthPx } = props;
  const msPerPx = (range.endMs - range.startMs) / Math.max(1, widthPx);
  return spans
    .filter((span) => isGap(span) && span.endMs > range.startMs && span.startMs < range.endMs)
    .map((span) => (
      <div
        key={span.startMs}
        className={`gap ${span.state === 'failed' ? 'bad' : ''}`}
        style={spanStyle(span, range)}
        title={gapText(span)}
      >
        {widthPx > 0 && (span.endMs - span.startMs) / msPerPx > 110 && <em>{gapText(span)}</em>}
      </div>
    ));
}

const NAME_PX = 34;
const TITLE_PX = 60;
const THUMBS_BELOW_MS = 6 * 60_000;

function ScreenLane({ segments, frames, range, coverage, widthPx }: Props & { widthPx: number }) {
  const shown = visible(segments, range, widthPx);
  const pxOf = (span: Span) => {
    const visibleMs = Math.min(span.endMs, range.endMs) - Math.max(span.startMs, range.startMs);
    return (visibleMs / (range.endMs - range.startMs)) * widthPx;
  };
  return (
    <div className="lane" role="img" aria-label={`Screen: ${shown.length} stretches of apps`}>
      <span className="lb hide-n">
        <Monitor className="ic s" aria-hidden="true" />
      </span>
      {shown.map((segment) => {
        const px = pxOf(segment);
        return (
          <div
            key={segment.startMs}
            className={`sg ${px < NAME_PX ? 'thin' : ''}`}
            style={{ ...spanStyle(segment, range), ...colourStyle(segment.app) }}
          >
            {px >= NAME_PX && <b>{segment.app || 'Unknown app'}</b>}
            {px >= TITLE_PX && <span>{segment.title}</span>}
          </div>
        );
      })}
      {range.endMs - range.startMs < THUMBS_BELOW_MS && (
        <LaneThumbs frames={frames} range={range} widthPx={widthPx} />
      )}
      <Gaps spans={coverage?.streams.screen.spans ?? []} range={range} widthPx={widthPx} />
    </div>
  );
}

const THUMB_PX = 67;

/** Close up, small pictures say more than names. */
function LaneThumbs(props: { frames: readonly FrameRef[]; range: Span; widthPx: number }) {
  const { frames, range, widthPx } = props;
  const slots = Math.max(1, Math.floor(widthPx / THUMB_PX));
  const slotMs = (range.endMs - range.startMs) / slots;
  const place = placer(range);
  const shown = new Map<number, FrameRef>();
  for (const frame of frames) {
    if (frame.atMs < range.startMs || frame.atMs >= range.endMs) continue;
    const slot = Math.floor((frame.atMs - range.startMs) / slotMs);
    if (!shown.has(slot)) shown.set(slot, frame);
  }
  return [...shown.values()].map((frame) => (
    <img
      key={frame.id}
      className="lthumb"
      src={pictureAddress(frame.id, 240)}
      alt=""
      style={{ left: `${place(frame.atMs)}%` }}
      draggable={false}
    />
  ));
}

const MOST_BARS = 400;

function SoundLane({ lines, meetings, range, coverage, widthPx }: Props & { widthPx: number }) {
  const inRange = lines.filter(
    ({ startMs, endMs }) => endMs > range.startMs && startMs < range.endMs,
  );
  const step = Math.max(1, Math.ceil(inRange.length / MOST_BARS));
  return (
    <div className="lane aud" role="img" aria-label={`Sound: ${inRange.length} lines of speech`}>
      <span className="lb hide-n">
        <Mic className="ic s" aria-hidden="true" />
      </span>
      {meetings
        .filter(({ startMs, endMs }) => endMs > range.startMs && startMs < range.endMs)
        .map((meeting) => (
          <div
            key={meeting.id}
            className="mt"
            style={spanStyle(meeting, range)}
            title={meeting.title}
          />
        ))}
      {inRange
        .filter((_, i) => i % step === 0)
        .map((line) => (
          <div
            key={`${line.chunkId} ${line.startMs}`}
            className="say1"
            style={
              {
                ...spanStyle(line, range),
                ...colourStyle(line.speaker || line.device),
                '--h': `${30 + (line.text.length % 60)}%`,
              } as React.CSSProperties
            }
          />
        ))}
      <Gaps spans={coverage?.streams.audio.spans ?? []} range={range} widthPx={widthPx} />
    </div>
  );
}

function Marks({ marks, range }: Props) {
  if (marks.inMs === undefined) return null;
  const endMs = marks.outMs ?? marks.inMs;
  const span = { startMs: Math.min(marks.inMs, endMs), endMs: Math.max(marks.inMs, endMs) };
  return <div className="mark" style={spanStyle(span, range)} aria-hidden="true" />;
}

/** Moves by itself, outside React, with every change of the playhead. */
function Follower(props: { playhead: Playhead; place(atMs: number): number; className: string }) {
  const element = useRef<HTMLDivElement>(null);
  const { playhead, place } = props;
  useLayoutEffect(() => {
    const move = () => {
      if (element.current) element.current.style.left = `${place(playhead.get())}%`;
    };
    move();
    return playhead.listen(move);
  }, [playhead, place]);
  return <div ref={element} className={props.className} />;
}

const ANNOUNCE_AFTER_MS = 250;

/** The one control of the dock for keys and screen readers. */
function PlayheadLine({ playhead, range, day, segments, coverage }: Props) {
  const line = useRef<HTMLDivElement>(null);
  const label = useRef<HTMLElement>(null);
  const current = useRef({ range, segments, coverage, day });
  current.current = { range, segments, coverage, day };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the line moves when the range does
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const move = () => {
      const atMs = playhead.get();
      const now = current.current;
      const share = placer(now.range)(atMs);
      const element = line.current;
      if (!element || !label.current) return;
      element.style.left = `${Math.min(100, Math.max(0, share))}%`;
      element.hidden = share < 0 || share > 100;
      label.current.textContent = clock(atMs);
      clearTimeout(timer);
      timer = setTimeout(() => {
        element.setAttribute('aria-valuenow', String(Math.round((atMs - now.day.startMs) / 1000)));
        element.setAttribute('aria-valuetext', momentText(now, atMs));
      }, ANNOUNCE_AFTER_MS);
    };
    move();
    const stop = playhead.listen(move);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [playhead, range, segments]);
  return (
    <div
      ref={line}
      className="ph"
      role="slider"
      tabIndex={0}
      aria-label="Time of day"
      aria-valuemin={0}
      aria-valuemax={Math.round((day.endMs - day.startMs) / 1000)}
      aria-valuenow={Math.round((playhead.get() - day.startMs) / 1000)}
    >
      <b ref={label} />
    </div>
  );
}

function momentText(
  now: { segments: readonly Segment[]; coverage: Coverage | undefined },
  atMs: number,
): string {
  const segment = now.segments[segmentAt(now.segments, atMs)];
  if (segment) return `${clock(atMs)}, ${segment.app}, ${segment.title}`;
  const gap = now.coverage?.streams.screen.spans.find(
    (span) => isGap(span) && span.startMs <= atMs && span.endMs >= atMs,
  );
  return `${clock(atMs)}, ${gap ? gapText(gap).toLowerCase() : 'nothing recorded'}`;
}

/** Above the lane, never under the pointer; the slider says the same in words. */
function HoverCard({ atMs, frames, range, segments }: Props & { atMs: number }) {
  const frame = frames[nearestFrame(frames, atMs)];
  if (!frame || segmentAt(segments, atMs) < 0) return null;
  const share = Math.min(92, Math.max(8, placer(range)(atMs)));
  return (
    <div className="hov" style={{ left: `${share}%` }} aria-hidden="true">
      <img src={pictureAddress(frame.id, 240)} alt="" />
      <div className="row mt-1">
        <AppDot app={frame.app} />
        <span className="b ell">{frame.app}</span>
        <span className="sp" />
        <span className="num mute">{clock(frame.atMs)}</span>
      </div>
      <div className="mute ell">{frame.title}</div>
    </div>
  );
}

export const dayOf = (atMs: number): Span => ({
  startMs: dayStart(atMs),
  endMs: dayStart(atMs, 1),
});
