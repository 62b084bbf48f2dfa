/** What the dock shows, and where a time stands in it: shares of a range in per cent, so that nothing is measured to be drawn. */
import type { Coverage } from '../../data/coverage.ts';
import type { FrameRef, Line, Meeting, Segment, Span } from '../../data/day.ts';

export interface DockData {
  day: Span;
  segments: readonly Segment[];
  lines: readonly Line[];
  frames: readonly FrameRef[];
  meetings: readonly Meeting[];
  coverage: Coverage | undefined;
}

export const placer = (range: Span) => (atMs: number) =>
  (100 * (atMs - range.startMs)) / (range.endMs - range.startMs);

export function spanStyle(span: Span, range: Span) {
  const place = placer(range);
  const left = Math.max(0, place(span.startMs));
  const right = Math.min(100, place(span.endMs));
  return { left: `${left}%`, width: `${Math.max(0.1, right - left)}%` };
}

/** How many pixels of a span are inside the range. */
export function widthOf(span: Span, range: Span, widthPx: number): number {
  const visibleMs = Math.min(span.endMs, range.endMs) - Math.max(span.startMs, range.startMs);
  return (visibleMs / (range.endMs - range.startMs)) * widthPx;
}
