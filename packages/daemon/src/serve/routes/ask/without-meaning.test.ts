/** `/ask` and `/search?mode=` where no network answers, or where only what it is asked matters. */
import { afterAll, describe, expect, test } from 'vitest';
import { systemClock } from '#core/clock.ts';
import { silentLog } from '#core/log/log.ts';
import { meaningProcess } from '#extract/meaning/meaning-process.ts';
import { absentMeaning } from '#ingest/meaning/meaning-control.ts';
import { testServer } from '#serve/server.fixture.ts';

const LEASE = {
  ...{ timestamp: '2026-02-01T09:00:00Z', app_name: 'Firefox', window_name: 'Lease' },
  ocr_results: [{ text: 'Your rent will be adjusted in January' }],
};

test('the matter of a question is compared, without the words that ask for it', async () => {
  const compared: string[] = [];
  await using other = await testServer(() => ({
    meaning: {
      ...{ ...absentMeaning(), availability: async () => 'ready' },
      embed: async (texts) => {
        compared.push(...texts);
        return [];
      },
    },
  }));
  await other.app.inject('/ask?q=what+did+we+say+about+the+rent%3F');
  await other.app.inject('/search?q=the+page+about+the+rent&mode=both');
  expect(compared).toEqual(['the rent?', 'the rent']);
});

describe('with a process that dies', { timeout: 60_000 }, () => {
  const broken = meaningProcess({
    ...{ folder: '/nonexistent', clock: systemClock, log: silentLog },
  });
  afterAll(() => broken.close());

  test('words are found everywhere, and the reason is visible', async () => {
    await using other = await testServer(() => ({
      meaning: { ...broken, availability: async () => 'ready' },
    }));
    await other.add('frames', [LEASE]);
    const failed = { state: 'failed', hint: expect.stringContaining('Ask again') };
    for (const mode of ['both', 'meaning']) {
      const reply = await other.app.inject(`/search?q=rent&mode=${mode}`);
      expect(reply.statusCode).toBe(200);
      expect(reply.json()).toMatchObject({
        data: [{ why: { by: 'words', similarity: null } }],
        meaning: failed,
      });
    }
    const answer = (await other.app.inject('/ask?q=what+about+the+rent%3F')).json();
    expect(answer).toMatchObject({
      ...{ answer: { by: 'extract' }, evidence: [{ by: 'words' }], meaning: failed },
    });
  });
});

describe('without the model', () => {
  test('words are found, and meaning says how to get it', async () => {
    await using other = await testServer();
    await other.add('frames', [LEASE]);
    const refused = await other.app.inject('/search?q=rent&mode=meaning');
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toMatchObject({ code: 'MEANING_UNAVAILABLE', hint: expect.any(String) });
    const both = (await other.app.inject('/search?q=rent&mode=both')).json();
    expect(both.data[0]).toMatchObject({ why: { by: 'words', similarity: null } });
    const answer = (await other.app.inject('/ask?q=what+about+the+rent%3F')).json();
    expect(answer).toMatchObject({ answer: { by: 'extract' }, meaning: { state: 'off' } });
  });
});
