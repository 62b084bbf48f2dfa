/** Whether this machine has time for work that can wait. Facts that a system does not tell count as "yes". */
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';

/** Where Linux reports about power; elsewhere there is no such folder. */
const POWER_SUPPLIES = '/sys/class/power_supply';
/** Of all cores. The work itself takes one core for a while and must not stop itself by that. */
const BUSY_SHARE = 0.7;

export type MachineLoad = 'free' | 'busy' | 'on_battery';

export async function machineLoad(): Promise<MachineLoad> {
  const [lastMinute = 0] = loadavg();
  if (lastMinute > availableParallelism() * BUSY_SHARE) return 'busy';
  return (await isOnBattery()) ? 'on_battery' : 'free';
}

/** A battery that is being used up. One that is full or charging hangs on the mains, whatever else is plugged in. */
export async function isOnBattery(folder = POWER_SUPPLIES): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  const states = await Promise.all(
    names.map(async (name) => {
      const read = (file: string) => readFile(join(folder, name, file), 'utf8').catch(() => '');
      // Batteries of mice and headsets come and go with their devices.
      const isOfDevice = (await read('scope')).trim() === 'Device';
      return isOfDevice ? '' : (await read('status')).trim();
    }),
  );
  return states.includes('Discharging');
}
