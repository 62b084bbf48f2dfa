/**
 * The keyring of the system: Secret Service on Linux, Keychain on macOS, Credential Manager on Windows. Whoever has one finds the key of
 * their account there, guarded by their login. Not the kernel's keyring, which forgets at a restart.
 */
import { AsyncEntry } from '@napi-rs/keyring';
import { SyncKeyringError } from './errors.ts';

const SERVICE = 'hindcast-sync';
/** Long enough for a person who is asked to unlock it. */
const PATIENCE_MS = 30_000;

/** Every call rejects with SyncKeyringError when there is no keyring, or it is locked. */
export interface Keyring {
  read(): Promise<string | undefined>;
  write(secret: string): Promise<void>;
  /** No error when it is not there. */
  remove(): Promise<void>;
}

/** `name` tells data folders of one person apart. */
export function systemKeyring(name: string): Keyring {
  async function ask<T>(work: (entry: AsyncEntry, signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      const entry = new AsyncEntry(SERVICE, name, { linux: { store: 'secret-service' } });
      return await work(entry, AbortSignal.timeout(PATIENCE_MS));
    } catch (cause) {
      throw new SyncKeyringError(cause);
    }
  }
  return {
    read: () => ask(async (entry, signal) => (await entry.getPassword(signal)) ?? undefined),
    write: (secret) => ask((entry, signal) => entry.setPassword(secret, signal)),
    remove: () => ask(async (entry, signal) => void (await entry.deleteCredential(signal))),
  };
}
