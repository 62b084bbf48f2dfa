/** `hindcast rules`: a new exclusion or a rule about words, for what is already stored. */
import type { Answer } from '@hindcast/client';
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
import { keptFolderLines } from '../../kept-folders.ts';
import { countLines, followJob, receiptText, sizeText } from '../../output/receipt.ts';

const KINDS = [
  'private_key',
  'api_key',
  'iban',
  'credit_card',
  'email',
  'ssn',
  'national_id',
  'phone',
] as const;

interface Options extends WhereOptions {
  app?: string[];
  window?: string[];
  url?: string[];
  private?: true;
  pii?: string | true;
  word?: string[];
  yes?: true;
  json?: true;
}

type Preview = Answer<'/rules/preview', 'post'>;

export function rulesCommand(): Command {
  const command = new Command('rules')
    .summary('apply a privacy rule to what is already stored')
    .description(
      'Applies a rule to all history: exclusions delete what they would have kept out, rules about words cover them.\n' +
        'What is recorded from now on is a setting: hindcast config set vision.ignoredApps …',
    )
    .addHelpText(
      'afterAll',
      '\nExamples:\n  $ hindcast rules preview --url bank.example --pii email,phone\n  $ hindcast rules apply --app Signal',
    );
  const part = (name: string, description: string) =>
    command
      .command(name)
      .description(description)
      .option('--app <part...>', 'parts of names of applications')
      .option('--window <part...>', 'parts of window titles')
      .option('--url <part...>', 'parts of addresses')
      .option('--private', 'private browsing windows')
      .option('--pii [kinds]', `cover personal data: ${KINDS.join(',')}; all without a list`)
      .option('--word <word...>', 'cover these words')
      .option('--json', 'print JSON for programs')
      .option('--port <number>', 'port of the service')
      .option('--data-dir <folder>', 'data folder of the service');
  part('preview', 'Counts what the rule would change.').action(async (options: Options) => {
    const { client } = await connect(options);
    const preview = await client.post('/rules/preview', { body: bodyOf(options) });
    console.log(options.json ? JSON.stringify(preview, undefined, 2) : previewText(preview));
  });
  part('apply', 'Changes it, after the counts were shown. This cannot be undone.')
    .option('--yes', 'do not ask')
    .action(apply);
  return command;
}

async function apply(options: Options): Promise<void> {
  const service = await findRunning(options, findServiceFolder);
  const client = clientOf(service);
  const body = bodyOf(options);
  if (!options.yes) {
    console.error(previewText(await client.post('/rules/preview', { body })));
    if (!(await isConfirmed('Apply this to all history for good? [y/N] '))) {
      console.log('Nothing was changed.');
      return;
    }
  }
  const { id } = await client.post('/rules/apply', { body });
  const job = await followJob(client, id);
  const nearby = await keptFolderLines(service.dataDir);
  console.log(options.json ? JSON.stringify(job, undefined, 2) : receiptText(job, nearby));
}

function bodyOf(options: Options) {
  const { app, window, url, pii, word } = options;
  const kinds = pii === true ? [...KINDS] : (pii?.split(',') ?? []).map(kindFrom);
  return {
    ...(app ? { apps: app } : {}),
    ...(window ? { windows: window } : {}),
    ...(url ? { urls: url } : {}),
    ...(options.private ? { private: true } : {}),
    ...(kinds.length > 0 ? { pii: kinds } : {}),
    ...(word ? { words: word } : {}),
  };
}

function kindFrom(name: string): (typeof KINDS)[number] {
  const kind = KINDS.find((one) => one === name.trim());
  if (kind === undefined) throw new SettingsError(`--pii takes ${KINDS.join(', ')}`);
  return kind;
}

function previewText({ excluded, redacted, pipe_outputs }: Preview): string {
  const deleted = excluded ? countLines(excluded) : [];
  const covered = redacted ? countLines(redacted) : [];
  return [
    ...(deleted.length > 0
      ? ['This would be deleted:', ...deleted]
      : ['Nothing would be deleted.']),
    ...(excluded && deleted.length > 0
      ? [`${sizeText(excluded.bytes).padStart(9)}  on the disk, about`]
      : []),
    ...(redacted
      ? [
          covered.length > 0
            ? 'Something would be covered in:'
            : 'Nothing would be covered: no text has any of it.',
          ...covered,
        ]
      : []),
    ...(pipe_outputs > 0
      ? ['This would be deleted too, whatever it is about:', ...countLines({ pipe_outputs })]
      : []),
  ].join('\n');
}
