/**
 * The command line of `hindcast-hub`: serves, and makes and revokes tokens. Without a command it serves. Settings are flags, or variables of the
 * environment for what must not be seen in a list of processes.
 */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { buildHub } from './server.ts';
import type { HubStorage } from './storage.ts';
import { openStorage, type StorageOptions } from './storages.ts';
import { sweepBlobs } from './sweep.ts';
import { addToken } from './tokens.ts';

const MEGABYTE = 1_000_000;
/** Requests in flight when the hub is asked to stop. */
const FINISH_REQUESTS_MS = 3_000;
const SWEEP_EVERY_MS = 60_000;

interface ServeOptions {
  port: number;
  host: string;
  tlsCert?: string;
  tlsKey?: string;
  requestsPerMinute: number;
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('a whole number is needed');
  return Number(text);
}

export function buildProgram(): Command {
  const program = new Command('hindcast-hub')
    .description('Keeps sealed blobs for the devices of Hindcast. It cannot read any of them.')
    .option('--data-dir <folder>', 'where everything is kept', join(homedir(), '.hindcast-hub'))
    .option('--s3-url <address>', 'S3 endpoint with bucket, such as https://s3.example/bucket')
    .addHelpText(
      'after',
      [
        '',
        'With HINDCAST_HUB_DATABASE_URL (postgres://…) rows are kept in PostgreSQL, and blobs at --s3-url with the',
        'keys HINDCAST_HUB_S3_KEY_ID and HINDCAST_HUB_S3_SECRET. Several hubs can share them.',
        '',
        'Examples:',
        '  $ hindcast-hub token add --label "laptop and desk"',
        '  $ hindcast-hub serve --host 0.0.0.0 --tls-cert hub.crt --tls-key hub.key',
      ].join('\n'),
    );
  const storage = () =>
    openStorage({ ...program.opts<Pick<StorageOptions, 'dataDir' | 's3Url'>>(), env: process.env });

  program
    .command('serve', { isDefault: true })
    .description('Answers devices until it is stopped.')
    .option('--port <number>', 'port; 0: any that is free', wholeNumber, 3040)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--tls-cert <file>', 'certificate, for a hub without a proxy in front of it')
    .option('--tls-key <file>', 'key of the certificate')
    .option('--requests-per-minute <number>', 'of one token', wholeNumber, 1_200)
    .action(async (options: ServeOptions) => serve(await storage(), options));

  const token = program.command('token').description('Makes, lists and revokes tokens.');
  token
    .command('add')
    .description('Makes a token and prints it, once. All devices of a person may share one.')
    .option('--label <text>', 'a note for the list', '')
    .option('--account <id>', 'a further token for an account that is there')
    .option('--quota-mb <number>', 'how much the account may keep', wholeNumber)
    .action(async (wanted: { label: string; account?: string; quotaMb?: number }) => {
      await withStorage(await storage(), async ({ metadata }) => {
        const quotaBytes = wanted.quotaMb === undefined ? null : wanted.quotaMb * MEGABYTE;
        const { label, account: accountId } = wanted;
        const added = await addToken(metadata, { label, accountId, quotaBytes }, Date.now());
        console.log(added.token);
        console.error(`Token ${added.id} of account ${added.accountId}. It is not shown again.`);
      });
    });
  token
    .command('list')
    .description('Lists tokens, never their secrets.')
    .action(async () =>
      withStorage(await storage(), async ({ metadata }) => {
        for (const one of await metadata.listTokens()) {
          const quota = one.quotaBytes === null ? 'no limit' : `${one.quotaBytes / MEGABYTE} MB`;
          const used = (one.usedBytes / MEGABYTE).toFixed(1);
          console.log(`${one.id}  ${one.accountId}  ${used} MB of ${quota}  ${one.label}`);
        }
      }),
    );
  token
    .command('remove <id>')
    .description('Revokes a token at once. What its account keeps stays.')
    .action(async (id: string) =>
      withStorage(await storage(), async ({ metadata }) => {
        if (await metadata.removeToken(id)) return;
        console.error(`hindcast-hub: there is no token ${id}`);
        process.exitCode = 1;
      }),
    );
  const account = program.command('account').description('Removes accounts.');
  account
    .command('remove <id>')
    .description('Removes an account, its tokens and all that it keeps. There is no way back.')
    .action(async (id: string) =>
      withStorage(await storage(), async ({ metadata }) => {
        if (await metadata.removeAccount(id, Date.now())) return;
        console.error(`hindcast-hub: there is no account ${id}`);
        process.exitCode = 1;
      }),
    );
  const commands = [program, ...program.commands, ...token.commands, ...account.commands];
  for (const command of commands) command.exitOverride();
  return program;
}

async function withStorage(storage: HubStorage, work: (storage: HubStorage) => Promise<void>) {
  try {
    await work(storage);
  } finally {
    await storage.metadata.close();
  }
}

async function serve(storage: HubStorage, options: ServeOptions): Promise<void> {
  const { host, port, tlsCert, tlsKey, requestsPerMinute } = options;
  // Half of it would mean to go on without, and tokens would be readable on the way.
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    await storage.metadata.close();
    throw new Error('--tls-cert and --tls-key belong together');
  }
  const tls =
    tlsCert && tlsKey ? { cert: readFileSync(tlsCert), key: readFileSync(tlsKey) } : undefined;
  const app = await buildHub({
    storage,
    requestsPerMinute,
    tls,
    onError: (error) => console.error('hindcast-hub: a request failed:', error),
  });
  const url = await app.listen({ host, port });
  console.log(`hindcast-hub answers on ${url}`);
  const stopping = new AbortController();
  const sweep = () =>
    sweepBlobs(storage, Date.now(), stopping.signal).catch((error: unknown) =>
      console.error('hindcast-hub: blobs that nobody needs could not be removed:', error),
    );
  let sweeping = sweep();
  const sweeper = setInterval(() => {
    sweeping = sweeping.then(sweep);
  }, SWEEP_EVERY_MS);
  const stop = async () => {
    clearInterval(sweeper);
    stopping.abort();
    const timer = setTimeout(() => app.server.closeAllConnections(), FINISH_REQUESTS_MS);
    await app.close();
    clearTimeout(timer);
    await sweeping;
    await storage.metadata.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
}
