/**
 * How long each stretch of the timeline lasted. The service ends a stretch before a silence with its last frame; where the screen was
 * watched on and nothing changed, its window was still there. Pure; for `hindcast timeline`.
 */

interface Stretch {
  readonly start: string;
  readonly end: string;
}

/** A span of the coverage of the screen. */
interface Watched {
  readonly start_time: string;
  readonly end_time: string;
  readonly state: string;
}

/** As the service counts: after a longer silence nobody knows who looked at the screen. */
const LONGEST_SILENCE_MS = 300_000;
/** The states in which what was drawn last is what the screen shows. */
const SHOWN: ReadonlySet<string> = new Set(['captured', 'idle']);

/** Milliseconds for each, in order of time. */
export function durations(stretches: readonly Stretch[], watched: readonly Watched[]): number[] {
  const spans = watched.filter(({ state }) => SHOWN.has(state));
  return stretches.map(({ start, end }, at) => {
    const [startMs, endMs] = [Date.parse(start), Date.parse(end)];
    const nextMs = Date.parse(stretches[at + 1]?.start ?? '') || Number.POSITIVE_INFINITY;
    const lastMs = Math.min(shownUntil(endMs, spans), nextMs, endMs + LONGEST_SILENCE_MS);
    return Math.max(endMs, lastMs) - startMs;
  });
}

/** Spans that follow each other without a gap are one. */
function shownUntil(atMs: number, spans: readonly Watched[]): number {
  let untilMs = atMs;
  for (const { start_time, end_time } of spans) {
    if (Date.parse(start_time) <= untilMs + 1) untilMs = Math.max(untilMs, Date.parse(end_time));
  }
  return untilMs;
}
