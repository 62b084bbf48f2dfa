/** `GET /retention/forecast`, `POST /retention/run`. */

import { withSignal } from '#serve/request/deadline.ts';
import { InvalidParameterError } from '#serve/request/request-errors.ts';
import { iso, isoOrNull } from '#serve/request/time.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import type { RetentionRules, RuleForecast } from '#store/deletion/retention.ts';
import { type Forecast, forecastParameters, forecastSchema, runSchema } from './schema.ts';

const GB = 1e9;

export function retentionRoutes(app: App, { retention, limits, nowMs }: ServerDeps): void {
  const deadline = { code: 'SEARCH_TIMEOUT', limitMs: limits.searchTimeoutMs } as const;

  app.post('/retention/run', { schema: runSchema }, async (_request, reply) => {
    retention.runNow();
    return reply.code(202).send({ success: true });
  });

  app.get(
    '/retention/forecast',
    { schema: forecastSchema },
    async (request, reply): Promise<Forecast> => {
      const query = forecastParameters.parse(request.query, nowMs());
      const { totalBytes, rules } = await withSignal(reply, deadline, (signal) =>
        retention.forecast(wishOf(query), signal),
      );
      const last = await retention.lastRun();
      const used = retention.rules();
      return {
        rules_in_use: {
          text: used.text ?? null,
          pixels: used.pixels ?? null,
          audio: used.audio ?? null,
          input: used.input ?? null,
          max_bytes: used.maxBytes ?? null,
        },
        total_bytes: totalBytes,
        forecast: rules.map(toRule),
        last_run:
          last === undefined
            ? null
            : {
                at: iso(last.finishedMs ?? last.createdMs),
                deletion_id: last.id,
                bytes_freed: last.counts.bytesFreed,
              },
      };
    },
  );
}

/** Undefined: the rules in use. */
function wishOf(query: ReturnType<typeof forecastParameters.parse>): RetentionRules | undefined {
  const { text, pixels, audio, input, max_gb } = query;
  if ([text, pixels, audio, input, max_gb].every((value) => value === undefined)) return undefined;
  return {
    text: daysOf('text', text),
    pixels: daysOf('pixels', pixels),
    audio: daysOf('audio', audio),
    input: daysOf('input', input),
    maxBytes: max_gb === undefined || max_gb === 0 ? undefined : max_gb * GB,
  };
}

function daysOf(name: string, value: string | undefined): number | undefined {
  if (value === undefined || value === 'forever') return undefined;
  if (!/^[1-9]\d{0,4}$/.test(value)) {
    throw new InvalidParameterError(name, '"forever" or a number of days', value);
  }
  return Number(value);
}

function toRule({ rule, endMs, counts, nextAtMs }: RuleForecast): Forecast['forecast'][number] {
  return {
    rule,
    until: isoOrNull(endMs),
    next_at: isoOrNull(nextAtMs),
    frames: counts?.frames ?? 0,
    pictures: counts?.pictures ?? 0,
    transcriptions: counts?.transcriptions ?? 0,
    recordings: (counts?.audioChunks ?? 0) + (counts?.sounds ?? 0),
    accessibility: counts?.uiTexts ?? 0,
    ui_events: counts?.inputEvents ?? 0,
    bytes: counts?.bytes ?? 0,
  };
}
