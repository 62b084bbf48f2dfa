/** Keeps the service as a unit of the systemd user manager. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Keeper, KeeperError, refuseMissingProgram } from './keeper.ts';
import { commandIn } from './kept-command.ts';
import { unitText } from './unit.ts';

export const UNIT = 'hindcast.service';
const SESSION = 'graphical-session.target';
const run = promisify(execFile);

async function systemctl(...args: string[]): Promise<string> {
  try {
    const { stdout } = await run('systemctl', ['--user', '--no-pager', ...args]);
    return stdout.trim();
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new KeeperError(`systemctl --user ${args.join(' ')}: ${stderr?.trim() || message}`);
  }
}

/** Whether this session has a user manager that follows the graphical session. */
export async function hasUserManager(): Promise<boolean> {
  try {
    return (await systemctl('show', SESSION, '--property=ActiveState')) === 'ActiveState=active';
  } catch {
    // No systemd, or no manager for this person: the desktop's autostart is used.
    return false;
  }
}

export function systemdKeeper(configFolder: string): Keeper {
  const file = join(configFolder, 'systemd', 'user', UNIT);
  const wanted = join(configFolder, 'systemd', 'user', `${SESSION}.wants`, UNIT);
  const command = () => (existsSync(file) ? commandIn(readFileSync(file, 'utf8')) : []);

  async function enable(installed: readonly string[]): Promise<void> {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, unitText(installed));
    await systemctl('daemon-reload');
    await systemctl('enable', UNIT);
  }

  return {
    name: 'systemd',
    file,
    isInstalled: () => existsSync(file),
    command,
    async install(installed) {
      await enable(installed);
      await systemctl('restart', UNIT);
    },
    enable,
    disable: async () => void (await systemctl('disable', UNIT)),
    async uninstall() {
      if (await hasUserManager()) await systemctl('disable', '--now', UNIT);
      // Without a manager nothing of it runs, and only its files are left.
      rmSync(file, { force: true });
      rmSync(wanted, { force: true });
      if (await hasUserManager()) await systemctl('daemon-reload');
    },
    async start() {
      refuseMissingProgram(file, command());
      await systemctl('start', UNIT);
    },
    stop: async () => void (await systemctl('stop', UNIT)),
    async state() {
      const fields = ['ActiveState', 'SubState', 'UnitFileState', 'NRestarts', 'StatusText'];
      const text = await systemctl('show', UNIT, `--property=${fields.join(',')}`);
      const values = new Map(
        text.split('\n').map((line) => {
          const at = line.indexOf('=');
          return [line.slice(0, at), line.slice(at + 1)];
        }),
      );
      const sentence = values.get('StatusText');
      return [
        `${values.get('ActiveState')} (${values.get('SubState')})`,
        `starts with the session: ${values.get('UnitFileState') === 'enabled' ? 'yes' : 'no'}`,
        `restarts: ${values.get('NRestarts')}`,
        ...(sentence ? [sentence] : []),
      ].join(', ');
    },
  };
}
