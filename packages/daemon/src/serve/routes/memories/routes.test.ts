import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { NOW_MS, type TestServer, testServer } from '#serve/server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
async function call(method: Method, path: string, payload?: object) {
  const reply = await server.app.inject({ method, url: path, ...(payload && { payload }) });
  const route = path
    .replace(/\?.*/, '')
    .replace(/\/\w+$/, (end) => (end === '/memories' ? end : '/{id}'));
  const document = await documentOf(server.app);
  expect(deviations(document, method.toLowerCase(), route, reply)).toEqual([]);
  return reply;
}
const list = async (query: string) => (await call('GET', `/memories?${query}`)).json();

describe('/memories', () => {
  test('are kept with defaults, and read back', async () => {
    const made = (await call('POST', '/memories', { content: 'the deposit is due' })).json();
    const iso = new Date(NOW_MS).toISOString();
    expect(made).toEqual({
      id: expect.any(Number),
      content: 'the deposit is due',
      source: 'user',
      source_context: null,
      tags: [],
      importance: 0.5,
      frame_id: null,
      created_at: iso,
      updated_at: iso,
    });
    expect((await call('GET', `/memories/${made.id}`)).json()).toEqual(made);
  });

  test('are found by words, tags, source and importance, also after a change', async () => {
    const note = {
      content: 'Ana prefers morning meetings',
      source: 'assistant',
      source_context: { chat: 7 },
      tags: ['people', 'ana'],
      importance: 0.9,
      frame_id: 3,
    };
    const made = (await call('POST', '/memories', note)).json();
    expect(made).toMatchObject(note);
    const ids = async (query: string) =>
      (await list(query)).data.map(({ id }: { id: number }) => id);
    for (const query of [
      'q=MORNING meetings',
      'q=people',
      'tags=ana,people',
      'source=assistant',
      'min_importance=0.8',
      'start_time=2026-02-03&min_importance=0.9',
    ]) {
      expect(await ids(query)).toEqual([made.id]);
    }
    for (const query of ['q=evening', 'tags=ana,other', 'end_time=2026-02-02', 'q=%22%20OR']) {
      expect(await ids(query)).not.toContain(made.id);
    }
    const change = { content: 'Ana prefers evenings', tags: ['people'] };
    const changed = (await call('PUT', `/memories/${made.id}`, change)).json();
    expect(changed).toMatchObject({ ...change, source: 'assistant', importance: 0.9 });
    expect(await ids('q=morning')).toEqual([]);
    expect(await ids('q=evenings')).toEqual([made.id]);
    expect((await call('DELETE', `/memories/${made.id}`)).json()).toEqual({ ok: true });
    expect(await ids('q=evenings')).toEqual([]);
    expect((await call('DELETE', `/memories/${made.id}`)).statusCode).toBe(404);
  });

  test('page, the newest first', async () => {
    for (const content of ['first', 'second', 'third']) {
      await call('POST', '/memories', { content, source: 'pager' });
    }
    const { data, pagination } = await list('source=pager&limit=2&offset=1');
    expect(data.map(({ content }: { content: string }) => content)).toEqual(['second', 'first']);
    expect(pagination).toEqual({ limit: 2, offset: 1, total: 3 });
  });

  test('that are not there are a 404, and bad ones a 400', async () => {
    expect((await call('GET', '/memories/99999')).json().code).toBe('MEMORY_NOT_FOUND');
    expect((await call('PUT', '/memories/99999', { content: 'x' })).statusCode).toBe(404);
    for (const body of [
      {},
      { content: '' },
      { content: 'x', importance: 2 },
      { content: 'x', tags: 'a' },
      { content: 'x', frame_id: 'y' },
      { content: 'x', source_context: 'text' },
    ]) {
      expect((await call('POST', '/memories', body)).statusCode).toBe(400);
    }
    for (const query of ['min_importance=2', 'limit=0', 'start_time=soon']) {
      expect((await call('GET', `/memories?${query}`)).statusCode).toBe(400);
    }
    expect((await call('GET', '/memories/abc')).statusCode).toBe(400);
  });
});
