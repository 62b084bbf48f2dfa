/** `hindcast service`: keeps the service running with the person's session, by systemd or by the autostart of the desktop. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import {
  DAEMON,
  daemonCommand,
  findService,
  flagsOf,
  SettingsError,
  type WhereOptions,
} from '../../daemon.ts';
import { EXIT } from '../../exit-codes.ts';
import { autostartKeeper } from '../../service/autostart.ts';
import { type Keeper, KeeperError, missingFile } from '../../service/keeper.ts';
import { whereOf } from '../../service/kept-command.ts';
import { hasUserManager, systemdKeeper, UNIT } from '../../service/systemd.ts';

const SHOWN_LINES = 50;

export function serviceCommand(): Command {
  return new Command('service')
    .summary('start the service with your session')
    .description('Keeps the service running: it starts with your session and after a failure.')
    .addHelpText('after', examples('install', 'status', 'logs --follow'))
    .addCommand(installCommand())
    .addCommand(enableCommand())
    .addCommand(step('disable', 'starts it no longer with your session', disable))
    .addCommand(step('uninstall', 'stops it and no longer starts it; your data stays', uninstall))
    .addCommand(step('start', 'starts it now', (keeper) => keeper.start()))
    .addCommand(
      step('stop', 'stops it until the next login', async (keeper) => {
        await keeper.stop();
        console.log('Stopped.');
      }),
    )
    .addCommand(step('status', 'shows how it is kept and whether it runs', showState))
    .addCommand(logsCommand());
}

function installCommand(): Command {
  return new Command('install')
    .summary('starts it now and with every session')
    .option('--port <number>', 'port of the service')
    .option('--data-dir <folder>', 'data folder of the service')
    .option('--accept', 'agree to be recorded, for installations without a person')
    .addHelpText('after', examples('install', 'install --data-dir /media/disk/hindcast'))
    .action(({ accept, ...where }: WhereOptions & { accept?: true }) =>
      withReason(() => install(keptCommand(where, accept ? ['--accept'] : []))),
    );
}

async function install(command: readonly string[]): Promise<void> {
  refuseTemporary(import.meta.dirname);
  const [systemd, autostart] = keepers();
  if (!systemd.isInstalled() && !autostart.isInstalled()) await refuseRunning(command);
  const keeper = (await hasUserManager()) ? systemd : autostart;
  const other = keeper === systemd ? autostart : systemd;
  // Two keepers would start two services, of which the second is refused.
  if (other.isInstalled()) await other.uninstall();
  await keeper.install(command);
  console.log(`Installed (${keeper.name}): ${keeper.file}`);
  console.log(`State: ${await keeper.state()}`);
}

/** `enable` and `disable`: whether it starts with the session, without touching what runs now. The page's welcome uses them. */
function enableCommand(): Command {
  return new Command('enable')
    .summary('starts it with every session from the next one on')
    .option('--port <number>', 'port of the service')
    .option('--data-dir <folder>', 'data folder of the service')
    .addHelpText('after', examples('enable'))
    .action((where: WhereOptions) =>
      withReason(async () => {
        refuseTemporary(import.meta.dirname);
        const [systemd, autostart] = keepers();
        const keeper = (await hasUserManager()) ? systemd : autostart;
        await keeper.enable(keptCommand(where, []));
        console.log(`It starts with your session (${keeper.name}): ${keeper.file}`);
      }),
    );
}

async function disable(keeper: Keeper): Promise<void> {
  await keeper.disable();
  console.log('It no longer starts with your session. What runs now goes on.');
}

/** An installed service asks before it records, also when it runs from source. */
function keptCommand({ port, dataDir }: WhereOptions, more: readonly string[]): string[] {
  const folder = dataDir === undefined ? {} : { dataDir: resolve(dataDir) };
  return daemonCommand([
    ...flagsOf({ ...(port !== undefined && { port }), ...folder }),
    '--ask-first',
    ...more,
  ]);
}

/** npm empties the folder of npx now and then, and a service that starts with the session would then be missing. */
export function refuseTemporary(folder: string): void {
  if (!/[\\/]_npx[\\/]/.test(folder)) return;
  throw new KeeperError(
    'npx runs from a temporary folder that npm removes. Install Hindcast first (npm install -g hindcast), then run: hindcast service install',
  );
}

/** One that a person started elsewhere owns the data folder: ending it is theirs to do. */
async function refuseRunning(command: readonly string[]): Promise<void> {
  const pid = await findProcess(command);
  if (pid === undefined) return;
  throw new KeeperError(
    `a service runs already (process ${pid}). Stop it where it was started, then install again.`,
  );
}

async function uninstall(keeper: Keeper): Promise<void> {
  const { dataDir } = await findService(whereOf(keeper.command()));
  await keeper.uninstall();
  console.log(`Removed ${keeper.file}.`);
  if (existsSync(dataDir)) console.log(`Your data stays in ${dataDir}.`);
}

async function showState(keeper: Keeper): Promise<void> {
  const missing = missingFile(keeper.command());
  console.log(`Kept by ${keeper.name}: ${keeper.file}`);
  console.log(`State: ${await keeper.state()}`);
  if (missing !== undefined) {
    console.log(`Its program is missing (${missing}). Run: hindcast service install`);
  } else if (!keeper.command().includes(DAEMON)) {
    console.log(`It runs another installation: ${programOf(keeper.command())}`);
  }
}

/** The part of a command that names the service's own program. */
function programOf(command: readonly string[]): string {
  return command.find((part) => /main\.[jt]s$/.test(part)) ?? command.join(' ');
}

function logsCommand(): Command {
  return new Command('logs')
    .summary('shows what it has logged')
    .option('--follow', 'go on with what is new')
    .addHelpText('after', examples('logs', 'logs --follow'))
    .action(({ follow }: { follow?: true }) =>
      withReason(async () => {
        const keeper = installed();
        const { dataDir } = await findService(whereOf(keeper.command()));
        const [program, ...args] =
          keeper.name === 'systemd'
            ? ['journalctl', '--user', `--unit=${UNIT}`, '--no-pager', `--lines=${SHOWN_LINES}`]
            : ['tail', `--lines=${SHOWN_LINES}`, join(dataDir, 'logs', 'hindcast.log')];
        const child = spawn(program, follow ? [...args, '--follow'] : args, { stdio: 'inherit' });
        await new Promise((done) => child.once('close', done).once('error', done));
      }),
    );
}

function step(name: string, summary: string, act: (keeper: Keeper) => Promise<void>): Command {
  return new Command(name)
    .summary(summary)
    .addHelpText('after', examples(name))
    .action(() => withReason(() => act(installed())));
}

export function keepers(): [Keeper, Keeper] {
  const configFolder = process.env.XDG_CONFIG_HOME || join(homedir(), '.config');
  return [systemdKeeper(configFolder), autostartKeeper(configFolder, findProcess)];
}

async function findProcess(command: readonly string[]): Promise<number | undefined> {
  try {
    return (await findService(whereOf(command))).pid;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    // The folder is not there yet, or its settings keep the service from starting: nothing runs.
    return undefined;
  }
}

function installed(): Keeper {
  const keeper = keepers().find((one) => one.isInstalled());
  if (keeper !== undefined) return keeper;
  throw new KeeperError('the service is not installed. Run: hindcast service install');
}

export async function withReason(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof KeeperError)) throw error;
    console.error(`hindcast: ${error.message}`);
    process.exitCode = EXIT.failure;
  }
}

function examples(...commands: string[]): string {
  const title = commands.length > 1 ? 'Examples:' : 'Example:';
  return ['', title, ...commands.map((command) => `  $ hindcast service ${command}`)].join('\n');
}
