/** Questions about the sample day, asked of the real service with the real model. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningDaemon, startDaemon } from './support/start-daemon.ts';

const MODELS = join(import.meta.dirname, '..', 'node_modules/.cache/hindcast/models');
const hasModel = existsSync(join(MODELS, 'minilm-moments'));

let daemon: RunningDaemon;
// biome-ignore lint/suspicious/noExplicitAny: every test checks what it reads.
const get = async (path: string): Promise<any> => (await fetch(`${daemon.baseUrl}${path}`)).json();

describe.skipIf(!hasModel)('the sample day', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    daemon = await startDaemon({ args: ['--replay'] });
  }, 60_000);
  afterAll(() => daemon?.stop());

  test('gets its passages in the background, and health shows how many wait', async () => {
    const health = async () => (await get('/health')).meaning;
    expect(await health()).toMatchObject({ state: 'ready', waiting: expect.any(Number) });
    await expect
      .poll(async () => (await get('/search?limit=1')).pagination.total, { timeout: 60_000 })
      .toBeGreaterThan(50);
    await expect.poll(async () => (await health()).waiting, { timeout: 100_000 }).toBe(0);
  });

  test('is found by what it means, with the moment as proof', async () => {
    const answer = await get('/ask?q=which+train+did+we+book%3F&timezone=UTC');
    expect(answer.nothing_found).toBe(false);
    for (const { text, evidence } of answer.answer.sentences) {
      const [proof] = answer.evidence.filter(({ id }: { id: string }) => id === evidence[0]);
      expect(proof.passage).toContain(text);
    }
    const { data } = await get('/search?q=trip+by+train&mode=meaning&limit=5');
    expect(data[0].why).toMatchObject({ by: 'meaning', passage: expect.any(String) });
  });

  test('is found by other words than those that were said', async () => {
    const question = encodeURIComponent('what did we say about the down payment?');
    const { evidence } = await get(`/ask?q=${question}&timezone=UTC`);
    expect(evidence[0]).toMatchObject({
      by: 'meaning',
      passage: expect.stringContaining('A deposit of thirty percent with the order'),
      place: { kind: 'sound' },
    });
  });
});
