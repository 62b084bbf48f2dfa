import { describe, expect, test } from 'vitest';
import { silentLog } from '#core/log/log.ts';
import { supervise } from '#core/service.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import type { Store } from '#store/store.ts';
import { temporaryFolder, temporaryStore } from '#store/testing/temporary-store.ts';
import { openTestStore } from '#store/testing/test-store.ts';
import type { Observation } from './coverage-rules.ts';
import { coverageLedger } from './ledger.ts';

const START_MS = 1_770_000_000_000;
const PATIENCE = { timeout: 20_000, interval: 5 };

function keeping(
  store: { readonly coverage: Pick<Store['coverage'], 'add' | 'list'> },
  startMs = START_MS,
  isHanging = false,
) {
  const clock = manualClock(startMs);
  let seen: Observation | undefined;
  let saves = 0;
  let openSaves = 0;
  const ledger = coverageLedger({
    store: {
      coverage: {
        list: store.coverage.list,
        async add(spans) {
          saves += 1;
          openSaves += 1;
          await store.coverage.add(spans).finally(() => {
            openSaves -= 1;
          });
        },
      },
    },
    observe: () => {
      const off = { state: 'off' as const, cause: 'x', provenAtMs: clock.now() };
      return { screen: seen, audio: off, input: off };
    },
    clock,
    log: silentLog,
  });
  async function passUnknown(secs: number) {
    seen = undefined;
    for (let i = 0; i < secs; i += 2) {
      await expect.poll(() => clock.sleepers(), PATIENCE).toBe(1);
      await clock.advance(2_000);
    }
  }
  const running = supervise(ledger, { clock, log: silentLog });
  return {
    ledger,
    running,
    saves: () => saves,
    /** Turns the hands by seconds, look by look. */
    passUnknown,
    async pass(secs: number, state: Observation['state'], cause?: string, lagMs = 0) {
      for (let i = 0; i < secs; i += 2) {
        seen = { state, cause, provenAtMs: clock.now() + 2_000 - lagMs };
        await expect.poll(() => clock.sleepers(), PATIENCE).toBe(1);
        await clock.advance(2_000);
        await expect.poll(() => clock.sleepers(), PATIENCE).toBe(1);
        // In life two seconds pass meanwhile.
        if (!isHanging) await expect.poll(() => openSaves, PATIENCE).toBe(0);
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

async function storedScreen(store: { readonly coverage: Pick<Store['coverage'], 'list'> }) {
  const { spans } = await store.coverage.list({ startMs: 0, endMs: 2e12 });
  return spans.filter(({ stream }) => stream === 'screen');
}

describe('the ledger', () => {
  test('keeps runs of one state as one span and writes at most once a minute', async () => {
    await using temporary = await temporaryStore();
    const kept = keeping(temporary.store);
    await kept.pass(40, 'captured');
    await kept.pass(20, 'idle');
    expect(await kept.spans()).toEqual([
      [0, 40, 'captured'],
      [40, 60, 'idle'],
    ]);
    const before = kept.saves();
    await kept.pass(120, 'idle');
    expect(kept.saves() - before).toBeLessThanOrEqual(2);
    expect(await storedScreen(temporary.store)).toHaveLength(2);
    expect(kept.ledger.minutes().screen).toEqual({
      off: 0,
      captured: expect.closeTo(40 / 60),
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
      [0, 10, 'captured'],
      [10, 18, 'failed: frozen'],
    ]);
    await kept.running.stop();
  });

  test('counts the time of a killed process and of a sleeping machine as off', async () => {
    await using folder = await temporaryFolder();
    const store = await openTestStore({ dataDir: folder.path });
    const first = keeping(store);
    await first.pass(70, 'captured');
    // It saved after a minute; then it ends.
    const second = keeping(store, START_MS + 100_000);
    await second.pass(10, 'captured');
    expect(await second.spans()).toEqual([
      [0, 62, 'captured'],
      [62, 100, 'off: the service did not run'],
      [100, 110, 'captured'],
    ]);
    await second.clock.advance(60_000);
    await second.pass(4, 'captured');
    const spans = await second.spans(START_MS + 100_000);
    expect(spans.map(([, , state]) => state)).toEqual([
      'captured',
      'off: the machine slept, or held the service up',
      'captured',
    ]);
    await first.running.stop();
    await second.running.stop();
    await store.close();
  });

  test('writes hardly anything while nothing changes, and all of it at the end', async () => {
    await using temporary = await temporaryStore();
    const kept = keeping(temporary.store);
    await kept.pass(4, 'idle');
    const before = kept.saves();
    await kept.pass(180, 'idle');
    expect(kept.saves()).toBe(before);
    await kept.running.stop();
    const [span] = await storedScreen(temporary.store);
    expect([span?.state, (span?.endMs ?? 0) - START_MS]).toEqual(['idle', 184_000]);
  });

  test('goes on looking while the store hangs, and a stop does not wait for it', async () => {
    const { promise: never } = Promise.withResolvers<void>();
    const hanging = {
      coverage: { list: async () => ({ sinceMs: undefined, spans: [] }), add: () => never },
    };
    const kept = keeping(hanging, START_MS, true);
    await kept.pass(6, 'captured');
    await kept.pass(120, 'failed', 'the store does not answer');
    expect(await kept.spans()).toEqual([
      [0, 6, 'captured'],
      [6, 126, 'failed: the store does not answer'],
    ]);
    expect(kept.saves()).toBe(1);
    const stopped = kept.running.stop();
    await expect.poll(() => kept.clock.sleepers(), PATIENCE).toBe(1);
    await kept.clock.advance(1_000);
    await stopped;
  });

  test('reports the time in which a stream is opened as such', async () => {
    await using temporary = await temporaryStore();
    const kept = keeping(temporary.store);
    await kept.passUnknown(4);
    await kept.pass(4, 'captured');
    await kept.pass(4, 'paused');
    await kept.passUnknown(2);
    await kept.pass(4, 'captured');
    expect((await kept.spans()).map(([, , state]) => state)).toEqual([
      'off: it is being opened',
      'captured',
      'paused',
      'off: it is being opened',
      'captured',
    ]);
    await kept.running.stop();
  });

  test('keeps a bounded number of spans while the store hangs, and reports what it forgot', async () => {
    const { promise: never } = Promise.withResolvers<void>();
    const clock = manualClock(START_MS);
    let looks = 0;
    const ledger = coverageLedger({
      store: {
        coverage: { list: async () => ({ sinceMs: undefined, spans: [] }), add: () => never },
      },
      observe: () => {
        looks += 1;
        const state = looks % 2 === 0 ? ('captured' as const) : ('idle' as const);
        const seen = { state, cause: undefined, provenAtMs: clock.now() };
        return { screen: seen, audio: seen, input: seen };
      },
      clock,
      log: silentLog,
    });
    const running = supervise(ledger, { clock, log: silentLog });
    while (looks < 4_000) await clock.advance(2_000);
    const { spans } = await ledger.list({ startMs: 0, endMs: clock.now() });
    expect(spans.screen.length).toBeLessThan(2_000);
    expect(spans.screen.filter(({ state }) => state === 'failed')).toMatchObject([
      { cause: expect.stringMatching(/too long/) },
    ]);
    // And not as a time in which the service did not run.
    expect(spans.screen.map(({ state }) => state)).not.toContain('off');
    const stopped = running.stop();
    await expect.poll(() => clock.sleepers(), PATIENCE).toBe(1);
    await clock.advance(1_000);
    await stopped;
  });

  test('keeps in memory what cannot be saved, and saves it when it can', async () => {
    await using temporary = await temporaryStore();
    let isFull = false;
    const kept = keeping({
      coverage: {
        list: temporary.store.coverage.list,
        async add(spans) {
          if (isFull) throw new Error('full');
          await temporary.store.coverage.add(spans);
        },
      },
    });
    await kept.pass(6, 'captured');
    isFull = true;
    await kept.pass(6, 'failed', 'the disk is full');
    const reported = [
      [0, 6, 'captured'],
      [6, 12, 'failed: the disk is full'],
    ];
    expect(await kept.spans()).toEqual(reported);
    isFull = false;
    await kept.pass(2, 'captured');
    await kept.running.stop();
    const spans = await storedScreen(temporary.store);
    expect(spans.map(({ state, cause }) => [state, cause])).toEqual([
      ['captured', undefined],
      ['failed', 'the disk is full'],
      ['captured', undefined],
    ]);
  });
});
