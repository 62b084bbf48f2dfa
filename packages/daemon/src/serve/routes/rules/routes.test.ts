import { expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { testServer } from '#serve/server.fixture.ts';

test('POST /rules/preview counts and POST /rules/apply changes all history', async () => {
  await using server = await testServer();
  const timestamp = '2026-02-03T09:00:00Z';
  const [bank = 0, mail = 0] = await server.add('frames', [
    { timestamp, app_name: 'Browser', browser_url: 'https://bank.example/a' },
    { timestamp, app_name: 'Mail', ocr_results: [{ text: 'write to rosa@mail.example' }] },
  ]);
  const post = async (path: '/rules/preview' | '/rules/apply', payload: object) => {
    const reply = await server.app.inject({ method: 'POST', url: path, payload });
    expect(deviations(await documentOf(server.app), 'post', path, reply)).toEqual([]);
    return reply;
  };
  const rules = { urls: ['BANK.example'], pii: ['email'] };
  expect((await post('/rules/preview', rules)).json()).toMatchObject({
    excluded: { frames: 1 },
    redacted: { frames: 1, redactions: 1, names: 0 },
  });
  const started = await post('/rules/apply', rules);
  expect(started.statusCode).toBe(202);
  const { id } = started.json();
  const ask = async () => (await server.app.inject(`/data/deletions/${id}`)).json();
  await expect.poll(ask, { timeout: 20_000 }).toMatchObject({ state: 'done', verified: true });
  expect(await ask()).toMatchObject({
    kind: 'rule',
    criteria: ['exclusion', 'words'],
    counts: { frames: 1, redacted_texts: 1, redactions: 1 },
  });
  expect((await server.app.inject(`/frames/${bank}/metadata`)).statusCode).toBe(404);
  const found = (await server.app.inject('/search?q=write')).json().data;
  expect(found).toMatchObject([{ content: { frame_id: mail, text: 'write to [EMAIL]' } }]);
  for (const bad of [{}, { apps: [' '] }, { pii: ['names'] }, { words: ['x'] }]) {
    expect((await post('/rules/preview', bad)).statusCode).toBe(400);
  }
});
