/** `hindcast vault`: the lock of an encrypted store. */
import type { HindcastClient } from '@hindcast/client';
import { Command } from 'commander';
import { askNewPassphrase, askPassphrase } from '../../ask-secrets.ts';
import {
  clientOf,
  connect,
  findRunning,
  findServiceFolder,
  type WhereOptions,
} from '../../daemon.ts';
import { keptFolderLines } from '../../kept-folders.ts';
import { progressBar } from '../../output/progress-bar.ts';
import { areClearFilesAccepted } from '../../pipe-files.ts';

const LOOK_EVERY_MS = 500;
/** Wide enough for a store whose size is not known here. */
const WHOLE = 'the store';

export function vaultCommand(): Command {
  const command = new Command('vault')
    .summary('lock and unlock an encrypted store')
    .description(
      'The lock of an encrypted store. While it is locked nothing is captured, and nobody can read anything.',
    )
    .addHelpText(
      'afterAll',
      '\nExamples:\n  $ hindcast vault status\n  $ hindcast vault lock\n  $ hindcast vault unlock\n  $ hindcast vault passphrase',
    );
  const part = (name: string, description: string) =>
    command
      .command(name)
      .description(description)
      .option('--port <number>', 'port of the service')
      .option('--data-dir <folder>', 'data folder of the service');
  part('status', 'Shows whether the store is encrypted and open.')
    .option('--json', 'print JSON for programs')
    .action(async (options: WhereOptions & { json?: true }) => {
      const status = await (await clientFor(options)).get('/vault/status');
      console.log(options.json ? JSON.stringify(status, undefined, 2) : statusText(status));
    });
  part('setup', 'Encrypts the store of the running service. Asks for a new passphrase.')
    .option('--yes', 'do not ask about files of pipes')
    .action(async ({ yes, ...where }: WhereOptions & { yes?: boolean }) => {
      const service = await findRunning(where, findServiceFolder);
      if (!(await areClearFilesAccepted(service.dataDir, yes))) return;
      await encryptRunning(clientOf(service), false);
      for (const line of await keptFolderLines(service.dataDir)) console.log(line);
    });
  part('lock', 'Stops capturing, closes the store and forgets its key.').action(
    async (options: WhereOptions) => {
      await (await clientFor(options)).post('/vault/lock', {});
      console.log('The store is locked. Nothing is captured until "hindcast vault unlock".');
    },
  );
  part('unlock', 'Opens the store. Asks for the passphrase.').action(
    async (options: WhereOptions) => {
      const client = await clientFor(options);
      const password = await askPassphrase(false);
      // Nothing typed: the keyring of the system may have the key.
      await client.post('/vault/unlock', { body: password === '' ? {} : { password } });
      console.log('The store is unlocked.');
    },
  );
  part(
    'passphrase',
    'Changes the passphrase. Asks for the old one, then for the new one. Backups that were made before keep the old one.',
  ).action(async (options: WhereOptions) => {
    const client = await clientFor(options);
    const [old, next] = await askNewPassphrase();
    const body = { ...(old === '' ? {} : { password: old }), new_password: next };
    await client.post('/vault/passphrase', { body });
    console.log('The passphrase is changed. Whoever loses it loses the store.');
  });
  return command;
}

/** Resolves when it is done, however long it takes; shows how far it is. */
export async function encryptRunning(client: HindcastClient, keyring: boolean): Promise<void> {
  const body = keyring ? { keyring } : { password: await askPassphrase(true) };
  await client.post('/vault/setup', { body });
  const bar = progressBar(process.stderr);
  for (;;) {
    const { state, set_up, progress } = await client.get('/vault/status');
    if (state === 'unlocked' || state === 'locked') {
      bar.end();
      if (!set_up || state === 'locked') {
        throw new Error('the store could not be encrypted; the log of the service says why');
      }
      break;
    }
    bar.show('Encrypting', { done: progress ?? 0, total: 1 }, WHOLE);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  console.log(
    keyring
      ? 'The store is encrypted. Its key is in the keyring of the system, and nowhere else.'
      : 'The store is encrypted. Whoever loses the passphrase loses the store: nobody can replace it.',
  );
}

async function clientFor(where: WhereOptions): Promise<HindcastClient> {
  return (await connect(where)).client;
}

function statusText({ state, set_up }: { state: string; set_up: boolean }): string {
  if (!set_up) {
    return state === 'unlocked'
      ? 'The store is not encrypted. "hindcast encrypt" encrypts it.'
      : 'The store has no passphrase yet. Choose one with: hindcast vault setup';
  }
  const next = state === 'locked' ? '. Unlock it with: hindcast vault unlock' : '';
  return `The store is encrypted and ${state}${next}`;
}
