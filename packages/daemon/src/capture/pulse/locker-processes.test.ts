import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
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

test.skipIf(process.platform !== 'linux')(
  'a script that becomes a locker is noticed when it does',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hindcast-locker-'));
    const program = join(folder, 'waylock');
    copyFileSync('/bin/sleep', program);
    const script = spawn('sh', ['-c', 'read line; exec "$0" 60', program]);
    await once(script, 'spawn');
    // Only this process is looked at: others on this machine may lock something meanwhile.
    const processes = join(folder, 'proc');
    mkdirSync(processes);
    symlinkSync(`/proc/${script.pid}`, join(processes, String(script.pid)));
    const ours = lockerProcesses(processes);
    for (let look = 0; look < 3; look += 1) expect(await ours.isRunning()).toBe(false);
    script.stdin.write('\n');
    await expect.poll(() => ours.isRunning(), { timeout: 20_000 }).toBe(true);
    script.kill();
    await once(script, 'close');
    rmSync(join(processes, String(script.pid)));
    expect(await ours.isRunning()).toBe(false);
    rmSync(folder, { recursive: true });
  },
);
