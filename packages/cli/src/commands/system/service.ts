/** `hindcast service`: keeps the service running with the person's session, by systemd or by the autostart of the desktop. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import {
  daemonCommand,
  findService,
  flagsOf,
  SettingsError,
  type WhereOptions,
} from '../../daemon.ts';
import { EXIT } from '../../exit-codes.ts';
import { autostartKeeper } from '../../service/autostart.ts';
import { type Keeper, KeeperError } from '../../service/keeper.ts';
import { whereOf } from '../../service/kept-command.ts';
import { hasUserManager, systemdKeeper, UNIT } from '../../service/systemd.ts';

const SHOWN_LINES = 50;

export function serviceCommand(): Command {
  return new Command('service')
    .summary('start the service with your session')
    .description('Keeps the service running: it starts with your session and after a failure.')
    .addHelpText('after', examples('install', 'status', 'logs --follow'))
    .addCommand(installCommand())
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
    .addHelpText('after', examples('install', 'install --data-dir /media/disk/hindcast'))
    .action((where: WhereOptions) =>
      withReason(async () => {
        const { dataDir } = where;
        const flags = flagsOf({ ...where, ...(dataDir && { dataDir: resolve(dataDir) }) });
        const command = daemonCommand(flags);
        const [systemd, autostart] = keepers();
        if (!systemd.isInstalled() && !autostart.isInstalled()) await refuseRunning(command);
        const keeper = (await hasUserManager()) ? systemd : autostart;
        const other = keeper === systemd ? autostart : systemd;
        // Two keepers would start two services, of which the second is refused.
        if (other.isInstalled()) await other.uninstall();
        await keeper.install(command);
        console.log(`Installed (${keeper.name}): ${keeper.file}`);
        console.log(`State: ${await keeper.state()}`);
      }),
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
  console.log(`Kept by ${keeper.name}: ${keeper.file}`);
  console.log(`State: ${await keeper.state()}`);
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

function keepers(): [Keeper, Keeper] {
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

async function withReason(act: () => Promise<void>): Promise<void> {
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
