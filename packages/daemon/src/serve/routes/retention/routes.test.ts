import { expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { NOW_MS, testServer } from '#serve/server.fixture.ts';

const DAY_MS = 24 * 3_600_000;

test('POST /retention/run answers at once', async () => {
  await using server = await testServer();
  const reply = await server.app.inject({ method: 'POST', url: '/retention/run' });
  expect(reply.statusCode).toBe(202);
  const document = await documentOf(server.app);
  expect(deviations(document, 'post', '/retention/run', reply)).toEqual([]);
});

test('GET /retention/forecast reports what would go, and a picture that went says why', async () => {
  await using server = await testServer();
  const [old = 0] = await server.add('frames', [
    {
      file_path: await server.makeImage(),
      app_name: 'Mail',
      timestamp: new Date(NOW_MS - 40 * DAY_MS).toISOString(),
      ocr_results: [{ text: 'old words' }],
    },
    { timestamp: new Date(NOW_MS - DAY_MS).toISOString(), ocr_results: [{ text: 'new' }] },
  ]);
  const ask = async (query: string) => {
    const reply = await server.app.inject(`/retention/forecast${query}`);
    const document = await documentOf(server.app);
    expect(deviations(document, 'get', '/retention/forecast', reply)).toEqual([]);
    return reply;
  };
  expect((await ask('')).json()).toMatchObject({ forecast: [], last_run: null });
  const forecast = (await ask('?pixels=30&text=60&max_gb=5')).json();
  expect(forecast.rules_in_use).toEqual({
    text: null,
    pixels: null,
    audio: null,
    input: null,
    max_bytes: null,
  });
  expect(forecast.forecast).toMatchObject([
    { rule: 'text', frames: 0, next_at: expect.any(String) },
    { rule: 'pixels', frames: 0, pictures: 1, next_at: new Date(NOW_MS).toISOString() },
    { rule: 'size', until: null, bytes: 0 },
  ]);
  expect((await ask('?pixels=soon')).json()).toMatchObject({ code: 'INVALID_PARAMETER' });
  expect((await server.app.inject(`/frames/${old}`)).statusCode).toBe(200);

  const job = await server.store.deletion.addJob(
    {
      kind: 'retention',
      wish: { filters: [] },
      criteria: [],
      expected: 1,
      startMs: null,
      endMs: null,
    },
    NOW_MS,
  );
  const filter = { endMs: NOW_MS - 30 * DAY_MS, parts: ['pictures'] as const };
  await server.store.deletion.deletePiece(job.id, await server.store.deletion.list(filter, 10));
  const missing = await server.app.inject(`/frames/${old}`);
  expect(missing.statusCode).toBe(410);
  expect(missing.json()).toMatchObject({
    code: 'FRAME_GONE',
    frame_id: old,
    error_type: 'picture_removed',
    reason: 'retention',
  });
  expect((await server.app.inject('/search?q=old')).json().pagination.total).toBe(1);
});
