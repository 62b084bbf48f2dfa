/**
 * Moving through time with pointer and wheel; fingers are `touch.ts`. Pressing a lane puts the playhead there and dragging moves it one to one; the
 * further the pointer is from the lane, the finer it moves. The wheel pans, with Ctrl it zooms around the pointer.
 */
import { type RefObject, useEffect, useRef } from 'react';
import { panned, spanOf, zoomed, zoomOf } from './dock/lanes.ts';
import { type Touched, useTouch } from './touch.ts';

const FINE_PX = 80;
const FINER_PX = 160;
/** After the last turn of the wheel a zoom settles on a named level. */
const SETTLE_MS = 160;

function fineness(awayPx: number): number {
  if (awayPx > FINER_PX) return 1 / 16;
  return awayPx > FINE_PX ? 1 / 4 : 1;
}

interface Scrubbed extends Touched {
  lanes: RefObject<HTMLDivElement | null>;
}

export function useScrub(props: Scrubbed) {
  const current = useRef(props);
  current.current = props;
  const drag = useRef<{ lastX: number; top: number; bottom: number } | undefined>(undefined);

  const timeOf = (clientX: number) => {
    const { lanes, range } = current.current;
    const box = lanes.current?.getBoundingClientRect();
    if (!box || box.width === 0) return range.startMs;
    const share = Math.min(1, Math.max(0, (clientX - box.left) / box.width));
    return range.startMs + share * (range.endMs - range.startMs);
  };

  useWheel(current, timeOf);
  const touch = useTouch(current, timeOf);

  const end = (event: React.PointerEvent) => {
    touch.up(event);
    if (!drag.current) return;
    drag.current = undefined;
    current.current.onRest();
  };
  return {
    timeOf,
    isDown: () => drag.current !== undefined || touch.isDown(),
    handlers: {
      onPointerDown(event: React.PointerEvent<HTMLDivElement>) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        if (event.pointerType === 'touch') return touch.down(event);
        const box = event.currentTarget.getBoundingClientRect();
        drag.current = { lastX: event.clientX, top: box.top, bottom: box.bottom };
        current.current.onSeek(timeOf(event.clientX));
        current.current.lanes.current?.querySelector<HTMLElement>('.ph')?.focus();
        event.preventDefault();
      },
      onPointerMove(event: React.PointerEvent<HTMLDivElement>) {
        touch.move(event);
        const start = drag.current;
        if (!start) return;
        const { range, widthPx, day, playhead, onSeek } = current.current;
        const away = Math.max(0, start.top - event.clientY, event.clientY - start.bottom);
        const fine = fineness(away);
        const movedPx = event.clientX - start.lastX;
        start.lastX = event.clientX;
        if (fine === 1) return onSeek(timeOf(event.clientX));
        const msPerPx = (range.endMs - range.startMs) / widthPx;
        const atMs = playhead.get() + movedPx * msPerPx * fine;
        onSeek(Math.min(day.endMs - 1, Math.max(day.startMs, atMs)));
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}

/** Turns are summed and applied once per frame; only the larger axis counts. */
function useWheel(current: RefObject<Scrubbed>, timeOf: (clientX: number) => number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: everything is read when the wheel turns
  useEffect(() => {
    const element = current.current.lanes.current?.parentElement;
    if (!element) return;
    let panPx = 0;
    let zoomBy = 0;
    let atX = 0;
    let asked = 0;
    let settling: ReturnType<typeof setTimeout> | undefined;
    const apply = () => {
      asked = 0;
      const { range, day, widthPx, onRange } = current.current;
      const spanMs = range.endMs - range.startMs;
      if (panPx !== 0) onRange(panned(range, day, (panPx / widthPx) * spanMs));
      if (zoomBy !== 0) onRange(zoomed(range, day, timeOf(atX), spanMs * Math.exp(zoomBy / 200)));
      panPx = 0;
      zoomBy = 0;
    };
    const settle = () => {
      const { range, day, onRange } = current.current;
      onRange(zoomed(range, day, timeOf(atX), spanOf(zoomOf(range))));
    };
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      atX = event.clientX;
      if (event.ctrlKey || event.metaKey) {
        zoomBy += event.deltaY;
        clearTimeout(settling);
        settling = setTimeout(settle, SETTLE_MS);
      } else {
        panPx += Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY;
      }
      asked ||= requestAnimationFrame(apply);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('wheel', onWheel);
      cancelAnimationFrame(asked);
      clearTimeout(settling);
    };
  }, [current]);
}
