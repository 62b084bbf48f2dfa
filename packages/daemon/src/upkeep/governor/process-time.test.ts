import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { processTime } from './process-time.ts';

const BURN = 'const end = performance.now() + 400; while (performance.now() < end);';

test.skipIf(process.platform !== 'linux')(
  'counts what children use, while they run and after they have ended',
  async () => {
    const before = processTime();
    const child = spawn(process.execPath, [
      '-e',
      `${BURN} process.stdout.write('x'); setInterval(() => {}, 1000)`,
    ]);
    const ended = once(child, 'close');
    await once(child.stdout, 'data');
    const during = processTime();
    expect(during.processes).toBeGreaterThan(before.processes);
    // Of 400 ms; a busy machine gives it less than that.
    expect(during.cpuMs - before.cpuMs).toBeGreaterThanOrEqual(50);
    child.kill('SIGKILL');
    await ended;
    const after = processTime();
    expect(after.processes).toBe(before.processes);
    expect(after.cpuMs).toBeGreaterThanOrEqual(during.cpuMs);
  },
);
