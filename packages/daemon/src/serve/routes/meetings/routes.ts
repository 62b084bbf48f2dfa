/** `/meetings`: those found in calls and conversations, and what people say about them. */
import { withSignal } from '#serve/request/deadline.ts';
import { InvalidParameterError } from '#serve/request/request-errors.ts';
import { ACCEPTED_TIMES, iso, isoOrNull, parseTime } from '#serve/request/time.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { MeetingNotFoundError } from '#store/errors.ts';
import type { Meeting, MeetingChange } from '#store/timeline/overview-records.ts';
import {
  type ChangeBody,
  changeSchema,
  deleteSchema,
  listParameters,
  listSchema,
  meetingParameters,
  mergeSchema,
  readSchema,
  startSchema,
  stopSchema,
  type WireMeeting,
} from './schema.ts';

/** How far back an open meeting is looked for. */
const RECENT = 100;

export function meetingRoutes(app: App, { store, nowMs, limits }: ServerDeps): void {
  const deadline = { code: 'SEARCH_TIMEOUT', limitMs: limits.searchTimeoutMs } as const;
  const idOf = (params: unknown) => meetingParameters.parse(params, nowMs()).id;

  app.get('/meetings', { schema: listSchema }, async (request, reply) => {
    const { start_time, end_time, limit, offset } = listParameters.parse(request.query, nowMs());
    const filter = { startMs: start_time, endMs: end_time, limit, offset };
    const found = await withSignal(reply, deadline, (signal) =>
      store.meetings.list(filter, signal),
    );
    return found.map(toWire);
  });

  app.get('/meetings/:id', { schema: readSchema }, async (request, reply) => {
    const id = idOf(request.params);
    const meeting = await withSignal(reply, deadline, (signal) => store.meetings.find(id, signal));
    if (!meeting) throw new MeetingNotFoundError(id);
    return toWire(meeting);
  });

  app.put('/meetings/:id', { schema: changeSchema }, async ({ params, body }) => {
    const id = idOf(params);
    const before = await store.meetings.find(id);
    if (!before) throw new MeetingNotFoundError(id);
    const change = toChange(body, nowMs());
    const { startMs, endMs } = { ...before, ...change };
    if (endMs !== null && endMs < startMs) {
      throw new InvalidParameterError('meeting_end', 'not before meeting_start');
    }
    return toWire(await store.meetings.update(id, change));
  });

  app.delete('/meetings/:id', { schema: deleteSchema }, async ({ params }) => {
    await store.meetings.delete(idOf(params), nowMs());
    return { deleted: 1 };
  });

  app.post('/meetings/start', { schema: startSchema }, async ({ body }) =>
    toWire(
      await store.meetings.add({
        startMs: nowMs(),
        endMs: null,
        appName: body.app,
        title: body.title ?? null,
        attendees: body.attendees ?? null,
        source: 'manual',
      }),
    ),
  );

  app.post('/meetings/stop', { schema: stopSchema }, async () => {
    const newest = await store.meetings.list({ limit: RECENT, offset: 0 });
    const open = newest.find(({ endMs }) => endMs === null);
    if (!open) throw new MeetingNotFoundError();
    return toWire(await store.meetings.update(open.id, { endMs: nowMs() }));
  });

  app.post('/meetings/merge', { schema: mergeSchema }, async ({ body }) =>
    toWire(await store.meetings.merge(body.ids)),
  );
}

function toChange(body: ChangeBody, nowMs: number): MeetingChange {
  const { meeting_start, meeting_end, meeting_app, title, attendees } = body;
  const time = (field: string, raw: string | number) => {
    const atMs = parseTime(String(raw), nowMs);
    if (atMs === undefined) throw new InvalidParameterError(field, ACCEPTED_TIMES, String(raw));
    return atMs;
  };
  const ending = () =>
    meeting_end === null || meeting_end === undefined ? null : time('meeting_end', meeting_end);
  return {
    ...(meeting_start !== undefined && { startMs: time('meeting_start', meeting_start) }),
    ...(meeting_end !== undefined && { endMs: ending() }),
    ...(meeting_app !== undefined && { appName: meeting_app }),
    ...(title !== undefined && { title }),
    ...(attendees !== undefined && { attendees }),
  };
}

function toWire(meeting: Meeting): WireMeeting {
  return {
    id: meeting.id,
    meeting_start: iso(meeting.startMs),
    meeting_end: isoOrNull(meeting.endMs),
    meeting_app: meeting.appName,
    title: meeting.title,
    attendees: meeting.attendees,
    detection_source: meeting.source,
    created_at: iso(meeting.createdAtMs),
  };
}
