import { describe, expect, test } from 'vitest';
import { manualClock } from '#core/clock.ts';
import { silentLog } from '#core/log.ts';
import { supervise } from '#core/service.ts';
import { openStore } from '#store/open-store.ts';
import type { Store } from '#store/store.ts';
import { temporaryFolder, temporaryStore } from '#store/testing/temporary-store.ts';
import type { Observation } from './coverage-rules.ts';
import { coverageLedger } from './ledger.ts';

const START_MS = 1_770_000_000_000;
const PATIENCE = { timeout: 20_000, interval: 5 };

function keeping(store: Pick<Store, 'addCoverage' | 'listCoverage'>, startMs = START_MS) {
  const clock = manualClock(startMs);
  let seen: Observation | undefined;
  let saves = 0;
  const ledger = coverageLedger({
    store: {
      ...store,
      listCoverage: store.listCoverage,
      async addCoverage(spans) {
        saves += 1;
        await store.addCoverage(spans);
      },
    },
    observe: () => ({ screen: seen, audio: undefined, input: undefined }),
    clock,
    log: silentLog,
  });
  const running = supervise(ledger, { clock, log: silentLog });
  return {
    ledger,
    running,
    saves: () => saves,
    /** Turns the hands by seconds, look by look. */
    async pass(secs: number, state: Observation['state'], cause?: string, lagMs = 0) {
      for (let i = 0; i < secs; i += 2) {
        seen = { state, cause, provenAtMs: clock.now() + 2_000 - lagMs };
        await expect.poll(() => clock.sleepers(), PATIENCE).toBe(1);
        await clock.advance(2_000);
        await expect.poll(() => clock.sleepers(), PATIENCE).toBe(1);
      }
    },
    clock,
    async spans(fromMs = 0, toMs = START_MS + 1e9) {
      const { spans } = await ledger.list({ startMs: fromMs, endMs: toMs });
      return spans.screen.map(({ startMs: from, endMs, state, cause }) => [
        (from - START_MS) / 1000,
        (endMs - START_MS) / 1000,
        cause === undefined ? state : `${state}: ${cause}`,
      ]);
    },
  };
}

describe('the ledger', () => {
  test('keeps runs of one state as one span and writes at most once a minute', async () => {
    await using temporary = await temporaryStore();
    const kept = keeping(temporary.store);
    await kept.pass(40, 'captured');
    await kept.pass(20, 'idle');
    expect(await kept.spans()).toEqual([
      [2, 40, 'captured'],
      [40, 60, 'idle'],
    ]);
    const before = kept.saves();
    await kept.pass(120, 'idle');
    expect(kept.saves() - before).toBeLessThanOrEqual(2);
    expect((await temporary.store.listCoverage({ startMs: 0, endMs: 2e12 })).spans).toHaveLength(2);
    expect(kept.ledger.minutes().screen).toEqual({
      captured: expect.closeTo(38 / 60),
      idle: expect.closeTo(140 / 60),
    });
    await kept.running.stop();
  });

  test('gives the time since the last sign of life to the failure, not to what came before', async () => {
    await using temporary = await temporaryStore();
    const kept = keeping(temporary.store);
    await kept.pass(10, 'captured');
    await kept.pass(2, 'captured', undefined, 2_000);
    await kept.pass(2, 'captured', undefined, 4_000);
    await kept.pass(4, 'failed', 'frozen');
    expect(await kept.spans()).toEqual([
      [2, 10, 'captured'],
      [10, 18, 'failed: frozen'],
    ]);
    await kept.running.stop();
  });

  test('counts the time of a killed process and of a sleeping machine as off', async () => {
    await using folder = await temporaryFolder();
    const store = await openStore({ dataDir: folder.path });
    const first = keeping(store);
    await first.pass(70, 'captured');
    // It saved after a minute; then it is gone.
    const second = keeping(store, START_MS + 100_000);
    await second.pass(10, 'captured');
    expect(await second.spans()).toEqual([
      [2, 62, 'captured'],
      [62, 102, 'off: the service did not run'],
      [102, 110, 'captured'],
    ]);
    await second.clock.advance(60_000);
    await second.pass(4, 'captured');
    const spans = await second.spans(START_MS + 102_000);
    expect(spans.map(([, , state]) => state)).toEqual([
      'captured',
      'off: the service did not run',
      'captured',
    ]);
    await first.running.stop();
    await second.running.stop();
    await store.close();
  });

  test('keeps in memory what cannot be saved, and saves it when it can', async () => {
    await using temporary = await temporaryStore();
    let isFull = false;
    const kept = keeping({
      listCoverage: temporary.store.listCoverage,
      async addCoverage(spans) {
        if (isFull) throw new Error('full');
        await temporary.store.addCoverage(spans);
      },
    });
    await kept.pass(6, 'captured');
    isFull = true;
    await kept.pass(6, 'failed', 'the disk is full');
    const told = [
      [2, 6, 'captured'],
      [6, 12, 'failed: the disk is full'],
    ];
    expect(await kept.spans()).toEqual(told);
    isFull = false;
    await kept.pass(2, 'captured');
    await kept.running.stop();
    const { spans } = await temporary.store.listCoverage({ startMs: 0, endMs: 2e12 });
    expect(spans.map(({ state, cause }) => [state, cause])).toEqual([
      ['captured', undefined],
      ['failed', 'the disk is full'],
      ['captured', undefined],
    ]);
  });
});
