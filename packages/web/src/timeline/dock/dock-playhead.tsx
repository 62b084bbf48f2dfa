/** The moment that is shown, as a line over the lanes and a mark over the overview; both move outside React. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Coverage, gapText, isGap } from '../../data/coverage.ts';
import type { Segment, Span } from '../../data/day.ts';
import { t } from '../../language/message.ts';
import { clock } from '../../parts/format.ts';
import type { Playhead } from '../playhead.ts';
import { type DockData, placer } from './dock-place.ts';
import { segmentAt } from './lanes.ts';

interface Props extends Pick<DockData, 'day' | 'segments' | 'coverage'> {
  range: Span;
  playhead: Playhead;
}

/** Moves by itself, outside React, with every change of the playhead. */
export function Follower(props: {
  playhead: Playhead;
  place(atMs: number): number;
  className: string;
}) {
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
export function PlayheadLine({ playhead, range, day, segments, coverage }: Props) {
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
      aria-label={t('Time of day')}
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
  return `${clock(atMs)}, ${gap ? gapText(gap).toLowerCase() : t('nothing recorded')}`;
}
