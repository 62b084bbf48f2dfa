import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#core/log/log.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import { openMedia } from '#store/media/media.ts';
import { measureDisk } from './disk-meter.ts';
import { openGovernor } from './governor.ts';
import type { Action } from './memory.ts';

const START_MS = Date.parse('2026-02-03T10:00:00.000Z');
const DAY_MS = 24 * 3_600_000;
const POLL = { interval: 1, timeout: 15_000 };
const BUDGET = { cpuPercent: 10, diskBytesPerMonth: undefined, battery: 'reduced' } as const;

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hindcast-governor-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function governed(changed: Partial<Parameters<typeof openGovernor>[0]> = {}) {
  const dataDir = await temporaryFolder();
  const machine = { percent: 0, isOnBattery: false, cpuMs: 0 };
  const clock = manualClock(START_MS);
  const actions: Action[] = [];
  const pauses: boolean[] = [];
  const deps = {
    file: join(dataDir, 'governor.json'),
    budget: BUDGET,
    cores: 2,
    processTime: () => ({ cpuMs: machine.cpuMs, processes: 3 }),
    measureDisk: async () => ({ bytesPerMonth: 0, databaseSizes: {} }),
    isOnBattery: async () => machine.isOnBattery,
    machineLoad: async () => 'free' as const,
    setPaused: async (isPaused: boolean) => {
      pauses.push(isPaused);
    },
    onAction: (action: Action) => actions.push(action),
    clock,
    log: silentLog,
    ...changed,
  };
  const governor = openGovernor(deps);
  const stop = new AbortController();
  const running = governor.service.run(stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await running;
  });
  /** Looks, each after ten seconds in which the machine used as many percent of both cores as it says. */
  async function pass(looks: number): Promise<void> {
    for (let i = 0; i < looks; i += 1) {
      await expect.poll(() => clock.sleepers(), POLL).toBe(1);
      machine.cpuMs += (10_000 * 2 * machine.percent) / 100;
      await clock.advance(10_000);
    }
    await expect.poll(() => clock.sleepers(), POLL).toBe(1);
  }
  return { governor, machine, actions, pauses, pass, deps };
}

test('steps down under a flood, reports what it does less, and comes back by itself', async () => {
  const { governor, machine, actions, pass } = await governed();
  machine.percent = 80;
  await pass(6);
  expect(governor.levers()).toMatchObject({ visualGapMs: 3_000, isSmallModel: true });
  expect(governor.whySpeechWaits()).toBeUndefined();
  await pass(8);
  expect(governor.levers()).toMatchObject({ visualGapMs: 10_000, isSpeechHeldBack: true });
  expect(governor.whySpeechWaits()).toBe('the budget for CPU is used up');
  expect(await governor.machineLoad()).toBe('busy');
  governor.heldPicture();
  const report = await governor.report();
  expect(report).toMatchObject({ level: 2, heldBack: { pictures: 1, backgroundWork: 1 } });
  expect(report.cpu.lastMinute).toBeCloseTo(80);
  expect(governor.note()).toContain('the budget of 10 % CPU is used up');
  expect(report.actions[0]).toMatchObject({ cause: 'cpu', from: 'light', to: 'low' });
  expect(report.actions[0]?.reason).toContain('80.0 % in the last one; the budget is 10 %');
  machine.percent = 2;
  await pass(70);
  expect((await governor.report()).level).toBe(0);
  expect(governor.note()).toBeUndefined();
  expect(await governor.machineLoad()).toBe('free');
  expect(actions.slice(0, 2).map(({ to }) => to)).toEqual(['light', 'low']);
  expect(actions.slice(-3).map(({ to }) => to)).toEqual(['low', 'light', 'full']);
});

test('a new budget is judged at once, and the report outlives a restart', async () => {
  const { governor, machine, pass, deps } = await governed();
  machine.percent = 30;
  await pass(12);
  expect((await governor.report()).level).toBe(1);
  governor.use({ ...BUDGET, cpuPercent: 60 });
  expect((await governor.report()).level).toBe(0);
  await governor.choosePower('battery_saver');
  const { actions, powerChoice } = await openGovernor(deps).report();
  expect(actions.map(({ to }) => to)).toEqual(['light', 'full', 'light']);
  expect(powerChoice).toBe('battery_saver');
});

test('on battery it does less or nothing, and goes on when the mains are back', async () => {
  const { governor, machine, pauses, actions, pass } = await governed();
  machine.isOnBattery = true;
  await pass(1);
  expect([governor.levers().isPaused, governor.levers().visualGapMs]).toEqual([false, 3_000]);
  governor.use({ ...BUDGET, battery: 'pause' });
  await pass(1);
  expect(pauses).toEqual([true]);
  expect(governor.note()).toContain('Nothing is captured');
  machine.isOnBattery = false;
  await pass(1);
  expect(pauses).toEqual([true, false]);
  expect(actions.map(({ to }) => to)).toEqual(['light', 'paused', 'full', 'capturing']);
});

test('the disk is judged by what a month like the last days would take', async () => {
  const dataDir = await temporaryFolder();
  const media = await openMedia({ dataDir });
  const file = async (day: string, bytes: number) => {
    await mkdir(join(dataDir, 'data', day), { recursive: true });
    await writeFile(join(dataDir, 'data', day, `${bytes}_a.jpg`), Buffer.alloc(bytes));
  };
  // 90 kB in the three days up to now, and one long before them.
  await file('2026-01-01', 500_000);
  await file('2026-02-01', 40_000);
  await file('2026-02-03', 50_000);
  let databaseBytes = 1_000_000;
  const measure = (known: Readonly<Record<string, number>>, nowMs: number) =>
    measureDisk({ media, databaseBytes: async () => databaseBytes, known, nowMs });
  const days = (START_MS - Date.parse('2026-02-01')) / DAY_MS;
  const first = await measure({}, START_MS);
  expect(first.bytesPerMonth).toBeCloseTo((90_000 / days) * 30);
  databaseBytes += 10_000;
  const second = await measure(first.databaseSizes, START_MS + 1_000);
  expect(second.bytesPerMonth - first.bytesPerMonth).toBeCloseTo(10_000 * 30, -3);
  const later = await measure(first.databaseSizes, START_MS + 30 * DAY_MS);
  expect(later).toEqual({ bytesPerMonth: 0, databaseSizes: { '2026-03-05': 1_010_000 } });

  const { governor, pass } = await governed({
    measureDisk: measure,
    budget: { ...BUDGET, diskBytesPerMonth: first.bytesPerMonth / 1.3 },
  });
  await pass(1);
  const { demands, levers, actions } = await governor.report();
  expect(demands).toEqual({ cpu: 0, disk: 2, battery: 0, isPaused: false });
  expect(levers).toMatchObject({ pictureQuality: 60, isSpeechHeldBack: false });
  expect(actions[0]).toMatchObject({ cause: 'disk', from: 'full', to: 'low' });
  governor.use({ ...BUDGET, diskBytesPerMonth: second.bytesPerMonth * 2 });
  expect((await governor.report()).level).toBe(0);
});
