/** How the view follows the playhead: words four times a second, the address at rest, the last picture while the day goes on. */
import { useEffect, useRef, useState } from 'react';
import type { useSearchParams } from 'wouter';
import type { Span } from '../../data/day.ts';
import { isoOf } from '../../parts/format.ts';
import type { DockData } from '../dock/dock-place.ts';
import { showing, zoomOf } from '../dock/lanes.ts';
import type { Playhead } from '../playhead.ts';

const ADDRESS_MS = 400;
const TELL_REACT_MS = 250;

/** The playhead four times a second: for words, not for drawing. */
export function useSampled(playhead: Playhead): number {
  const [atMs, setAt] = useState(playhead.get);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = playhead.listen(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setAt(playhead.get());
      }, TELL_REACT_MS);
    });
    setAt(playhead.get());
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [playhead]);
  return atMs;
}

/** Without a moment in the address the day opens at its last picture, which is now. */
export function useStart(
  hasAsked: boolean,
  frames: DockData['frames'],
  playhead: Playhead,
  seek: (atMs: number) => void,
): void {
  const isDone = useRef(hasAsked);
  useEffect(() => {
    const last = frames.at(-1);
    if (isDone.current || !last) return;
    isDone.current = true;
    seek(last.atMs);
    playhead.isLive = true;
  }, [frames, playhead, seek]);
}

export function useFollowing(
  frames: DockData['frames'],
  playhead: Playhead,
  setRange: (range: Span) => void,
  current: React.RefObject<{ range: Span; day: Span }>,
): void {
  useEffect(() => {
    const last = frames.at(-1);
    if (!playhead.isLive || !last || last.atMs <= playhead.get()) return;
    playhead.set(last.atMs);
    setRange(showing(current.current.range, current.current.day, last.atMs));
  }, [frames, playhead, setRange, current]);
}

export function useAddress(
  playhead: Playhead,
  range: Span,
  setParameters: ReturnType<typeof useSearchParams>[1],
): void {
  const zoom = zoomOf(range);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setParameters(
          (now) => {
            if (playhead.isLive) now.delete('at');
            else now.set('at', isoOf(playhead.get()));
            if (zoom === '6h') now.delete('z');
            else now.set('z', zoom);
            return now;
          },
          { replace: true },
        );
      }, ADDRESS_MS);
    };
    const stop = playhead.listen(write);
    write();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [playhead, zoom, setParameters]);
}
