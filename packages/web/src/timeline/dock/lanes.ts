/** The arithmetic of the dock, without a page: zoom levels, ruler, segments that are wide enough to be seen, the nearest picture. */
import type { FrameRef, Segment, Span } from '../../data/day.ts';
import { t } from '../../language/message.ts';
import { DAY_MS, duration, HOUR_MS, MINUTE_MS } from '../../parts/format.ts';

export type Zoom = 'day' | '6h' | '1h' | '15m' | '5m' | '1m';

export const ZOOMS: readonly { value: Zoom; label: string; spanMs: number }[] = [
  { value: 'day', spanMs: DAY_MS, label: t('Day') },
  { value: '6h', spanMs: 6 * HOUR_MS, label: duration(6 * HOUR_MS) },
  { value: '1h', spanMs: HOUR_MS, label: duration(HOUR_MS) },
  { value: '15m', spanMs: 15 * MINUTE_MS, label: duration(15 * MINUTE_MS) },
  { value: '5m', spanMs: 5 * MINUTE_MS, label: duration(5 * MINUTE_MS) },
  { value: '1m', spanMs: MINUTE_MS, label: duration(MINUTE_MS) },
];

const SHORTEST_MS = 30_000;
const THINNEST_PX = 3;

export const spanOf = (zoom: Zoom) => ZOOMS.find(({ value }) => value === zoom)?.spanMs ?? DAY_MS;

export function zoomOf(range: Span): Zoom {
  const spanMs = range.endMs - range.startMs;
  const distance = (of: number) => Math.abs(Math.log(of / spanMs));
  return ZOOMS.reduce((best, zoom) => (distance(zoom.spanMs) < distance(best.spanMs) ? zoom : best))
    .value;
}

/** A range of `spanMs` inside the day in which `atMs` stands at the same share of the width as before. */
export function zoomed(range: Span, day: Span, atMs: number, spanMs: number): Span {
  const length = Math.min(day.endMs - day.startMs, Math.max(SHORTEST_MS, spanMs));
  const share = (atMs - range.startMs) / (range.endMs - range.startMs);
  const kept = share >= 0 && share <= 1 ? share : 0.5;
  return inside(day, atMs - kept * length, length);
}

export function panned(range: Span, day: Span, byMs: number): Span {
  return inside(day, range.startMs + byMs, range.endMs - range.startMs);
}

/** The range, moved just so far that the moment is in it. */
export function showing(range: Span, day: Span, atMs: number): Span {
  const length = range.endMs - range.startMs;
  if (atMs >= range.startMs && atMs <= range.endMs) return range;
  return inside(day, atMs - length / 2, length);
}

function inside(day: Span, startMs: number, length: number): Span {
  const start = Math.max(day.startMs, Math.min(startMs, day.endMs - length));
  return { startMs: start, endMs: start + length };
}

/** The recorded part of a day, at least eight hours of it. */
export function recordedPart(day: Span, segments: readonly Span[], lines: readonly Span[]): Span {
  const all = [...segments, ...lines];
  if (all.length === 0) return day;
  const startMs = Math.min(...all.map((span) => span.startMs));
  const endMs = Math.max(...all.map((span) => span.endMs));
  const missing = Math.max(0, 8 * HOUR_MS - (endMs - startMs)) / 2;
  return {
    startMs: Math.max(day.startMs, startMs - missing - 10 * MINUTE_MS),
    endMs: Math.min(day.endMs, endMs + missing + 10 * MINUTE_MS),
  };
}

const STEPS_MS = [
  5_000,
  10_000,
  30_000,
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
];
const PX_PER_LABEL = 84;

/** Where the ruler has labels: round times of the local clock. */
export function ticks(range: Span, day: Span, widthPx: number): number[] {
  const spanMs = range.endMs - range.startMs;
  const most = Math.max(2, Math.floor(widthPx / PX_PER_LABEL));
  const stepMs = STEPS_MS.find((step) => spanMs / step <= most) ?? 6 * HOUR_MS;
  const first = day.startMs + Math.ceil((range.startMs - day.startMs) / stepMs) * stepMs;
  const result: number[] = [];
  for (let at = first; at <= range.endMs; at += stepMs) result.push(at);
  return result;
}

/** Segments of a range, those too thin to be seen joined into one that says what is in it. */
export function visible(segments: readonly Segment[], range: Span, widthPx: number): Segment[] {
  const msPerPx = (range.endMs - range.startMs) / Math.max(1, widthPx);
  const result: Segment[] = [];
  for (const segment of segments) {
    if (segment.endMs <= range.startMs || segment.startMs >= range.endMs) continue;
    const last = result.at(-1);
    const isThin = (span: Span) => (span.endMs - span.startMs) / msPerPx < THINNEST_PX;
    const isNear = last && (segment.startMs - last.endMs) / msPerPx < THINNEST_PX;
    if (last && isNear && (isThin(segment) || isThin(last))) {
      result[result.length - 1] = joined(last, segment);
    } else result.push(segment);
  }
  return result;
}

function joined(a: Segment, b: Segment): Segment {
  const longer = a.endMs - a.startMs >= b.endMs - b.startMs ? a : b;
  return {
    ...longer,
    startMs: a.startMs,
    endMs: Math.max(a.endMs, b.endMs),
    frames: a.frames + b.frames,
    firstFrameId: a.firstFrameId,
  };
}

/** The last frame at or before the moment; -1 before the first. */
export function frameAt(frames: readonly FrameRef[], atMs: number): number {
  let low = 0;
  let high = frames.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((frames[middle]?.atMs ?? 0) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function nearestFrame(frames: readonly FrameRef[], atMs: number): number {
  const before = frameAt(frames, atMs);
  const after = before + 1;
  const distance = (index: number) =>
    Math.abs((frames[index]?.atMs ?? Number.POSITIVE_INFINITY) - atMs);
  return after < frames.length && distance(after) < distance(before) ? after : before;
}

/** The segment that holds a moment; where one ends and the next begins, the next. */
export function segmentAt(segments: readonly Segment[], atMs: number): number {
  return segments.findLastIndex(({ startMs, endMs }) => atMs >= startMs && atMs <= endMs);
}
