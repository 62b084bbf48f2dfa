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

  test('lists the lines of recognised text, and its words when asked for', async () => {
    const word = (text: string, left: number, top: number) => ({
      text,
      left,
      top,
      width: 0.05,
      height: 0.02,
      conf: 90,
    });
    const words = [word('Invoice', 0.1, 0.1), word('4711', 0.16, 0.1), word('Paid', 0.1, 0.2)];
    const [id = 0] = await server.add('frames', [
      {
        timestamp: '2026-02-03T08:00:00Z',
        ocr_results: [{ text: 'Invoice 4711\nPaid', text_json: JSON.stringify(words) }],
      },
    ]);
    const get = async (query: Record<string, string>) =>
      (await server.app.inject({ url: '/elements', query })).json();
    const lines = await get({ frame_id: String(id), source: 'ocr' });
    expect(lines.data).toEqual([
      {
        id: id * 1_048_576,
        frame_id: id,
        source: 'ocr',
        role: 'line',
        text: 'Invoice 4711',
        parent_id: null,
        depth: 0,
        confidence: 0.9,
        sort_order: 0,
        bounds: { left: 0.1, top: 0.1, width: 0.11, height: 0.02 },
      },
      expect.objectContaining({ id: id * 1_048_576 + 1, text: 'Paid' }),
    ]);
    expect(lines.pagination.total).toBe(2);
    const found = await get({ q: '4711', role: 'word' });
    expect(found.data).toEqual([
      expect.objectContaining({ text: '4711', parent_id: id * 1_048_576, depth: 1 }),
    ]);
    expect((await get({ q: '4711' })).data).toHaveLength(1);
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
