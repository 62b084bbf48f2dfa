import { describe, expect, test } from 'vitest';
import { silentLog } from '#core/log/log.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import { type Outcome, retryAfterMs, type Scheduled, scheduler } from './scheduler.ts';
import type { Trigger } from './trigger.ts';

const START_MS = Date.parse('2026-03-02T08:00:00.000Z');

function started(pipes: Partial<Scheduled>[], outcome: (id: string) => Outcome = () => 'done') {
  const clock = manualClock(START_MS);
  const ran: [id: string, afterMs: number][] = [];
  const schedule = scheduler({
    clock,
    log: silentLog,
    async onDue(id) {
      ran.push([id, clock.now() - START_MS]);
      return outcome(id);
    },
  });
  schedule.setPipes(
    pipes.map((pipe, i) => ({
      id: `p${i}`,
      trigger: { kind: 'manual' },
      lastRunAtMs: null,
      failures: 0,
      ...pipe,
    })),
  );
  const abort = new AbortController();
  const done = schedule.run(abort.signal);
  return {
    schedule,
    clock,
    ran,
    /** In small steps, so that what is due at the same time meets the same clock. */
    async pass(ms: number, stepMs = 1_000) {
      for (let passed = 0; passed < ms; passed += stepMs) await clock.advance(stepMs);
    },
    async stop() {
      abort.abort();
      await done;
    },
  };
}

const every = (secs: number): Trigger => ({ kind: 'interval', everyMs: secs * 1_000 });
const data: Trigger = { kind: 'data', filter: { kinds: ['audio'] }, batch: 10, waitMs: 3_000 };

describe('the scheduler', () => {
  test('waits once for all pipes, and not at all for manual ones', async () => {
    const { clock, ran, pass, stop } = started([{}, { trigger: every(3_000) }, {}]);
    expect(clock.sleepers()).toBe(1);
    await pass(60_000);
    expect(ran).toEqual([]);
    await stop();
  });

  test('runs by interval, from the last run on', async () => {
    const { ran, pass, stop } = started([
      { trigger: every(10) },
      { trigger: every(10), lastRunAtMs: START_MS - 7_000 },
      { trigger: every(10), lastRunAtMs: START_MS - 900_000 },
    ]);
    await pass(12_000);
    expect(ran.filter(([id]) => id === 'p0')).toEqual([['p0', 10_000]]);
    expect(ran.find(([id]) => id === 'p1')?.[1]).toBe(3_000);
    expect(ran[0]).toEqual(['p2', 0]);
    await stop();
  });

  test('runs by cron at that time', async () => {
    const { ran, pass, stop } = started([{ trigger: { kind: 'cron', expression: '5 * * * *' } }]);
    await pass(6 * 60_000);
    expect(ran).toEqual([['p0', 5 * 60_000]]);
    await stop();
  });

  test('tries a failed pipe again, each time later, and its regular time stays', async () => {
    const { ran, pass, stop } = started([{ trigger: every(300) }], () => 'failed');
    await pass(300_000 + 30_000 + 60_000 + 120_000);
    expect(ran.map(([, afterMs]) => afterMs / 1_000)).toEqual([300, 330, 390, 510]);
    await stop();
  });

  test('looks for new content at first, then some time after it came', async () => {
    const { ran, pass, schedule, stop } = started([{ trigger: data }]);
    await pass(2_000);
    expect(ran).toEqual([['p0', 0]]);
    schedule.onContent('ocr');
    await pass(5_000);
    expect(ran).toHaveLength(1);
    schedule.onContent('audio');
    schedule.onContent('audio');
    await pass(5_000);
    expect(ran).toEqual([
      ['p0', 0],
      ['p0', 10_000],
    ]);
    await stop();
  });

  test('goes on at once while there is more, and later while it is busy', async () => {
    const outcomes: Outcome[] = ['again', 'again', 'busy', 'done'];
    const { ran, pass, stop } = started([{ trigger: data }], () => outcomes.shift() ?? 'done');
    await pass(10_000);
    expect(ran).toHaveLength(4);
    const [, , busyAtMs = 0, lastAtMs = 0] = ran.map(([, afterMs]) => afterMs);
    expect(busyAtMs).toBeLessThanOrEqual(1_000);
    expect(lastAtMs - busyAtMs).toBe(5_000);
    await stop();
  });

  test('keeps the time of pipes whose trigger did not change', async () => {
    const { ran, pass, schedule, stop } = started([{ trigger: every(10) }]);
    await pass(6_000);
    const same = { id: 'p0', trigger: every(10), lastRunAtMs: null, failures: 0 };
    schedule.setPipes([same]);
    await pass(4_000);
    expect(ran).toEqual([['p0', 10_000]]);
    schedule.setPipes([]);
    await pass(60_000);
    expect(ran).toHaveLength(1);
    await stop();
  });
});

test('the wait after failures grows and has an end', () => {
  expect([1, 2, 3, 20].map(retryAfterMs)).toEqual([30_000, 60_000, 120_000, 3_600_000]);
});
