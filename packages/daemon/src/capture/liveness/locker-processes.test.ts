import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockerProcesses } from './locker-processes.ts';

/** Of no desktop, so that a desktop of another test is not locked. */
const TEST_DISPLAY = ':1999';

test.skipIf(process.platform !== 'linux').each(['gtklock', 'i3lock', 'xsecurelock'])(
  '%s is noticed for exactly as long as it runs, and only by its own user and on its own display',
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'hindcast-locker-'));
    // The system names a process by its file.
    const program = join(folder, name);
    copyFileSync('/bin/sleep', program);
    const [ours, others, elsewhere] = [
      lockerProcesses({ DISPLAY: TEST_DISPLAY }),
      lockerProcesses({ DISPLAY: TEST_DISPLAY }, '/proc', 54_321),
      lockerProcesses({ DISPLAY: ':1998' }),
    ];
    expect(await ours.isRunning()).toBe(false);
    const locker = spawn(program, ['60'], { env: { DISPLAY: `${TEST_DISPLAY}.0` } });
    await once(locker, 'spawn');
    await expect.poll(() => ours.isRunning()).toBe(true);
    expect(await others.isRunning()).toBe(false);
    expect(await elsewhere.isRunning()).toBe(false);
    locker.kill();
    await once(locker, 'close');
    expect(await ours.isRunning()).toBe(false);
    rmSync(folder, { recursive: true });
  },
);

test.skipIf(process.platform !== 'linux').each(['sh', 'blur-lock.sh'])(
  'a script that becomes a locker is noticed when it does, as %s',
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'hindcast-locker-'));
    const program = join(folder, 'waylock');
    copyFileSync('/bin/sleep', program);
    const file = join(folder, name);
    writeFileSync(file, '#!/bin/sh\nread line\nexec "$1" 60\n', { mode: 0o755 });
    const command = name === 'sh' ? ['sh', file] : [file];
    const script = spawn(command[0] ?? '', [...command.slice(1), program], {
      env: { DISPLAY: TEST_DISPLAY, PATH: process.env.PATH },
    });
    await once(script, 'spawn');
    // Only this process is looked at: others on this machine may lock something meanwhile.
    const processes = join(folder, 'proc');
    mkdirSync(processes);
    symlinkSync(`/proc/${script.pid}`, join(processes, String(script.pid)));
    const ours = lockerProcesses({}, processes);
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

test.skipIf(process.platform !== 'linux')(
  'a locker that has ended does not count, though nobody has taken note of its end',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hindcast-locker-'));
    const program = join(folder, 'i3lock');
    copyFileSync('/bin/sleep', program);
    // The shell becomes a program that does not know of the child.
    const script = '"$0" 60 & echo $!; exec sleep 60';
    const parent = spawn('sh', ['-c', script, program], { env: { DISPLAY: TEST_DISPLAY } });
    const [pid] = (await once(parent.stdout, 'data')) as [Buffer];
    const ours = lockerProcesses({ DISPLAY: TEST_DISPLAY });
    await expect.poll(() => ours.isRunning()).toBe(true);
    process.kill(Number(pid));
    await expect.poll(() => ours.isRunning()).toBe(false);
    parent.kill();
    await once(parent, 'close');
    rmSync(folder, { recursive: true });
  },
);
