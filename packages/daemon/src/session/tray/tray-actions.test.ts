import { beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '#core/clock.ts';
import { type ManualClock, manualClock } from '#core/testing/manual-clock.ts';
import { NOW_MS, testServer } from '#serve/server.fixture.ts';
import { type ServiceClient, serviceClient } from '../service-client.ts';
import { trayActions } from './tray-actions.ts';

let shown: string[][];
let stopping: AbortController;

beforeEach(() => {
  shown = [];
  stopping = new AbortController();
});

function actions(service: Pick<ServiceClient, 'find' | 'post'>, clock = systemClock) {
  return trayActions({
    service,
    clock,
    stopping: stopping.signal,
    open: () => {},
    quit: () => {},
    onChanged: () => {},
    notify: (...texts) => void shown.push(texts),
  });
}

describe('forget the last 10 minutes', () => {
  test('deletes them, and says so when nothing of them is left', async () => {
    await using server = await testServer();
    const frame = async (minutesAgo: number) => ({
      file_path: await server.makeImage(),
      timestamp: new Date(NOW_MS - minutesAgo * 60_000).toISOString(),
      ocr_results: [{ text: 'marmalade' }],
    });
    await server.add('frames', [await frame(5), await frame(20)]);
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const clock = { ...systemClock, now: () => NOW_MS };
    await actions(serviceClient(url, ''), clock)('forget');
    expect(shown).toEqual([['Forgotten', 'Nothing of the last 10 minutes is kept.']]);
    const left = await server.app.inject('/search?q=marmalade');
    expect(left.json().pagination.total).toBe(1);
  });

  test('a refusal is shown in the words of the service', async () => {
    await using server = await testServer();
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const noTime = { ...systemClock, now: () => 8.64e15 };
    await actions(serviceClient(url, ''), noTime)('forget');
    expect(shown).toEqual([['Hindcast could not do that', expect.stringContaining('start')]]);
  });

  test('a service that does not answer is named as such', async () => {
    await actions(serviceClient('http://127.0.0.1:1', ''))('forget');
    expect(shown).toEqual([['Hindcast could not do that', 'The service does not answer.']]);
  });

  describe('when it takes long', () => {
    let clock: ManualClock;
    let job: { id: number; state: string; verified: boolean } | undefined;
    let forgetting: Promise<void>;

    const seconds = async (count: number) => {
      for (let i = 0; i < count; i++) {
        await expect.poll(() => clock.sleepers()).toBe(1);
        await clock.advance(1_000);
      }
    };

    beforeEach(() => {
      clock = manualClock(NOW_MS);
      job = { id: 7, state: 'running', verified: false };
      const service = { find: async () => job, post: async () => job };
      forgetting = actions(service as unknown as ServiceClient, clock)('forget');
    });

    test('it is mentioned once, and waited for without a limit', async () => {
      await seconds(600);
      expect(shown).toEqual([['Forgetting', expect.stringContaining('being deleted')]]);
      job = undefined;
      await seconds(3);
      job = { id: 7, state: 'done', verified: true };
      await seconds(1);
      await forgetting;
      expect(shown.slice(1)).toEqual([['Forgotten', 'Nothing of the last 10 minutes is kept.']]);
    });

    test('a check that found something is not hidden', async () => {
      job = { id: 7, state: 'done', verified: false };
      await seconds(1);
      await forgetting;
      expect(shown).toEqual([
        [expect.stringContaining('not all'), expect.stringContaining('hindcast delete --verify')],
      ]);
    });

    test('the end of the service ends the wait, and claims nothing', async () => {
      await seconds(1);
      stopping.abort();
      await forgetting;
      expect(shown).toEqual([]);
    });
  });
});
