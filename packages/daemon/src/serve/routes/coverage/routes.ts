/** `GET /coverage`. What the states mean is decided in `health/coverage-rules.ts`. */

import { withSignal } from '#serve/request/deadline.ts';
import { iso, isoOrNull } from '#serve/request/time.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import type { CoverageSpan } from '#store/coverage/coverage.ts';
import { type Coverage, coverageParameters, coverageSchema } from './schema.ts';

const DEFAULT_RANGE_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;

export function coverageRoutes(app: App, { coverage, limits, nowMs }: ServerDeps): void {
  const deadline = { code: 'SEARCH_TIMEOUT', limitMs: limits.searchTimeoutMs } as const;

  app.get('/coverage', { schema: coverageSchema }, async (request, reply): Promise<Coverage> => {
    const query = coverageParameters.parse(request.query, nowMs());
    const endMs = query.end_time ?? nowMs();
    const startMs = query.start_time ?? endMs - DEFAULT_RANGE_MS;
    const { sinceMs, spans } = await withSignal(reply, deadline, (signal) =>
      coverage({ startMs, endMs }, signal),
    );
    return {
      since: isoOrNull(sinceMs),
      start_time: iso(startMs),
      end_time: iso(endMs),
      streams: {
        screen: toStream(spans.screen),
        audio: toStream(spans.audio),
        input: toStream(spans.input),
      },
    };
  });
}

function toStream(spans: readonly CoverageSpan[]): Coverage['streams']['screen'] {
  const totalMs: Record<string, number> = {};
  for (const { state, startMs, endMs } of spans) {
    totalMs[state] = (totalMs[state] ?? 0) + (endMs - startMs);
  }
  const minutes = Object.entries(totalMs).map(([state, ms]) => [state, inMinutes(ms)]);
  return {
    spans: spans.map(toSpan),
    minutes: Object.fromEntries(minutes),
    gaps: spans.filter(({ state }) => state === 'failed' || state === 'off').map(toSpan),
  };
}

function toSpan({ startMs, endMs, state, cause }: CoverageSpan) {
  return { start_time: iso(startMs), end_time: iso(endMs), state, cause: cause ?? null };
}

function inMinutes(ms: number): number {
  return Math.round((ms / MINUTE_MS) * 100) / 100;
}
