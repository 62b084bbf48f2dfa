import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isOnBattery, machineLoad } from './machine-load.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-power-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** As Linux shows them: a folder with a file for each fact. */
async function addSupply(name: string, facts: Record<string, string>): Promise<void> {
  await mkdir(join(folder, name));
  for (const [fact, value] of Object.entries(facts)) {
    await writeFile(join(folder, name, fact), `${value}\n`);
  }
}

test('a machine runs on its battery while that is used up', async () => {
  await addSupply('AC', { type: 'Mains', online: '0' });
  await addSupply('BAT0', { type: 'Battery', status: 'Discharging' });
  expect(await isOnBattery(folder)).toBe(true);
});

test('a machine does not run on a battery that is full, charging, or of a mouse', async () => {
  await addSupply('AC', { type: 'Mains', online: '1' });
  await addSupply('BAT0', { type: 'Battery', status: 'Full' });
  await addSupply('BAT1', { type: 'Battery', status: 'Charging' });
  await addSupply('hidpp_battery_0', { type: 'Battery', scope: 'Device', status: 'Discharging' });
  expect(await isOnBattery(folder)).toBe(false);
});

test('a machine that reports nothing about power is not on battery', async () => {
  expect(await isOnBattery(join(folder, 'absent'))).toBe(false);
});

test('the load is one of the words that compaction knows, and busy when all cores are', async () => {
  const before = loadavg()[0] ?? 0;
  const load = await machineLoad();
  if (before > availableParallelism() * 2) expect(load).toBe('busy');
  else expect(['free', 'busy', 'on_battery']).toContain(load);
});
