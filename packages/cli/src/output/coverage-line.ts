/** The coverage of the last 24 hours in one line, for `hindcast status`. */
import type { Coverage, StreamCoverage } from '@hindcast/client';

const MINUTES_PER_HOUR = 60;
/** Nothing was to be recorded then, which is no fault. */
const UNWATCHED = ['paused', 'locked', 'excluded', 'off'] as const;

export function coverageLine({ streams }: Coverage): string {
  return Object.entries(streams)
    .map(([name, stream]) => `${name} ${streamText(stream)}`)
    .join('; ');
}

function streamText({ minutes, gaps }: StreamCoverage): string {
  const { captured = 0, idle = 0, failed = 0 } = minutes;
  const parts = [`${duration(captured + idle)} watched`];
  if (failed > 0) {
    const causes = new Set(
      gaps.filter(({ state }) => state === 'failed').map(({ cause }) => cause),
    );
    parts.push(`${duration(failed)} failed (${[...causes].at(-1)})`);
  }
  for (const state of UNWATCHED) {
    const spent = minutes[state] ?? 0;
    if (spent > 0) parts.push(`${duration(spent)} ${state}`);
  }
  return parts.join(', ');
}

export function duration(minutes: number): string {
  if (minutes < 1) return `${Math.round(minutes * MINUTES_PER_HOUR)} s`;
  if (minutes < MINUTES_PER_HOUR) return `${Math.round(minutes)} min`;
  return `${(minutes / MINUTES_PER_HOUR).toFixed(1)} h`;
}
