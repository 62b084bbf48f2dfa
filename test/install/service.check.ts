/** `hindcast service` with a real systemd user manager, and without one. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isolatedEnvironment, startDaemon, temporaryFolder } from '../support/start-daemon.ts';
import {
  reasonAgainstManager,
  startUserManager,
  type UserManager,
} from '../support/user-manager.ts';

const CLI = join(import.meta.dirname, '../../packages/cli/src/main.ts');
const reason = reasonAgainstManager();
if (reason !== undefined) process.stdout.write(`No tests of the systemd unit: ${reason}.\n`);

describe.skipIf(reason !== undefined)('with a user manager', () => {
  const home = temporaryFolder();
  const unit = join(home, '.config/systemd/user/hindcast.service');
  let manager: UserManager;

  const hindcast = async (...args: string[]) => {
    const { stdout } = await manager.run(process.execPath, [CLI, 'service', ...args]);
    return stdout;
  };
  const shown = async (property: string) => {
    const args = ['--user', 'show', 'hindcast', '--value', `--property=${property}`];
    return (await manager.run('systemctl', args)).stdout.trim();
  };

  beforeAll(async () => {
    manager = await startUserManager(home);
    await hindcast('install', '--port', '0', '--data-dir', join(home, 'my data'));
  });

  afterAll(async () => {
    // A failed test leaves the service running, which is no part of the manager's group.
    await manager.run('systemctl', ['--user', 'stop', 'hindcast.service']).catch(() => undefined);
    manager.stop();
    rmSync(home, { recursive: true, force: true });
  });

  test('an installed service is ready when the command returns, and says how it is', async () => {
    expect(await shown('ActiveState')).toBe('active');
    await expect.poll(() => shown('StatusText'), { timeout: 60_000 }).toContain('sample day');
    expect(await hindcast('status')).toMatch(/active \(running\), starts with the session: yes/);
  });

  test('what the unit forbids is forbidden', async () => {
    const status = readFileSync(`/proc/${await shown('MainPID')}/status`, 'utf8');
    const value = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1];
    // 2: system calls are filtered.
    expect([value('NoNewPrivs'), value('Seccomp'), value('Umask')]).toEqual(['1', '2', '0077']);
  });

  test('it ends with the graphical session and starts with the next', async () => {
    await manager.run('systemctl', ['--user', 'stop', 'test-session.target']);
    await expect.poll(() => shown('ActiveState'), { timeout: 60_000 }).toBe('inactive');
    await manager.run('systemctl', ['--user', 'start', 'test-session.target']);
    await expect.poll(() => shown('ActiveState'), { timeout: 60_000 }).toBe('active');
  });

  test('it is started again when it was killed', async () => {
    const before = await shown('MainPID');
    process.kill(Number(before), 'SIGKILL');
    await expect.poll(() => shown('NRestarts'), { timeout: 60_000 }).toBe('1');
    await expect.poll(() => shown('ActiveState'), { timeout: 60_000 }).toBe('active');
    expect(await shown('MainPID')).not.toBe(before);
  });

  test('it is started again when it hangs', async () => {
    const dropIn = `${unit}.d`;
    mkdirSync(dropIn);
    writeFileSync(join(dropIn, 'short.conf'), '[Service]\nWatchdogSec=12\n');
    await manager.run('systemctl', ['--user', 'daemon-reload']);
    await hindcast('stop');
    await hindcast('start');
    const before = await shown('MainPID');
    process.kill(Number(before), 'SIGSTOP');
    await expect.poll(() => shown('Result'), { timeout: 120_000 }).toBe('watchdog');
    await expect.poll(() => shown('ActiveState'), { timeout: 60_000 }).toBe('active');
    expect(await shown('MainPID')).not.toBe(before);
  });

  test('without the unit nothing of it is left, and the data stays', async () => {
    expect(await hindcast('uninstall')).toContain(`Your data stays in ${join(home, 'my data')}`);
    expect(existsSync(unit)).toBe(false);
    expect(await shown('LoadState')).toBe('not-found');
    expect(existsSync(join(home, 'my data', 'db.sqlite'))).toBe(true);
  });
});

describe('without a user manager', () => {
  let home: string;

  beforeEach(() => {
    home = temporaryFolder();
  });

  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const hindcast = (...args: string[]) =>
    promisify(execFile)(process.execPath, [CLI, 'service', ...args], {
      cwd: home,
      // As a login does it: not bound to this test, which stops it.
      env: { ...isolatedEnvironment(home, { HINDCAST_REPLAY: 'on' }), npm_lifecycle_event: '' },
    });

  test('the desktop starts it at login', async () => {
    const dataDir = join(home, 'data');
    const { stdout } = await hindcast('install', '--port', '0', '--data-dir', dataDir);
    const entry = join(home, '.config/autostart/hindcast.desktop');
    expect(stdout).toContain(entry);
    expect((await hindcast('status')).stdout).toMatch(/running \(process \d+\)/);
    expect(readFileSync(entry, 'utf8')).toContain(`"--data-dir=${dataDir}"`);
    const logged = async () => (await hindcast('logs')).stdout;
    await expect.poll(logged, { timeout: 60_000 }).toContain('service started');
    await hindcast('stop');
    expect((await hindcast('status')).stdout).toContain('stopped');
    await hindcast('start');
    expect((await hindcast('uninstall')).stdout).toContain(`Your data stays in ${dataDir}`);
    expect(existsSync(entry)).toBe(false);
  });

  test('a service that somebody else started is left alone', async () => {
    const running = await startDaemon({ args: ['--replay'] });
    try {
      const install = hindcast('install', '--data-dir', running.dataDir);
      await expect(install).rejects.toThrow(`a service runs already (process ${running.pid})`);
      expect((await fetch(`${running.baseUrl}/health`)).status).toBe(200);
    } finally {
      await running.stop();
    }
  });

  test('what is not installed cannot be started', async () => {
    await expect(hindcast('start')).rejects.toThrow('Run: hindcast service install');
  });
});
