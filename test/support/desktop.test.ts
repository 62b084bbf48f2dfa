import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endEverythingOf } from './desktop.ts';

test.runIf(process.platform === 'linux')(
  'what was started on a desktop ends with it, also what hides its surroundings',
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'hindcast-desktop-'));
    const start = (env: Record<string, string>, ...args: string[]) =>
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', ...args], { env });
    const known = start({ HOME: home });
    const hiding = start({}, `--user-data-dir=${home}/browser`);
    const other = start({ HOME: tmpdir() });
    const ends = Promise.all([once(known, 'exit'), once(hiding, 'exit')]);
    await endEverythingOf(home);
    await ends;
    expect(existsSync(home)).toBe(false);
    expect(other.exitCode ?? other.signalCode).toBeNull();
    other.kill();
  },
);
