import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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

let folder: string;
let daemon: RunningDaemon;
beforeAll(async () => {
  folder = temporaryFolder();
  daemon = await startDaemon({ dataDir: join(folder, 'data'), args: NOTHING_CAPTURED });
});
afterAll(async () => {
  await daemon.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function hindcast(...args: string[]): Promise<{ code: number | null; output: string }> {
  const where = args[1] === 'new' ? [] : ['--data-dir', daemon.dataDir];
  const child = spawn(process.execPath, [CLI, ...args, ...where], {
    cwd: folder,
    env: isolatedEnvironment(folder, {}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

test('a new pipe is written, installed, changed, run, watched, switched and removed', async () => {
  expect(await hindcast('pipe', 'new', 'mine')).toMatchObject({ code: 0 });
  const installed = await hindcast('pipe', 'install', './mine');
  expect(installed).toMatchObject({ code: 0, output: 'pipe mine installed\n' });
  await hindcast('pipe', 'config', 'mine', 'word=harbour', 'hours=5');
  expect((await hindcast('pipe', 'config', 'mine')).output).toMatch(/word = "harbour"\nhours = 5/);
  const ran = await hindcast('pipe', 'run', 'mine', '--wait');
  expect(ran).toMatchObject({
    code: 0,
    output: expect.stringContaining('"harbour" was there 0 times (run 1)'),
  });
  expect((await hindcast('pipe', 'logs', 'mine')).output).toContain('(run 1)');
  await hindcast('pipe', 'enable', 'mine');
  expect((await hindcast('pipe', 'list')).output).toMatch(/^mine +enabled +manual/);
  await hindcast('pipe', 'disable', 'mine');
  const { output } = await hindcast('pipe', 'list', '--json');
  expect(JSON.parse(output)[0]).toMatchObject({ id: 'mine', enabled: false });
  expect((await hindcast('pipe', 'stop', 'mine')).output).toBe('pipe mine was not running\n');
  expect((await hindcast('pipe', 'remove', 'mine')).output).toBe('pipe mine removed\n');
  const missing = await hindcast('pipe', 'run', 'mine');
  expect(missing).toMatchObject({ code: 1, output: expect.stringContaining('no such pipe') });
}, 180_000);

test('a folder is named as a person sees it, and made by the run', async () => {
  const journal = join(import.meta.dirname, '..', '..', 'examples', 'pipes', 'work-journal');
  expect(await hindcast('pipe', 'install', journal)).toMatchObject({ code: 0 });
  const shown = async () => (await hindcast('pipe', 'config', 'work-journal')).output;
  await hindcast('pipe', 'config', 'work-journal', 'folder=~/notes');
  expect(await shown()).toContain(`folder = ${JSON.stringify(join(folder, 'notes'))}`);
  await hindcast('pipe', 'config', 'work-journal', 'folder=journal/pages');
  expect(await shown()).toContain(`folder = ${JSON.stringify(join(folder, 'journal', 'pages'))}`);
  expect(await hindcast('pipe', 'run', 'work-journal', '--wait')).toMatchObject({ code: 0 });
  expect(existsSync(join(folder, 'journal', 'pages'))).toBe(true);
}, 180_000);

test('what cannot be understood is said and is no crash', async () => {
  expect((await hindcast('pipe', 'install', './nothing-here')).code).toBe(1);
  expect((await hindcast('pipe', 'enable', 'x', '--allow', 'everything')).code).toBe(2);
}, 90_000);
