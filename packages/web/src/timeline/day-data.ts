/** Everything the timeline shows of one day, narrowed by the app and display in the address. */
import { useCoverage } from '../data/coverage.ts';
import { type Span, useDayFrames, useDayLines, useMeetings, useSegments } from '../data/day.ts';

export interface DayFilter {
  app?: string;
  device?: string;
}

export function filterOf(parameters: URLSearchParams): DayFilter {
  const app = parameters.get('app');
  const device = parameters.get('display');
  return { ...(app && { app }), ...(device && { device }) };
}

export function useDay(day: Span, filter: DayFilter) {
  const segments = useSegments(day, filter);
  const index = useDayFrames(day, filter);
  const lines = useDayLines(day);
  const meetings = useMeetings(day);
  const coverage = useCoverage(day);
  return {
    day,
    segments: segments.data ?? NONE,
    frames: index.frames,
    lines: lines.data ?? NONE,
    meetings: meetings.data ?? NONE,
    coverage: coverage.data ?? undefined,
    isLoaded: index.isSuccess,
    isStale: segments.isPlaceholderData,
    error: index.error,
  };
}
const NONE: never[] = [];
