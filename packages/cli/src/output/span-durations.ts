/**
 * How long each span of the timeline lasted. The service ends a span before a silence with its last frame. Where coverage says that the
 * screen was still watched and did not change, the window stayed on the screen. Pure; `hindcast timeline` calls it.
 */

interface TimelineSpan {
  readonly start: string;
  readonly end: string;
}

interface CoverageSpan {
  readonly start_time: string;
  readonly end_time: string;
  readonly state: string;
}

/** The service uses the same limit: after a longer silence the person may have left. */
const LONGEST_SILENCE_MS = 300_000;
/** The states in which the screen still shows what was drawn last. */
const SHOWN: ReadonlySet<string> = new Set(['captured', 'idle']);

/** In milliseconds. Both lists are in order of time. */
export function spanDurations(
  spans: readonly TimelineSpan[],
  coverage: readonly CoverageSpan[],
): number[] {
  const watched = coverage.filter(({ state }) => SHOWN.has(state));
  return spans.map(({ start, end }, at) => {
    const [startMs, endMs] = [Date.parse(start), Date.parse(end)];
    const nextMs = Date.parse(spans[at + 1]?.start ?? '') || Number.POSITIVE_INFINITY;
    const lastMs = Math.min(watchedUntil(endMs, watched), nextMs, endMs + LONGEST_SILENCE_MS);
    return Math.max(endMs, lastMs) - startMs;
  });
}

/** Spans without a gap between them count as one. */
function watchedUntil(atMs: number, watched: readonly CoverageSpan[]): number {
  let untilMs = atMs;
  for (const { start_time, end_time } of watched) {
    if (Date.parse(start_time) <= untilMs + 1) untilMs = Math.max(untilMs, Date.parse(end_time));
  }
  return untilMs;
}
