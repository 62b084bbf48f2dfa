/** The coverage of the last 24 hours in one line, for `hindcast status`. */
import type { Coverage, StreamCoverage } from '@hindcast/client';

const MINUTES_PER_HOUR = 60;

export function coverageLine({ streams }: Coverage): string {
  return Object.entries(streams)
    .map(([name, stream]) => `${name} ${streamText(stream)}`)
    .join('; ');
}

function streamText({ minutes, gaps }: StreamCoverage): string {
  const { captured = 0, failed = 0, off = 0, ...others } = minutes;
  const watched = captured + Object.values(others).reduce((sum, value) => sum + value, 0);
  const parts = [`${duration(watched)} watched`];
  if (failed > 0) {
    const causes = new Set(
      gaps.filter(({ state }) => state === 'failed').map(({ cause }) => cause),
    );
    parts.push(`${duration(failed)} failed (${[...causes].at(-1)})`);
  }
  if (off > 0) parts.push(`${duration(off)} off`);
  return parts.join(', ');
}

export function duration(minutes: number): string {
  if (minutes < 1) return `${Math.round(minutes * MINUTES_PER_HOUR)} s`;
  if (minutes < MINUTES_PER_HOUR) return `${Math.round(minutes)} min`;
  return `${(minutes / MINUTES_PER_HOUR).toFixed(1)} h`;
}
