import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockerProcesses } from './locker-processes.ts';

test.skipIf(process.platform !== 'linux').each(['gtklock', 'i3lock', 'xsecurelock'])(
  '%s is noticed for exactly as long as it runs, and only for its own user',
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'hindcast-locker-'));
    // The system names a process by its file.
    const program = join(folder, name);
    copyFileSync('/bin/sleep', program);
    const [ours, others] = [lockerProcesses(), lockerProcesses('/proc', 54_321)];
    const before = await ours.isRunning();
    const locker = spawn(program, ['60']);
    await once(locker, 'spawn');
    await expect.poll(() => ours.isRunning()).toBe(true);
    expect(await others.isRunning()).toBe(false);
    locker.kill();
    await once(locker, 'close');
    expect(await ours.isRunning()).toBe(before);
    rmSync(folder, { recursive: true });
  },
);
