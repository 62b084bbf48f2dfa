/** How a person moves the playhead: by pictures, spans, events and days, with keys or with buttons. */
import { type RefObject, useCallback } from 'react';
import { isGap } from '../../data/coverage.ts';
import type { Span } from '../../data/day.ts';
import { t } from '../../language/message.ts';
import { copyText } from '../../parts/dialogs/toast.tsx';
import { dayStart, isoOf } from '../../parts/format.ts';
import { useKeys } from '../../parts/keys.ts';
import type { useDay } from '../day-data.ts';
import { dayOf } from '../dock/dock.tsx';
import {
  nearestFrame,
  segmentAt,
  showing,
  spanOf,
  ZOOMS,
  type Zoom,
  zoomed,
  zoomOf,
} from '../dock/lanes.ts';
import type { usePlayback } from '../playback.ts';
import type { Playhead } from '../playhead.ts';

type DayData = ReturnType<typeof useDay>;
type Seek = (atMs: number) => void;
type Current = RefObject<{ day: Span; range: Span; data: DayData }>;

/** The range that a person marks. */
export interface Marks {
  inMs: number | undefined;
  outMs: number | undefined;
}

export const linkTo = (atMs: number) => `${location.origin}/app/timeline?at=${isoOf(atMs)}`;

export function startRange(day: Span, atMs: number, zoom: string | null): Span {
  const named = ZOOMS.find(({ value }) => value === zoom)?.value ?? '6h';
  return zoomed(day, day, atMs, spanOf(named));
}

/** Moves the playhead, and the day and the range with it. */
export function useSeek(
  playhead: Playhead,
  current: Current,
  setDay: (day: Span) => void,
  setRange: (range: Span) => void,
): Seek {
  return useCallback(
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
    [playhead, current, setDay, setRange],
  );
}

export function useSteps(playhead: Playhead, current: Current, seek: Seek) {
  const settle = useCallback(() => {
    const { frames: all, segments: stretches } = current.current.data;
    const nearest = all[nearestFrame(all, playhead.get())];
    // At rest the playhead sits on a real picture, but not in place of a gap.
    if (nearest && segmentAt(stretches, playhead.get()) >= 0) playhead.set(nearest.atMs);
  }, [playhead, current]);
  const step = useCallback(
    (steps: number) => {
      const all = current.current.data.frames;
      const at = nearestFrame(all, playhead.get());
      const next = all[Math.min(all.length - 1, Math.max(0, at + steps))];
      if (next) seek(next.atMs);
    },
    [playhead, current, seek],
  );
  return { settle, step };
}

export function jumps(playhead: Playhead, day: Span, data: DayData, seek: Seek) {
  const { frames, segments } = data;
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
  return { day: goDay, now: goNow, segment: stepSegment, event: stepEvent };
}

export function useTimelineKeys(view: {
  playhead: Playhead;
  playback: ReturnType<typeof usePlayback>;
  frames: DayData['frames'];
  range: Span;
  go: ReturnType<typeof jumps>;
  seek: Seek;
  step: (steps: number) => void;
  setZoom: (zoom: Zoom) => void;
  setMarks: (change: Marks | ((now: Marks) => Marks)) => void;
  open: () => void;
  copyMoment: () => void;
  showKeys: () => void;
}): void {
  const { playhead, playback, frames, go, seek, step, setZoom, setMarks } = view;
  const zoomStep = (steps: number) => {
    const at = ZOOMS.findIndex(({ value }) => value === zoomOf(view.range));
    const next = ZOOMS[Math.min(ZOOMS.length - 1, Math.max(0, at + steps))];
    if (next) setZoom(next.value);
  };
  useKeys({
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    'Shift+ArrowLeft': () => step(-10),
    'Shift+ArrowRight': () => step(10),
    'Alt+ArrowLeft': () => go.segment(-1),
    'Alt+ArrowRight': () => go.segment(1),
    'Ctrl+ArrowLeft': () => go.event(-1),
    'Ctrl+ArrowRight': () => go.event(1),
    PageUp: () => go.day(-1),
    PageDown: () => go.day(1),
    Home: () => frames[0] && seek(frames[0].atMs),
    End: () => frames.at(-1) && seek(frames.at(-1)?.atMs ?? 0),
    Enter: () => view.open(),
    ' ': playback.toggle,
    '+': () => zoomStep(1),
    '=': () => zoomStep(1),
    '-': () => zoomStep(-1),
    '0': () => setZoom('day'),
    n: go.now,
    m: playback.toggleMute,
    i: () => setMarks({ inMs: playhead.get(), outMs: undefined }),
    o: () => setMarks((now) => ({ ...now, outMs: playhead.get() })),
    c: view.copyMoment,
    l: () => void copyText(linkTo(playhead.get()), t('Copied the link.')),
    g: () => document.querySelector<HTMLElement>('[data-goto]')?.click(),
    '?': view.showKeys,
  });
}
