/** `hindcast encrypt` and `hindcast decrypt`: a store that has content becomes an encrypted one, or the reverse. */
import { Command } from 'commander';
import { clientOf, findServiceFolder, runDaemon, type WhereOptions } from '../../daemon.ts';
import { keptFolderLines } from '../../kept-folders.ts';
import { areClearFilesAccepted } from '../../pipe-files.ts';
import { encryptRunning } from './vault.ts';

const PASSPHRASE =
  'The passphrase is asked for, or read from the file that HINDCAST_PASSPHRASE_FILE names.';

interface EncryptOptions extends WhereOptions {
  keyring?: boolean;
  yes?: boolean;
}

export function encryptCommand(): Command {
  return new Command('encrypt')
    .summary('encrypt the store with a passphrase')
    .description(
      'Encrypts the database and every picture, video and recording. What is there is converted and the clear files\n' +
        'are removed; when it is broken off it goes on with the next start. A lost passphrase cannot be replaced.\n' +
        'Files that pipes wrote stay clear: where there are any, it names their folders and asks first.\n' +
        PASSPHRASE,
    )
    .option('--port <number>', 'port of the service, when it runs')
    .option('--data-dir <folder>', 'the data folder')
    .option('--keyring', 'keep the key in the keyring of the system instead of a passphrase')
    .option('--yes', 'do not ask about files of pipes')
    .addHelpText('after', '\nExamples:\n  $ hindcast encrypt\n  $ hindcast encrypt --keyring')
    .action(async ({ keyring = false, yes, ...where }: EncryptOptions) => {
      const service = await findServiceFolder(where);
      if (!(await areClearFilesAccepted(service.dataDir, yes))) return;
      if (service.pid === undefined)
        await convert(['--encrypt-store', ...(keyring ? ['--keyring'] : [])], where);
      else await encryptRunning(clientOf(service), keyring);
      if (!process.exitCode) {
        for (const line of await keptFolderLines(service.dataDir)) console.log(line);
      }
    });
}

export function decryptCommand(): Command {
  return new Command('decrypt')
    .summary('undo the encryption of the store')
    .description(`Makes an encrypted store a clear one. The service must not run.\n${PASSPHRASE}`)
    .option('--data-dir <folder>', 'the data folder')
    .addHelpText('after', '\nExample:\n  $ hindcast decrypt')
    .action((where: WhereOptions) => convert(['--decrypt-store'], where));
}

async function convert(flags: readonly string[], { dataDir }: WhereOptions): Promise<void> {
  const folder = dataDir === undefined ? [] : [`--data-dir=${dataDir}`];
  process.exitCode = await runDaemon([...flags, ...folder]);
}
