/** `hindcast backup` and `hindcast restore`: a copy of everything, and the way back. */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { clientOf, findServiceFolder, runDaemon, type WhereOptions } from '../../daemon.ts';
import { EXIT } from '../../exit-codes.ts';
import { progressBar } from '../../output/progress-bar.ts';
import { counted, megabytes } from '../../output/terminal.ts';

const LOOK_EVERY_MS = 300;

interface BackupOptions extends WhereOptions {
  json?: true;
}

interface RestoreOptions {
  snapshot?: string;
  force?: true;
  json?: true;
  dataDir?: string;
}

export function backupCommand(): Command {
  return new Command('backup')
    .summary('copy everything into a folder')
    .description(
      'Copies the database and all media that belongs to it into a folder, while the service goes on recording or without one.\n' +
        'A folder with an earlier backup is brought up to date: only what is new is copied. An encrypted store stays encrypted.',
    )
    .argument('<folder>', 'a new folder, or one with an earlier backup')
    .option('--json', 'print JSON for programs')
    .option('--port <number>', 'port of the service')
    .option('--data-dir <folder>', 'the data folder')
    .addHelpText('after', '\nExample:\n  $ hindcast backup /media/disk/hindcast')
    .action(backUp);
}

async function backUp(path: string, options: BackupOptions): Promise<void> {
  const folder = resolve(path);
  const service = await findServiceFolder(options);
  if (service.pid === undefined) {
    const json = options.json ? ['--json'] : [];
    const args = [`--backup=${folder}`, `--data-dir=${service.dataDir}`, ...json];
    process.exitCode = await runDaemon(args);
    return;
  }
  const client = clientOf(service);
  const bar = progressBar(process.stderr);
  let state = await client.post('/backup', { body: { path: folder } });
  while (state.state === 'running') {
    const { step, done = 0, total = 0 } = state;
    const whole = step === 'database' ? 'the database' : counted(total, 'media file');
    if (options.json === undefined && total > 0) bar.show('Backup', { done, total }, whole);
    await sleep(LOOK_EVERY_MS);
    state = await client.get('/backup');
  }
  bar.end();
  const { last, error } = state;
  if (last === undefined) {
    console.error(`hindcast: ${error ?? 'the backup was not made'}`);
    process.exitCode = EXIT.failure;
  } else if (options.json) console.log(JSON.stringify(last, undefined, 2));
  else {
    const { files, kept, bytes, missing } = last;
    console.log(
      `Backup made: ${counted(files, 'file')}, ${megabytes(bytes)}; ${kept} of them were there already.`,
    );
    console.log(`It is in ${folder}. Bring it back with: hindcast restore ${folder}`);
    if (missing > 0) console.log(`${counted(missing, 'media file')} of the store are missing.`);
  }
}

export function restoreCommand(): Command {
  return new Command('restore')
    .summary('bring a backup back')
    .description(
      'Copies a backup into the data folder, compares every file with what was put into the backup, and examines the database.\n' +
        'No service may run there. A folder that holds data is refused; with --force it is kept next to the new one.',
    )
    .argument('[backup]', 'the folder of the backup')
    .option(
      '--snapshot <date>',
      'in place of a backup: the database of that day, such as 2026-11-15',
    )
    .option('--force', 'also when the data folder holds data, which is kept aside')
    .option('--json', 'print JSON for programs')
    .option('--data-dir <folder>', 'the data folder to restore to')
    .addHelpText('after', '\nExample:\n  $ hindcast restore /media/disk/hindcast')
    .action(async (backup: string | undefined, options: RestoreOptions, command: Command) => {
      const { snapshot } = options;
      if ((backup === undefined) === (snapshot === undefined)) {
        command.error('error: name the folder of a backup, or a day with --snapshot');
      }
      process.exitCode = await runDaemon([
        backup === undefined ? `--restore-snapshot=${snapshot}` : `--restore=${resolve(backup)}`,
        ...(options.force ? ['--force'] : []),
        ...(options.json ? ['--json'] : []),
        ...(options.dataDir === undefined ? [] : [`--data-dir=${options.dataDir}`]),
      ]);
    });
}
