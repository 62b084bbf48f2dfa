import { expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { testServer } from '#serve/server.fixture.ts';

test('GET /metrics is plain text in the format of Prometheus', async () => {
  await using server = await testServer();
  const reply = await server.app.inject('/metrics');
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toContain('text/plain; version=0.0.4');
  expect(reply.body).toContain('# TYPE hindcast_stage_duration_seconds histogram');
  expect(deviations(await documentOf(server.app), 'get', '/metrics', reply)).toEqual([]);
});
