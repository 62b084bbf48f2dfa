/**
 * Fingers on the dock: one drags time under the playhead and a flick lets it run out, two zoom around their middle, a tap goes there. The
 * playhead keeps its place on the glass while there is day left on both sides of it.
 */
import { type RefObject, useRef } from 'react';
import type { Span } from '../data/day.ts';
import { panned, spanOf, zoomed, zoomOf } from './dock/lanes.ts';
import type { Playhead } from './playhead.ts';

const TAP_PX = 8;
/** After this a flick has lost two thirds of its speed. */
const SLOWING_MS = 325;
const SLOWEST_PX_PER_S = 20;
/** The speed of a flick is that of its end, not of the whole drag. */
const FLICK_MS = 80;

export interface Touched {
  widthPx: number;
  range: Span;
  day: Span;
  playhead: Playhead;
  onSeek(atMs: number): void;
  onRest(): void;
  onRange(range: Span): void;
}

interface Point {
  x: number;
  atMs: number;
}

export function useTouch(current: RefObject<Touched>, timeOf: (clientX: number) => number) {
  const fingers = useRef(new Map<number, number>());
  const path = useRef<Point[]>([]);
  const drag = useRef({ fromX: 0, isTap: true, offsetMs: 0, pinchPx: 0, pinchMs: 0, running: 0 });

  const pan = (byPx: number) => {
    const { range, day, widthPx, playhead, onRange, onSeek } = current.current;
    const byMs = (byPx / widthPx) * (range.endMs - range.startMs);
    const atMs = Math.min(day.endMs - 1, Math.max(day.startMs, playhead.get() + byMs));
    onSeek(atMs);
    // From the playhead, not from the range that was drawn: several moves come between two drawings.
    onRange(panned(range, day, atMs - drag.current.offsetMs - range.startMs));
  };
  const stop = () => cancelAnimationFrame(drag.current.running);
  const runOut = (pxPerS: number) => {
    let speed = pxPerS;
    let lastMs = performance.now();
    const step = (nowMs: number) => {
      const passedMs = Math.max(0, nowMs - lastMs);
      lastMs = nowMs;
      pan((speed * passedMs) / 1000);
      speed *= Math.exp(-passedMs / SLOWING_MS);
      if (Math.abs(speed) < SLOWEST_PX_PER_S) return current.current.onRest();
      drag.current.running = requestAnimationFrame(step);
    };
    drag.current.running = requestAnimationFrame(step);
  };
  const spread = () => {
    const [a = 0, b = 0] = fingers.current.values();
    return { px: Math.max(1, Math.abs(a - b)), middle: (a + b) / 2 };
  };

  return {
    isDown: () => fingers.current.size > 0,
    down({ pointerId, clientX }: React.PointerEvent) {
      stop();
      fingers.current.set(pointerId, clientX);
      path.current = [{ x: clientX, atMs: performance.now() }];
      const { range, playhead } = current.current;
      drag.current.isTap = fingers.current.size === 1;
      drag.current.offsetMs = playhead.get() - range.startMs;
      drag.current.fromX = clientX;
      drag.current.pinchPx = spread().px;
      drag.current.pinchMs = range.endMs - range.startMs;
    },
    move({ pointerId, clientX }: React.PointerEvent) {
      const lastX = fingers.current.get(pointerId);
      if (lastX === undefined) return;
      fingers.current.set(pointerId, clientX);
      if (fingers.current.size > 1) {
        const { range, day, onRange } = current.current;
        const { px, middle } = spread();
        const spanMs = drag.current.pinchMs * (drag.current.pinchPx / px);
        return onRange(zoomed(range, day, timeOf(middle), spanMs));
      }
      if (Math.abs(clientX - drag.current.fromX) > TAP_PX) drag.current.isTap = false;
      const nowMs = performance.now();
      path.current = [...path.current.filter(({ atMs }) => nowMs - atMs < FLICK_MS)];
      path.current.push({ x: clientX, atMs: nowMs });
      if (!drag.current.isTap) pan(lastX - clientX);
    },
    up({ pointerId, clientX }: React.PointerEvent) {
      if (!fingers.current.delete(pointerId)) return;
      const { range, day, playhead, onRange, onSeek, onRest } = current.current;
      // The other finger stays where it is: what follows is neither a tap nor a flick.
      if (fingers.current.size > 0) {
        const settled = zoomed(range, day, playhead.get(), spanOf(zoomOf(range)));
        drag.current.isTap = false;
        drag.current.offsetMs = playhead.get() - settled.startMs;
        path.current = [];
        return onRange(settled);
      }
      if (drag.current.isTap) {
        onSeek(timeOf(clientX));
        return onRest();
      }
      const speed = speedOf(path.current, performance.now());
      const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      if (isStill || Math.abs(speed) < SLOWEST_PX_PER_S) return onRest();
      runOut(speed);
    },
  };
}

/** Pixels of time per second, against the way of the finger. */
export function speedOf(path: readonly Point[], nowMs: number): number {
  const recent = path.filter(({ atMs }) => nowMs - atMs < FLICK_MS);
  const [first, last] = [recent[0], recent.at(-1)];
  if (!first || !last || last.atMs <= first.atMs) return 0;
  return (-1000 * (last.x - first.x)) / (last.atMs - first.atMs);
}
