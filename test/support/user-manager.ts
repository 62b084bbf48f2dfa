/**
 * A systemd user manager for a test, on a machine where none runs. It believes that the machine was booted with systemd because it runs
 * in its own mount namespace, which takes root. Commands of the test run in there too.
 */
import { execFile, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const SYSTEMD = '/lib/systemd/systemd';
const START_WITHIN_MS = 60_000;
/** Nothing of the machine's own units: those of this test alone. */
const SESSION_UNIT =
  '[Unit]\nDescription=The session of a test\nBindsTo=graphical-session.target\n';

export interface UserManager {
  run(command: string, args: readonly string[]): Promise<{ stdout: string; stderr: string }>;
  stop(): void;
}

/** Undefined when a manager can run here; else why not. */
export function reasonAgainstManager(): string | undefined {
  if (process.platform !== 'linux' || !existsSync(SYSTEMD)) return 'systemd is not installed';
  if (process.getuid?.() !== 0) return 'a mount namespace takes root';
  const isAllowed: SpawnSyncReturns<Buffer> = spawnSync('unshare', ['--mount', 'true']);
  return isAllowed.status === 0 ? undefined : 'mount namespaces are not allowed here';
}

export async function startUserManager(home: string): Promise<UserManager> {
  const runtime = join(home, 'run');
  mkdirSync(runtime, { recursive: true, mode: 0o700 });
  const units = join(home, '.config', 'systemd', 'user');
  mkdirSync(units, { recursive: true });
  writeFileSync(join(units, 'test-session.target'), SESSION_UNIT);
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${runtime}/bus`,
    HINDCAST_REPLAY: 'on',
  };
  const script = [
    'mkdir -p /run/systemd && mount -t tmpfs none /run/systemd && mkdir /run/systemd/system',
    'dbus-daemon --session --nofork --address="$DBUS_SESSION_BUS_ADDRESS" &',
    `exec ${SYSTEMD} --user --log-target=null`,
  ].join('\n');
  const child = spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', script], {
    env,
    stdio: 'ignore',
    detached: true,
  });
  const pid = String(child.pid);
  const run: UserManager['run'] = (command, args) =>
    promisify(execFile)('nsenter', ['--target', pid, '--mount', '--wd=.', command, ...args], {
      env,
      cwd: home,
    });
  const manager: UserManager = {
    run,
    stop: () => {
      // The bus and the services of the manager are in its group.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    },
  };
  const end = Date.now() + START_WITHIN_MS;
  const isRunning = () =>
    run('systemctl', ['--user', 'is-system-running']).then(
      () => true,
      () => false,
    );
  while (!(await isRunning())) {
    if (Date.now() > end) {
      manager.stop();
      throw new Error('the user manager did not start in time');
    }
    await wait(200);
  }
  await run('systemctl', ['--user', 'start', 'test-session.target']);
  return manager;
}
