import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { type TestServer, testServer } from '#serve/server.fixture.ts';

let server: TestServer;
let frameId: number;

beforeAll(async () => {
  server = await testServer();
  [frameId = 0] = await server.add('frames', [
    {
      timestamp: '2026-02-03T09:00:00Z',
      app_name: 'Sheets',
      elements: [
        { role: 'button', text: 'Save budget', confidence: 0.5 },
        { role: 'text', text: 'budget total', source: 'ocr' },
      ],
    },
    {
      timestamp: '2026-02-03T10:00:00Z',
      app_name: 'Mail',
      elements: [{ role: 'button', text: 'Send' }],
    },
  ]);
});
afterAll(() => server.close());

async function texts(query: Record<string, string>) {
  const reply = await server.app.inject({ url: '/elements', query });
  expect(deviations(await documentOf(server.app), 'get', '/elements', reply)).toEqual([]);
  const { data, pagination } = reply.json();
  return { texts: data.map((element: { text: string }) => element.text).sort(), pagination };
}

describe('GET /elements', () => {
  test('lists everything with the exact total', async () => {
    const { pagination } = await texts({ limit: '1' });
    expect(pagination).toEqual({ limit: 1, offset: 0, total: 3 });
    expect((await texts({})).pagination.limit).toBe(50);
  });

  test.each([
    [{ q: 'budget' }, ['Save budget', 'budget total']],
    [{ q: 'budget', source: 'ocr' }, ['budget total']],
    [{ role: 'button' }, ['Save budget', 'Send']],
    [{ app_name: 'mail' }, ['Send']],
    [{ start_time: '2026-02-03T09:30:00Z' }, ['Send']],
    [{ end_time: '2026-02-03T09:30:00Z', role: 'text' }, ['budget total']],
  ] as [Record<string, string>, string[]][])('with %j finds %j', async (query, expected) => {
    expect((await texts(query)).texts).toEqual(expected);
  });

  test('keeps to one frame', async () => {
    expect((await texts({ frame_id: String(frameId) })).pagination.total).toBe(2);
  });

  test('refuses an unknown source', async () => {
    const reply = await server.app.inject('/elements?source=magic');
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({
      field: 'source',
      accepted: 'one of accessibility, ocr',
    });
  });
});
