/** The key of an account in a file that only its owner can read, for those who wish to stay unlocked over restarts. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '#core/atomic-file.ts';
import type { Account } from './keys.ts';

export interface KeptKey {
  account: Account;
  token: string;
  keysRevision: string;
}

export interface KeyFile {
  /** Undefined when there is none, or one that cannot be read. */
  read(): KeptKey | undefined;
  write(key: KeptKey): void;
  remove(): void;
}

export function keyFile(dataDir: string): KeyFile {
  const file = join(dataDir, 'sync-key.json');
  return {
    read() {
      try {
        const { accountId, masterKey, token, keysRevision } = JSON.parse(
          readFileSync(file, 'utf8'),
        ) as Record<string, string>;
        if (!accountId || !masterKey || !token || !keysRevision) return undefined;
        const account = { accountId, masterKey: Buffer.from(masterKey, 'base64') };
        return account.masterKey.length === 32 ? { account, token, keysRevision } : undefined;
      } catch {
        // None, or half of one: the person is asked for the password again.
        return undefined;
      }
    },
    write({ account: { accountId, masterKey }, token, keysRevision }) {
      const key = { accountId, masterKey: masterKey.toString('base64'), token, keysRevision };
      writeFileAtomically(file, JSON.stringify(key), { isFlushed: true });
    },
    remove() {
      rmSync(file, { force: true });
    },
  };
}
