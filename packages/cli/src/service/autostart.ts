/** Keeps the service where there is no user manager: the desktop starts it at login, and this program starts and stops it meanwhile. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Keeper, KeeperError, refuseMissingProgram } from './keeper.ts';
import { commandIn, commandLine } from './kept-command.ts';

const START_WITHIN_MS = 60_000;
/** A busy machine needs more than the five seconds that a stop takes. */
const STOP_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 200;

/** The process that a command runs; undefined when it does not run. */
export type FindProcess = (command: readonly string[]) => Promise<number | undefined>;

/** As the Desktop Entry Specification wants it. */
export function desktopEntry(command: readonly string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Hindcast',
    'Comment=A local memory of screen and sound',
    `Exec=${command.map(quoted).join(' ')}`,
    'Terminal=false',
    'NoDisplay=true',
    'X-GNOME-Autostart-Delay=5',
    commandLine(command),
    '',
  ].join('\n');
}

function quoted(argument: string): string {
  const escaped = argument.replace(/[\\"`$]/g, '\\$&').replaceAll('%', '%%');
  // A string of this file takes backslashes once more.
  return `"${escaped.replaceAll('\\', '\\\\')}"`;
}

export function autostartKeeper(configFolder: string, findRunning: FindProcess): Keeper {
  const file = join(configFolder, 'autostart', 'hindcast.desktop');
  const command = () => (existsSync(file) ? commandIn(readFileSync(file, 'utf8')) : []);
  const findProcess = () => findRunning(command());

  async function start(): Promise<void> {
    if ((await findProcess()) !== undefined) return;
    const [program = '', ...args] = command();
    refuseMissingProgram(file, command());
    const child = spawn(program, args, { detached: true, stdio: 'ignore' });
    let code: number | null | undefined;
    child.once('exit', (exitCode) => {
      code = exitCode;
    });
    const isUp = await until(
      async () => code !== undefined || (await findProcess()) !== undefined,
      START_WITHIN_MS,
    );
    child.unref();
    if (code !== undefined) {
      throw new KeeperError(`the service ended with code ${code}. "hindcast start" shows why.`);
    }
    if (!isUp) throw new KeeperError('the service did not answer in time');
  }

  async function stop(): Promise<void> {
    const pid = await findProcess();
    if (pid === undefined) return;
    process.kill(pid, 'SIGTERM');
    const isOver = await until(async () => (await findProcess()) === undefined, STOP_WITHIN_MS);
    if (!isOver) throw new KeeperError(`the service (process ${pid}) did not stop in time`);
  }

  async function enable(installed: readonly string[]): Promise<void> {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, desktopEntry(installed));
  }

  return {
    name: 'autostart of the desktop',
    file,
    isInstalled: () => existsSync(file),
    command,
    async install(installed) {
      if (existsSync(file)) await stop();
      await enable(installed);
      await start();
    },
    enable,
    disable: async () => rmSync(file, { force: true }),
    async uninstall() {
      await stop();
      rmSync(file, { force: true });
    },
    start,
    stop,
    async state() {
      const pid = await findProcess();
      return pid === undefined ? 'stopped' : `running (process ${pid})`;
    },
  };
}

async function until(isSo: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const end = Date.now() + withinMs;
  while (Date.now() < end) {
    if (await isSo()) return true;
    await wait(LOOK_EVERY_MS);
  }
  return false;
}
