/** Run as a separate process, in a session that has a keyring or none: keeps a key, finds it again, forgets it. Prints what it saw. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyKeeper } from './kept-key.ts';
import { systemKeyring } from './keyring.ts';

const [dataDir = '', name = ''] = process.argv.slice(2);
const open = () => keyKeeper(dataDir, systemKeyring(name));
const account = { accountId: 'account', masterKey: Buffer.alloc(32, 7) };
await open().write({ account, token: 'token', keysRevision: 'r1' });
const file = readFileSync(join(dataDir, 'sync-key.json'), 'utf8');
const kept = await open().read();
const stranger = await keyKeeper(dataDir, systemKeyring(`${name}-other`)).read();
await open().remove();
const after = await open().read();
const inKeyring = await systemKeyring(name)
  .read()
  .catch((error: { code: string }) => error.code);
process.stdout.write(
  JSON.stringify({
    isInFile: file.includes(account.masterKey.toString('base64')),
    kept: kept?.account.masterKey.toString('hex'),
    token: kept?.token,
    isFoundByOthers: stranger !== undefined,
    after: after ?? null,
    inKeyring: inKeyring ?? null,
  }),
);
