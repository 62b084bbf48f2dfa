import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { broadcast } from '#core/broadcast.ts';
import { silentLog } from '#core/log/log.ts';
import { supervise } from '#core/service.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { NOW_MS, type TestServer, testServer } from '#serve/server.fixture.ts';
import { toWireEvents } from '#serve/streams/wire-events.ts';
import type { StoredEvent } from '#store/announcing-store.ts';
import { meetingService } from '#upkeep/meetings.ts';

const MINUTE_MS = 60_000;
const PATIENCE = { timeout: 20_000, interval: 20 };
let server: TestServer;
let news: ReturnType<typeof broadcast<StoredEvent>>;

beforeEach(async () => {
  server = await testServer((real) => {
    news = real.news;
    return {};
  });
});
afterEach(() => server.close());

const ago = (minutes: number) => new Date(NOW_MS - minutes * MINUTE_MS).toISOString();

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
async function call(method: Method, path: string, payload?: object) {
  const reply = await server.app.inject({ method, url: path, ...(payload && { payload }) });
  const route = path.replace(/\?.*/, '').replace(/\/\d+$/, '/{id}');
  const document = await documentOf(server.app);
  expect(deviations(document, method.toLowerCase(), route, reply)).toEqual([]);
  return reply;
}
const list = async (query = '') => (await call('GET', `/meetings${query}`)).json();

/** A call of ten minutes that began so long ago, with speech in it. */
async function talk(startedMinutesAgo: number, title: string): Promise<void> {
  const minutes = Array.from({ length: 11 }, (_, i) => startedMinutesAgo - i);
  await server.add(
    'frames',
    [0, 4].map((i) => ({
      timestamp: ago(startedMinutesAgo - i),
      app_name: 'Browser',
      window_name: `Meet – ${title} - Google Chrome`,
      browser_url: 'https://meet.google.com/abc-defg-hij',
    })),
  );
  const said = minutes.map((minute) => ({ transcription: 'words', timestamp: ago(minute) }));
  await server.add('transcription', said);
}

/** As much as a start of the service does. */
async function looked(): Promise<void> {
  const clock = manualClock(NOW_MS);
  const service = meetingService({ store: server.store, news, clock });
  const running = supervise(service, { clock, log: silentLog });
  await expect.poll(() => clock.sleepers(), PATIENCE).toBe(1);
  await running.stop();
}

describe('meetings that were found', () => {
  test('have a start, an end, a title, and an app', async () => {
    await talk(300, 'Lisbon weekly');
    await looked();
    expect(await list()).toEqual([
      {
        id: expect.any(Number),
        meeting_start: ago(300),
        meeting_end: ago(290),
        meeting_app: 'Browser',
        title: 'Lisbon weekly',
        attendees: null,
        detection_source: 'app',
        created_at: expect.any(String),
      },
    ]);
  });

  test('go on while people still talk, and are the same one later', async () => {
    await talk(10, 'Standup');
    await looked();
    const [first] = await list();
    expect(first).toMatchObject({ meeting_end: null });
    await looked();
    expect((await list()).map(({ id }: { id: number }) => id)).toEqual([first.id]);
  });

  test('stay as a person has corrected them, and away when thrown away', async () => {
    await talk(300, 'Lisbon weekly');
    await talk(200, 'Not really');
    await looked();
    const [second, first] = await list();
    const change = { title: 'Lisbon', attendees: 'Ana, Bo' };
    expect((await call('PUT', `/meetings/${first.id}`, change)).json()).toMatchObject(change);
    expect((await call('DELETE', `/meetings/${second.id}`)).json()).toEqual({ deleted: 1 });
    await server.add('transcription', { transcription: 'late words', timestamp: ago(289) });
    await looked();
    expect(await list()).toEqual([expect.objectContaining({ id: first.id, ...change })]);
  });

  test('are forgotten with the time they were in', async () => {
    await talk(300, 'Lisbon weekly');
    await looked();
    const payload = { start: ago(310), end: ago(280) };
    await server.app.inject({ method: 'POST', url: '/data/delete-range', payload });
    await looked();
    expect(await list()).toEqual([]);
  });
});

describe('meetings that were found in what is deleted', () => {
  const SITE = { site: 'meet.google.com' };
  const post = async (url: string, payload: object) =>
    (await server.app.inject({ method: 'POST', url, payload })).json();
  const titles = async () => (await list()).map(({ title }: { title: string | null }) => title);

  beforeEach(async () => {
    await talk(300, 'Okapi layoffs jane@corp.example');
    await looked();
    expect(await titles()).toEqual(['Okapi layoffs jane@corp.example']);
  });

  test('go with their site, as was counted before; what a person wrote down stays', async () => {
    await call('POST', '/meetings/start', { app: 'Browser', title: 'by hand' });
    const other = { timestamp: ago(298), app_name: 'Browser', browser_url: 'https://a.example' };
    await server.add('frames', { ...other, window_name: 'Okapis - Zoo' });
    expect(await post('/data/delete', { ...SITE, dry_run: true })).toMatchObject({ meetings: 1 });
    expect(await post('/data/delete', { ...SITE, wait: true })).toMatchObject({
      verified: true,
      counts: { frames: 2, meetings: 1 },
    });
    expect(await titles()).toEqual(['by hand']);
    await looked();
    expect(JSON.stringify(await list())).not.toContain('Okapi');
  });

  test('go with their app, as was counted before', async () => {
    const app = { app_name: 'Browser' };
    expect(await post('/data/delete', { ...app, dry_run: true })).toMatchObject({ meetings: 1 });
    expect(await post('/data/delete', { ...app, wait: true })).toMatchObject({
      verified: true,
      counts: { meetings: 1 },
    });
    expect(await list()).toEqual([]);
  });

  test('go with an exclusion, and are counted in its preview', async () => {
    const rules = { urls: ['meet.google'] };
    expect(await post('/rules/preview', rules)).toMatchObject({ excluded: { meetings: 1 } });
    const { id } = await post('/rules/apply', rules);
    const job = async () => (await server.app.inject(`/data/deletions/${id}`)).json();
    await expect.poll(job, PATIENCE).toMatchObject({ state: 'done', verified: true });
    expect((await job()).counts).toMatchObject({ frames: 2, meetings: 1 });
    expect(await list()).toEqual([]);
  });

  test('lose the words that a rule covers', async () => {
    await call('POST', '/meetings/start', { app: 'Phone', title: 'with rosa@mail.example' });
    expect(await post('/rules/preview', { pii: ['email'] })).toMatchObject({
      redacted: { names: 2, redactions: 2 },
    });
    const { id } = await post('/rules/apply', { pii: ['email'] });
    const job = async () => (await server.app.inject(`/data/deletions/${id}`)).json();
    await expect.poll(job, PATIENCE).toMatchObject({ state: 'done', verified: true });
    expect(await titles()).toEqual(['with rosa@mail.example', 'Okapi layoffs [EMAIL]']);
  });

  test('stay while a frame shows what they are named after', async () => {
    const range = { start: ago(301), end: ago(299) };
    expect(await post('/data/delete', { ...SITE, ...range, wait: true })).toMatchObject({
      counts: { frames: 1, meetings: 0 },
    });
    expect(await titles()).toHaveLength(1);
    expect(await post('/data/delete', { ...SITE, wait: true })).toMatchObject({
      counts: { frames: 1, meetings: 1 },
    });
  });

  test('go also when a person has ended them, and stay under a name that a person gave', async () => {
    await talk(40, 'Lisbon weekly');
    await looked();
    const [lisbon, okapi] = await list();
    await call('PUT', `/meetings/${okapi.id}`, { meeting_end: ago(280) });
    await call('PUT', `/meetings/${lisbon.id}`, { title: 'my own words' });
    expect(await post('/data/delete', { ...SITE, wait: true })).toMatchObject({
      verified: true,
      counts: { meetings: 1 },
    });
    expect(await titles()).toEqual(['my own words']);
  });

  test('are not noticed in what was read before it went', async () => {
    const [{ title, meeting_app: appName }] = await list();
    const times = { startMs: NOW_MS - 300 * MINUTE_MS, endMs: NOW_MS - 290 * MINUTE_MS };
    await post('/data/delete', { ...SITE, wait: true });
    const found = { ...times, appName, title, attendees: null, source: 'app' as const };
    await server.store.meetings.notice([found], NOW_MS);
    expect(await list()).toEqual([]);
  });

  test('go with the next deletion where an earlier one has left them', async () => {
    await server.store.content.delete('ocr', [1, 2]);
    expect((await server.app.inject('/data/leftovers')).json()).toMatchObject({
      unshown_meetings: 1,
    });
    const done = await post('/data/delete', { app_name: 'Nothing', wait: true });
    expect(done).toMatchObject({ verified: true, counts: { meetings: 1 } });
    expect(await list()).toEqual([]);
  });
});

describe('events', () => {
  /** The looks of a service that goes on. */
  function running() {
    const clock = manualClock(NOW_MS);
    const reported: StoredEvent[] = [];
    const stopListening = news.listen((event) => reported.push(event));
    let reads = 0;
    const store = {
      ...server.store,
      meetings: {
        ...server.store.meetings,
        readEvidence(...args: Parameters<typeof server.store.meetings.readEvidence>) {
          reads += 1;
          return server.store.meetings.readEvidence(...args);
        },
      },
    };
    const service = supervise(meetingService({ store, news, clock }), { clock, log: silentLog });
    const asleep = () => expect.poll(() => clock.sleepers(), PATIENCE).toBe(1);
    return {
      asleep,
      /** As they go out. */
      events: () =>
        reported.flatMap(toWireEvents).filter(({ name }) => name.startsWith('meeting_')),
      reads: () => reads,
      async look(ms = 20_000) {
        await clock.advance(ms);
        await asleep();
      },
      async stop() {
        stopListening();
        await service.stop();
      },
    };
  }

  test('tell when a meeting begins and when its silence has ended it, once each', async () => {
    const { events, look, asleep, stop } = running();
    await asleep();
    await talk(10, 'Standup');
    await look();
    await look();
    const data = { id: expect.any(Number), app: 'Browser', calendar_title: 'Standup' };
    const started = { name: 'meeting_started', data: { ...data, timestamp: ago(10) } };
    expect(events()).toEqual([started]);
    await look(5 * MINUTE_MS);
    await look();
    const ended = { name: 'meeting_ended', data: { ...data, timestamp: ago(0) } };
    expect(events()).toEqual([started, ended]);
    await stop();
  });

  test('do not tell of what is long over', async () => {
    const { events, look, asleep, stop } = running();
    await asleep();
    await talk(300, 'Lisbon weekly');
    await look();
    expect(await list()).toHaveLength(1);
    expect(events()).toEqual([]);
    await stop();
  });

  test('tell of what is begun and ended by hand', async () => {
    const { events, stop } = running();
    await call('POST', '/meetings/start', { app: 'Phone', attendees: 'Ana, Bo' });
    await call('POST', '/meetings/stop');
    expect(events()).toMatchObject([
      { name: 'meeting_started', data: { app: 'Phone', calendar_attendees: ['Ana', 'Bo'] } },
      { name: 'meeting_ended', data: { app: 'Phone', timestamp: ago(0) } },
    ]);
    await stop();
  });

  test('nothing is looked for again when nothing is new', async () => {
    const { reads, look, asleep, stop } = running();
    await asleep();
    await server.add('frames', { timestamp: ago(1), app_name: 'Editor', window_name: 'notes' });
    await look();
    expect(reads()).toBe(1);
    await look();
    expect(reads()).toBe(1);
    await stop();
  });
});

describe('/meetings', () => {
  test('begin and end by hand', async () => {
    const started = (await call('POST', '/meetings/start', { app: 'Phone', title: 'Call' })).json();
    expect(started).toMatchObject({
      meeting_start: ago(0),
      meeting_end: null,
      detection_source: 'manual',
    });
    expect((await call('POST', '/meetings/stop')).json()).toMatchObject({
      id: started.id,
      meeting_end: ago(0),
    });
    expect((await call('POST', '/meetings/stop')).statusCode).toBe(404);
  });

  test('are merged into the first of them', async () => {
    await talk(300, 'Part one');
    await talk(250, 'Part two');
    await looked();
    const ids = (await list()).map(({ id }: { id: number }) => id);
    const merged = (await call('POST', '/meetings/merge', { ids })).json();
    expect(merged).toMatchObject({
      title: 'Part one',
      meeting_start: ago(300),
      meeting_end: ago(240),
    });
    expect(await list()).toEqual([merged]);
  });

  test('are listed by the range they reach into', async () => {
    await talk(300, 'Lisbon weekly');
    await looked();
    expect(await list(`?start_time=${ago(295)}&end_time=${ago(294)}`)).toHaveLength(1);
    expect(await list(`?start_time=${ago(200)}`)).toEqual([]);
    expect(await list(`?end_time=${ago(301)}`)).toEqual([]);
  });

  test('that are not there are a 404, and bad requests a 400', async () => {
    expect((await call('GET', '/meetings/999')).json().code).toBe('MEETING_NOT_FOUND');
    expect((await call('PUT', '/meetings/999', { title: 'x' })).statusCode).toBe(404);
    expect((await call('DELETE', '/meetings/999')).statusCode).toBe(404);
    expect((await call('POST', '/meetings/merge', { ids: [1, 2] })).statusCode).toBe(404);
    expect((await call('POST', '/meetings/merge', { ids: [1] })).statusCode).toBe(400);
    expect((await call('POST', '/meetings/start', {})).statusCode).toBe(400);
    const { id } = (await call('POST', '/meetings/start', { app: 'Phone' })).json();
    for (const change of [{ meeting_end: 'soon' }, { meeting_end: '2020-01-01' }, { title: 7 }]) {
      expect((await call('PUT', `/meetings/${id}`, change)).statusCode).toBe(400);
    }
  });
});
