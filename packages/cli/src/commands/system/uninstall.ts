/** `hindcast uninstall`: takes the service out of the session, on request deletes all data, and says what was removed and what is left. */
import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { isConfirmed } from '../../confirm.ts';
import { findService, type InstallKind, readSettings, type WhereOptions } from '../../daemon.ts';
import { folderSize } from '../../folder-size.ts';
import { keptFolderLines } from '../../kept-folders.ts';
import { megabytes } from '../../output/terminal.ts';
import { KeeperError } from '../../service/keeper.ts';
import { whereOf } from '../../service/kept-command.ts';
import { keepers, withReason } from './service.ts';

/** A data folder has at least one of these; any other folder is not touched. */
const MARKS = ['owner.lock', 'db.sqlite', 'agreement.json'];

const LEFT: Readonly<Record<InstallKind, string>> = {
  source: 'The program itself is your clone of the repository: delete its folder.',
  npm: 'The program itself goes with: npm uninstall -g hindcast',
  npx: 'The program itself is in the cache of npx, which npm empties.',
  debian: 'The program itself goes with: apt remove hindcast',
};

interface Options {
  data?: true;
  yes?: true;
  dataDir?: string;
}

export function uninstallCommand(): Command {
  return new Command('uninstall')
    .summary('take the service out of your session, with --data delete everything')
    .description(
      'Stops the service and removes its unit or autostart entry, and with them the icon in the panel.\n' +
        'With --data it also deletes everything that was recorded. Prints what was removed and what is left.',
    )
    .option('--data', 'delete all data too; this cannot be undone')
    .option('--yes', 'do not ask')
    .option('--data-dir <folder>', 'the data folder')
    .addHelpText('after', '\nExamples:\n  $ hindcast uninstall\n  $ hindcast uninstall --data')
    .action((options: Options) => withReason(() => uninstall(options)));
}

async function uninstall({ data, yes, dataDir }: Options): Promise<void> {
  const installed = keepers().filter((keeper) => keeper.isInstalled());
  const where: WhereOptions =
    dataDir === undefined ? whereOf(installed[0]?.command() ?? []) : { dataDir };
  const { install, settings } = await readSettings(where);
  const folder = String(settings.find(({ key }) => key === 'dataDir')?.value);
  const folders = data ? foldersOf(folder) : [];
  if (data && !yes) await confirm(folders);
  const receipt: string[] = [];
  for (const keeper of installed) {
    await keeper.uninstall();
    receipt.push(`Removed ${keeper.file} (${keeper.name}); the service is stopped.`);
  }
  if (installed.length === 0) receipt.push('Nothing started the service with your session.');
  if (data) receipt.push(...(await deleteFolders(folders, where)));
  else if (existsSync(folder)) receipt.push(`Your data stays in ${folder}.`);
  receipt.push(...(await keptFolderLines(folder)), LEFT[install.kind]);
  console.log(receipt.join('\n'));
}

/** The data, and what can be made again from nothing: compiled code, models. */
function foldersOf(dataDir: string): string[] {
  const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const isData = existsSync(dataDir) && MARKS.some((name) => existsSync(join(dataDir, name)));
  if (existsSync(dataDir) && !isData && readdirSync(dataDir).length > 0) {
    throw new KeeperError(
      `${dataDir} is no data folder of Hindcast, so nothing in it is deleted. Name the right one with --data-dir.`,
    );
  }
  return [dataDir, join(caches, 'hindcast')].filter((folder) => existsSync(folder));
}

async function confirm(folders: readonly string[]): Promise<void> {
  for (const folder of folders) console.error(`  ${folder}  ${await sizeOf(folder)}`);
  if (await isConfirmed('Delete all of this for good? [y/N] ')) return;
  throw new KeeperError('nothing was removed.');
}

async function deleteFolders(folders: readonly string[], where: WhereOptions): Promise<string[]> {
  const [dataDir] = folders;
  const { pid } = dataDir === undefined ? {} : await findService({ ...where, dataDir });
  if (pid !== undefined) {
    throw new KeeperError(
      `a service still writes to ${dataDir} (process ${pid}). Stop it where it was started, then run this again.`,
    );
  }
  const lines: string[] = [];
  for (const folder of folders) {
    const size = await sizeOf(folder);
    await rm(folder, { recursive: true });
    lines.push(`Deleted ${folder} (${size}).`);
  }
  return lines.length > 0 ? lines : ['There was no data to delete.'];
}

async function sizeOf(folder: string): Promise<string> {
  const { bytes, isExact } = await folderSize(folder);
  return `${isExact ? '' : 'more than '}${megabytes(bytes)}`;
}
