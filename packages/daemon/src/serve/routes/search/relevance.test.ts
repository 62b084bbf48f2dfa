import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { type TestServer, testServer } from '#serve/server.fixture.ts';

let server: TestServer;

async function get(query: Record<string, string>) {
  const reply = await server.app.inject({ url: '/search', query });
  expect(deviations(await documentOf(server.app), 'get', '/search', reply)).toEqual([]);
  return reply;
}

describe('GET /search?order=relevance', () => {
  const at = (hours: number) => new Date(Date.UTC(2026, 0, 20) + hours * 3_600_000).toISOString();
  const page = (hours: number, text: string) => ({
    timestamp: at(hours),
    app_name: 'Reader',
    window_name: `Page ${hours}`,
    ocr_results: [{ text }],
  });
  const filler = 'one of many other words that stand on a long page '.repeat(6);

  beforeAll(async () => {
    server = await testServer();
    await server.add('frames', [
      page(0, 'otter otter otter'),
      page(1, `${filler} an otter ${filler}`),
      page(2, `${filler} an otter near another otter, two otters ${filler}`),
      page(3, `${filler} otterhound ${filler}`),
      { ...page(0, 'otter once'), timestamp: at(0.01) },
    ]);
  });
  afterAll(() => server.close());

  const texts = async (query: Record<string, string>) => {
    const { data, ranked, pagination, has_more } = (
      await get({ order: 'relevance', ...query })
    ).json();
    const windows = data.map(({ content }: { content: { window_name: string } }) =>
      content.window_name.replace('Page ', ''),
    );
    return { windows: windows.join(' '), ranked, total: pagination.total, has_more };
  };

  test('puts that first in which the words stand often and which says little else', async () => {
    const found = { ranked: 4, total: 4, has_more: undefined };
    expect(await texts({ q: 'otter' })).toEqual({ windows: '0 0 2 1', ...found });
    expect(await texts({ q: 'otter', limit: '2', offset: '2' })).toMatchObject({ windows: '2 1' });
    // Rarer words that begin so would weigh more, and are not what is meant.
    const begun = await texts({ q: 'otte*' });
    expect(begun).toMatchObject({ ranked: 5, windows: '0 0 2 1 3' });
  });

  test('puts groups where their best item is, which then stands for the others', async () => {
    const { data, ranked, has_more } = (
      await get({ q: 'otter', order: 'relevance', group: 'true', limit: '2' })
    ).json();
    expect(
      data.map(({ content }: { content: { timestamp: string } }) => content.timestamp),
    ).toEqual([at(0), at(2)]);
    expect(data[0].group.size).toBe(2);
    expect({ ranked, has_more }).toEqual({ ranked: 4, has_more: true });
  });

  test('keeps to the filters, and is by time where no word can be weighed', async () => {
    const later = await texts({ q: 'otter', start_time: at(1), exclude: 'otters' });
    expect(later).toMatchObject({ windows: '1', ranked: 1, total: 1 });
    const all = await texts({ app_name: 'Reader', limit: '3' });
    expect(all).toMatchObject({ windows: '3 2 1', ranked: undefined });
    expect(await texts({ q: 'nowhere' })).toMatchObject({ windows: '', ranked: 0, total: 0 });
    const refused = await get({ q: 'x', content_type: 'input', order: 'relevance' });
    expect(refused.json()).toMatchObject({ code: 'INVALID_PARAMETER', field: 'order' });
  });
});
