/** Overview, ruler and lanes. Everything is placed by time; time is a number here, never a scroll position. */
import { useLayoutEffect, useRef, useState } from 'react';
import { pictureAddress } from '../../data/api.ts';
import type { Span } from '../../data/day.ts';
import { AppDot, colourStyle } from '../../parts/bits.tsx';
import { clock, dayStart, shortClock } from '../../parts/format.ts';
import { hideBroken } from '../../parts/shot.tsx';
import type { Playhead } from '../playhead.ts';
import { useScrub } from '../scrub.ts';
import { Gaps, ScreenLane, SoundLane } from './dock-lanes.tsx';
import { type DockData, placer, spanStyle } from './dock-place.ts';
import { Follower, PlayheadLine } from './dock-playhead.tsx';
import { nearestFrame, recordedPart, segmentAt, ticks, visible } from './lanes.ts';

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
        <Gaps spans={coverage?.streams.screen.spans ?? []} range={part} widthPx={0} />
        {shown.map((segment) => (
          <i
            key={segment.startMs}
            style={{ ...spanStyle(segment, part), ...colourStyle(segment.app) }}
          />
        ))}
      </div>
      <div className="ovwin" style={spanStyle(range, part)} />
      <Follower playhead={playhead} place={place} className="ovat" />
    </div>
  );
}

function Marks({ marks, range }: Props) {
  if (marks.inMs === undefined) return null;
  const endMs = marks.outMs ?? marks.inMs;
  const span = { startMs: Math.min(marks.inMs, endMs), endMs: Math.max(marks.inMs, endMs) };
  return <div className="mark" style={spanStyle(span, range)} aria-hidden="true" />;
}

/** Above the lane, never under the pointer; the slider says the same in words. */
function HoverCard({ atMs, frames, range, segments }: Props & { atMs: number }) {
  const frame = frames[nearestFrame(frames, atMs)];
  if (!frame || segmentAt(segments, atMs) < 0) return null;
  const share = Math.min(92, Math.max(8, placer(range)(atMs)));
  return (
    <div className="hov" style={{ left: `${share}%` }} aria-hidden="true">
      {frame.hasPicture && (
        <img key={frame.id} src={pictureAddress(frame.id, 240)} alt="" onError={hideBroken} />
      )}
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
