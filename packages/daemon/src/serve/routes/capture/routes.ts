/** `POST /capture/pause`, `POST /capture/resume` and `GET /capture/status`. */
import { CAPTURE_STREAMS } from '#ingest/capture-pause.ts';
import { toWirePause } from '#serve/pause-state.ts';
import { InvalidParameterError } from '#serve/request/request-errors.ts';
import { ACCEPTED_TIMES, parseTime } from '#serve/request/time.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { type PauseBody, pauseSchema, resumeSchema, stateSchema } from './schema.ts';

const MINUTE_MS = 60_000;

export function captureRoutes(app: App, { pause, nowMs }: ServerDeps): void {
  const state = () => toWirePause(pause.state());

  app.get('/capture/status', { schema: stateSchema }, async () => state());

  app.post('/capture/pause', { schema: pauseSchema }, async ({ body }) => {
    const untilMs = endOf(body, nowMs());
    await pause.pause(body?.streams ?? CAPTURE_STREAMS, untilMs);
    return { success: true, message: 'nothing of this is remembered for now', ...state() };
  });

  app.post('/capture/resume', { schema: resumeSchema }, async ({ body }) => {
    await pause.resume(body?.streams ?? CAPTURE_STREAMS);
    return { success: true, message: 'capture goes on', ...state() };
  });
}

function endOf(body: PauseBody, nowMs: number): number | null {
  const { minutes, until } = body ?? {};
  if (minutes !== undefined && until !== undefined) {
    throw new InvalidParameterError('until', 'left out when minutes are given');
  }
  if (minutes !== undefined) return nowMs + minutes * MINUTE_MS;
  if (until === undefined) return null;
  const untilMs = until === 'tomorrow' ? nextMidnight(nowMs) : parseTime(String(until), nowMs);
  if (untilMs === undefined)
    throw new InvalidParameterError('until', ACCEPTED_TIMES, String(until));
  if (untilMs <= nowMs) throw new InvalidParameterError('until', 'a time to come', String(until));
  return untilMs;
}

/** Of this machine, whose day it is. */
function nextMidnight(nowMs: number): number {
  const day = new Date(nowMs);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime();
}
