/**
 * The key of an account over restarts, for people who choose to stay unlocked: in the keyring of the system where there is one, else in a
 * file that only its owner can read. The file is there in either case and says which, so that nobody is asked to unlock a keyring
 * in which nothing is kept.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '#core/folders/atomic-file.ts';
import type { Keyring } from '#core/keys/keyring.ts';
import type { Account } from './keys.ts';

export interface KeptKey {
  account: Account;
  token: string;
  keysRevision: string;
}

export interface KeyKeeper {
  /** Undefined when there is none, or one that cannot be understood. Rejects with SYNC_KEYRING_UNAVAILABLE when it cannot be had now. */
  read(): Promise<KeptKey | undefined>;
  write(key: KeptKey): Promise<void>;
  /** The file goes in any case, so that the key is not used again. Rejects with SYNC_KEYRING_UNAVAILABLE when it stays in the keyring. */
  remove(): Promise<void>;
}

const IN_KEYRING = 'keyring';

/** `keyring` absent: only the file is used. */
export function keyKeeper(dataDir: string, keyring?: Keyring): KeyKeeper {
  const file = join(dataDir, 'sync-key.json');

  function readFile(): string | undefined {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return undefined;
    }
  }

  /** What is in the file, or that it is elsewhere. */
  function isInKeyring(): boolean {
    return fieldsOf(readFile())?.keptIn === IN_KEYRING;
  }

  return {
    async read() {
      return toKey(isInKeyring() ? await keyring?.read() : readFile());
    },
    async write({ account: { accountId, masterKey }, token, keysRevision }) {
      const key = { accountId, masterKey: masterKey.toString('base64'), token, keysRevision };
      const text = JSON.stringify(key);
      const isKept = await keyring?.write(text).then(
        () => true,
        () => false,
      );
      const note = isKept ? JSON.stringify({ keptIn: IN_KEYRING }) : text;
      writeFileAtomically(file, note, { isFlushed: true });
    },
    async remove() {
      const wasInKeyring = isInKeyring();
      rmSync(file, { force: true });
      if (wasInKeyring) await keyring?.remove();
    },
  };
}

function fieldsOf(text: string | undefined): Record<string, string> | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Record<string, string>);
  } catch {
    // Half of one: the person is asked for the password again.
    return undefined;
  }
}

function toKey(text: string | undefined): KeptKey | undefined {
  const { accountId, masterKey, token, keysRevision } = fieldsOf(text) ?? {};
  if (!accountId || !masterKey || !token || !keysRevision) return undefined;
  const account = { accountId, masterKey: Buffer.from(masterKey, 'base64') };
  return account.masterKey.length === 32 ? { account, token, keysRevision } : undefined;
}
