/** `hindcast sync`: sets sync up on this device, shows how it is doing, syncs now, locks it. */
import type { SyncStatus } from '@hindcast/client';
import { Command } from 'commander';
import { askSecrets } from '../../ask-secrets.ts';
import { connect, type WhereOptions } from '../../daemon.ts';
import { localTime } from '../../output/results.ts';
import { printable } from '../../output/terminal.ts';

type Options = WhereOptions & { json?: true };

export function syncCommand(): Command {
  const command = new Command('sync')
    .summary('keep the history of several devices together, encrypted')
    .description(
      'Keeps the history of several devices together. Everything is encrypted on the device: nobody without the password\n' +
        'can read it, and a lost password cannot be replaced. Set sync.url (HINDCAST_SYNC_URL) first.',
    )
    .addHelpText(
      'afterAll',
      '\nExamples:\n  $ hindcast sync init\n  $ hindcast sync status\n  $ hindcast sync now',
    );
  const part = (name: string, description: string) =>
    command
      .command(name)
      .description(description)
      .option('--port <number>', 'port of the service')
      .option('--data-dir <folder>', 'data folder of the service');
  part('init', 'Sets sync up on this device, or unlocks it. Asks for the token and the password.')
    .option('--machine-id <name>', 'name of this device; otherwise one is made')
    .option(
      '--stay-unlocked',
      'keep the key in the keyring of the system, or in a file that only you can read',
    )
    .action(init);
  part('status', 'Shows how sync is doing.')
    .option('--json', 'print JSON for programs')
    .action(async (options: Options) => {
      const status = await (await clientFor(options)).syncStatus();
      console.log(options.json ? JSON.stringify(status, undefined, 2) : statusText(status));
    });
  part('now', 'Syncs now.').action(async (options: Options) => {
    console.log((await (await clientFor(options)).syncNow()).message);
  });
  part('password', 'Changes the password. The other devices then ask for the new one.').action(
    async (options: Options) => {
      const client = await clientFor(options);
      const [password = '', new_password = ''] = await askSecrets([
        'Present password: ',
        'New password: ',
      ]);
      console.log((await client.syncPassword({ password, new_password })).message);
    },
  );
  part('lock', 'Stops sync on this device and forgets the keys.').action(
    async (options: Options) => {
      console.log((await (await clientFor(options)).syncLock()).message);
    },
  );
  return command;
}

async function clientFor(where: WhereOptions) {
  return (await connect(where)).client;
}

async function init(
  options: WhereOptions & { machineId?: string; stayUnlocked?: true },
): Promise<void> {
  const client = await clientFor(options);
  const [token = '', password = ''] = await askSecrets(['Token of the hub: ', 'Password: ']);
  const done = await client.syncInit({
    // It is pasted, often with a space.
    token: token.trim(),
    password,
    ...(options.machineId === undefined ? {} : { machine_id: options.machineId }),
    ...(options.stayUnlocked ? { stay_unlocked: true } : {}),
  });
  console.log(
    done.is_new_user
      ? 'The account is new. Use the same password on your other devices, and do not lose it.'
      : 'This device now belongs to the account.',
  );
  console.log(`It is called ${printable(done.machine_id)}.`);
}

function statusText(status: SyncStatus): string {
  if (!status.enabled) return 'Sync is off or locked. Set it up with: hindcast sync init';
  const lines = [
    `Device    ${printable(status.machine_id ?? '')}${status.is_syncing ? ', syncing now' : ''}`,
    `Last      ${status.last_sync === null ? 'never' : localTime(status.last_sync)}`,
    `Waiting   ${status.pending_changes} changes`,
  ];
  if (status.last_error !== null) lines.push(`Trouble   ${printable(status.last_error)}`);
  for (const device of status.devices) {
    const behind = device.segments - device.segments_read;
    const seen = localTime(device.last_seen_at);
    const name = printable(device.machine_id);
    const what = device.former_name ? 'Former   ' : device.keeper ? 'Keeper   ' : 'Other    ';
    const unread = behind > 0 ? `, ${behind} segments to read` : '';
    lines.push(`${what} ${name}, seen ${seen}${unread}`);
  }
  return lines.join('\n');
}
