/** `hindcast config set`, against the real service. */
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programFile } from '../support/programs.ts';
import {
  isolatedEnvironment,
  NOTHING_CAPTURED,
  type RunningDaemon,
  startDaemon,
  temporaryFolder,
} from '../support/start-daemon.ts';

const CLI = programFile('cli');
const folder = temporaryFolder();
let daemon: RunningDaemon;
beforeAll(async () => {
  daemon = await startDaemon({ dataDir: join(folder, 'data'), args: NOTHING_CAPTURED });
}, 60_000);
afterAll(async () => {
  await daemon?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function set(key: string, value: string): Promise<string> {
  const where = ['--data-dir', daemon.dataDir];
  const args = [CLI, 'config', 'set', key, value, ...where];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: isolatedEnvironment(folder, {}),
  });
  return stdout;
}
const kept = () => JSON.parse(readFileSync(join(daemon.dataDir, 'config.json'), 'utf8'));

test('a number, a list and a default are written', { timeout: 60_000 }, async () => {
  expect(await set('budget.cpuPercent', '20')).toMatch(/^budget\.cpuPercent = 20\b/);
  expect(await set('audio.languages', 'de, en')).toMatch(/^audio\.languages = \["de","en"\]/);
  expect(kept()).toMatchObject({ budget: { cpuPercent: 20 }, audio: { languages: ['de', 'en'] } });
  await set('budget.cpuPercent', 'default');
  expect(kept().budget?.cpuPercent).toBeUndefined();
});

test('what cannot be set is refused with a reason', { timeout: 60_000 }, async () => {
  await expect(set('retention.pixels', 'soon')).rejects.toThrow(/must be/);
  await expect(set('retention.pixel', '3')).rejects.toThrow(/retention\.pixel/);
});
