import { describe, expect, test } from 'vitest';
import { ServiceError } from './errors.ts';
import { silentLog } from './log/log.ts';
import { makeSupervisor, type Service, supervise } from './service.ts';
import { manualClock } from './testing/manual-clock.ts';

/** A service whose runs end as the test says. */
function scripted() {
  const runs: { end: () => void; fail: () => void; signal: AbortSignal }[] = [];
  const service: Service = {
    name: 'test.scripted',
    run: (signal) =>
      new Promise((resolve, reject) => {
        runs.push({ end: resolve, fail: () => reject(new Error('broken')), signal });
        signal.addEventListener('abort', () => resolve());
      }),
  };
  return { service, runs };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('supervise', () => {
  test('starts a broken service again after waits that double up to a minute', async () => {
    const clock = manualClock();
    const { service, runs } = scripted();
    const supervised = supervise(service, { clock, log: silentLog });
    const waits: number[] = [];
    for (let index = 0; index < 8; index += 1) {
      runs[index]?.fail();
      await settle();
      const state = supervised.state();
      if (state.kind !== 'waiting') throw new Error(`expected a wait, found ${state.kind}`);
      waits.push(state.untilMs - clock.now());
      await clock.advance(state.untilMs - clock.now() - 1);
      expect(runs).toHaveLength(index + 1);
      await clock.advance(1);
      expect(runs).toHaveLength(index + 2);
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    await supervised.stop();
  });

  test('waits shortly again after a run that held for a minute', async () => {
    const clock = manualClock();
    const { service, runs } = scripted();
    const supervised = supervise(service, { clock, log: silentLog });
    runs[0]?.fail();
    await settle();
    await clock.advance(1000);
    await clock.advance(60_000);
    runs[1]?.fail();
    await settle();
    expect(supervised.state()).toEqual({
      kind: 'waiting',
      untilMs: clock.now() + 1000,
      failures: 1,
    });
    await supervised.stop();
  });

  test('a clock that is set forward does not make a short run a steady one', async () => {
    const clock = manualClock();
    const { service, runs } = scripted();
    const supervised = supervise(service, { clock, log: silentLog });
    runs[0]?.fail();
    await settle();
    await clock.advance(1000);
    clock.set(clock.now() + 3_600_000);
    runs[1]?.fail();
    await settle();
    expect(supervised.state()).toMatchObject({ kind: 'waiting', failures: 2 });
    await supervised.stop();
  });

  test('does not start a service again that ended by itself', async () => {
    const { service, runs } = scripted();
    const supervised = supervise(service, { clock: manualClock(), log: silentLog });
    runs[0]?.end();
    await settle();
    expect(supervised.state()).toEqual({ kind: 'ended' });
    expect(runs).toHaveLength(1);
  });

  test('stop aborts the run and resolves when it has ended', async () => {
    const { service, runs } = scripted();
    const supervised = supervise(service, { clock: manualClock(), log: silentLog });
    await supervised.stop();
    expect(runs[0]?.signal.aborted).toBe(true);
    expect(supervised.state()).toEqual({ kind: 'ended' });
  });

  test('stop during a wait does not start the service again', async () => {
    const { service, runs } = scripted();
    const supervised = supervise(service, { clock: manualClock(), log: silentLog });
    runs[0]?.fail();
    await settle();
    await supervised.stop();
    expect(runs).toHaveLength(1);
  });

  test('leaves a service down whose fault no start can repair, and reports why', async () => {
    const clock = manualClock(5_000);
    const service: Service = {
      name: 'test.fatal',
      run: async () => {
        throw new ServiceError({
          code: 'STORE_CORRUPT',
          message: 'damaged',
          hint: 'Run the doctor.',
        });
      },
      isFatal: (error) => error instanceof ServiceError && error.code === 'STORE_CORRUPT',
    };
    const supervised = supervise(service, { clock, log: silentLog });
    await settle();
    expect(supervised.state()).toEqual({ kind: 'failed' });
    await clock.advance(120_000);
    expect(supervised.restarts()).toBe(0);
    expect(supervised.lastFault()).toEqual({
      code: 'STORE_CORRUPT',
      message: 'damaged',
      hint: 'Run the doctor.',
      atMs: 5_000,
    });
    await supervised.stop();
  });
});

describe('a supervisor', () => {
  test('knows every part, its state, its restarts and its last fault', async () => {
    const clock = manualClock();
    const supervisor = makeSupervisor({ clock, log: silentLog });
    const { service, runs } = scripted();
    const first = supervisor.supervise(service);
    runs[0]?.fail();
    await settle();
    expect(supervisor.parts()).toMatchObject([
      { name: 'test.scripted', restarts: 0, state: { kind: 'waiting', failures: 1 } },
    ]);
    await clock.advance(1000);
    expect(supervisor.parts()).toMatchObject([
      { restarts: 1, state: { kind: 'running', failures: 1 }, lastFault: { code: 'INTERNAL' } },
    ]);
    await first.stop();
    expect(supervisor.parts()[0]?.state).toEqual({ kind: 'ended' });
    const second = supervisor.supervise(service);
    expect(supervisor.parts()).toMatchObject([{ restarts: 1, state: { kind: 'running' } }]);
    await second.stop();
  });

  test('shows what is started by whoever needs it, once it was needed', () => {
    const supervisor = makeSupervisor({ clock: manualClock(), log: silentLog });
    let part: ReturnType<typeof supervisor.parts>[number] | undefined;
    supervisor.show(() => part);
    expect(supervisor.parts()).toEqual([]);
    part = { name: 'test.child', state: { kind: 'ended' }, restarts: 3, lastFault: undefined };
    expect(supervisor.parts()).toEqual([part]);
  });

  test('never shows the words of errors that are not our own', async () => {
    const supervisor = makeSupervisor({ clock: manualClock(), log: silentLog });
    supervisor.supervise({
      name: 'test.leaky',
      run: () => Promise.reject(Object.assign(new Error('dear diary'), { code: 'EACCES' })),
    });
    await settle();
    const [part] = supervisor.parts();
    expect(part?.lastFault).toMatchObject({
      code: 'EACCES',
      hint: expect.stringContaining('data folder'),
    });
    expect(JSON.stringify(part)).not.toContain('diary');
  });
});
