/** `hindcast delete`: a range of time, an app, a site, a speaker, a device, for good; counted first. */
import { Command } from 'commander';
import { isConfirmed } from '../../confirm.ts';
import {
  clientOf,
  connect,
  findRunning,
  findServiceFolder,
  SettingsError,
  type WhereOptions,
} from '../../daemon.ts';
import { idFrom } from '../../ids.ts';
import { keptFolderLines } from '../../kept-folders.ts';
import { countLines, followJob, receiptText, sizeText } from '../../output/receipt.ts';

interface Options extends WhereOptions {
  from?: string;
  to?: string;
  app?: string;
  site?: string;
  speaker?: number;
  device?: string;
  dryRun?: true;
  yes?: true;
  verify?: true;
  json?: true;
}

export function deleteCommand(): Command {
  return new Command('delete')
    .summary('delete a time, an app, a site, a speaker or a device for good')
    .description(
      'Deletes everything that fits all of what is given: rows, index, pictures, sound, voices. Other devices are notified.\n' +
        'All that pipes printed, kept and wrote into their output folders since --from (without --from: ever) is deleted with it,\n' +
        'because it may quote it. Runs of pipes in progress are stopped.\n' +
        'It shows the counts and asks first. It cannot be undone.',
    )
    .option('--from <time>', 'from this time, such as "yesterday" or 2026-02-03T09:00')
    .option('--to <time>', 'up to this time')
    .option('--app <name>', 'only this application; its exact name')
    .option('--site <name>', 'only this site with its subdomains, such as bank.example')
    .option('--speaker <id>', 'only what this speaker said; without a time the speaker too', idFrom)
    .option('--device <name>', 'only what came from this other machine')
    .option('--dry-run', 'only count')
    .option('--yes', 'do not ask')
    .option('--verify', 'look for what earlier deletions may have left, and delete nothing')
    .option('--json', 'print JSON for programs')
    .option('--port <number>', 'port of the service')
    .option('--data-dir <folder>', 'data folder of the service')
    .addHelpText(
      'afterAll',
      '\nExamples:\n  $ hindcast delete --from "2h ago" --to now --dry-run\n  $ hindcast delete --app Signal --yes',
    )
    .action(run);
}

async function run(options: Options): Promise<void> {
  if (options.verify) return verify(options);
  const wanted = wishOf(options);
  if (Object.keys(wanted).length === 0)
    throw new SettingsError('say what: --from and --to, --app …');
  const service = await findRunning(options, findServiceFolder);
  const client = clientOf(service);
  const would = await client.post('/data/delete', { body: { ...wanted, dry_run: true } });
  if (!('dry_run' in would)) throw new Error('the service did not count');
  if (options.dryRun) {
    console.log(options.json ? JSON.stringify(would, undefined, 2) : wouldText(would));
    return;
  }
  if (!options.yes) console.error(wouldText(would));
  if (!options.yes && !(await isConfirmed('Delete this for good? [y/N] '))) {
    console.log('Nothing was deleted.');
    return;
  }
  const started = await client.post('/data/delete', { body: wanted });
  if (!('id' in started)) throw new Error('the service did not start a deletion');
  const job = await followJob(client, started.id);
  const nearby = await keptFolderLines(service.dataDir);
  console.log(options.json ? JSON.stringify(job, undefined, 2) : receiptText(job, nearby));
}

function wishOf({ from, to, app, site, speaker, device }: Options) {
  return {
    ...(from === undefined ? {} : { start: from }),
    ...(to === undefined ? {} : { end: to }),
    ...(app === undefined ? {} : { app_name: app }),
    ...(site === undefined ? {} : { site }),
    ...(speaker === undefined ? {} : { speaker_id: speaker }),
    ...(device === undefined ? {} : { machine_id: device }),
  };
}

function wouldText(would: { bytes: number; videos_rewritten: number }): string {
  const lines = countLines(would);
  if (lines.length === 0) return 'Nothing matches.';
  return [
    'This would be deleted:',
    ...lines,
    `${sizeText(would.bytes).padStart(9)}  on the disk, about`,
  ].join('\n');
}

async function verify({ json, ...where }: Options): Promise<void> {
  const { client } = await connect(where);
  const left = await client.get('/data/leftovers');
  if (json) {
    console.log(JSON.stringify(left, undefined, 2));
    return;
  }
  const found = Object.entries(left).filter(([, count]) => count > 0);
  console.log(
    found.length === 0
      ? 'Nothing of what was deleted is left.'
      : ['Left of what was deleted or replaced:', ...found.map(lineOf)].join('\n'),
  );
}

function lineOf([name, count]: [string, number]): string {
  return `  ${count} ${name.replaceAll('_', ' ')}`;
}
