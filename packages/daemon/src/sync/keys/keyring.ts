/** The place of an account's key in the keyring of the system. */
import { type Keyring, keyringEntry } from '#core/keys/keyring.ts';
import { SyncKeyringError } from '../errors.ts';

/** Every call rejects with SyncKeyringError when there is no keyring, or it is locked. `name` distinguishes data folders of one person. */
export function systemKeyring(name: string): Keyring {
  const entry = { service: 'hindcast-sync', name };
  return keyringEntry(entry, (cause) => new SyncKeyringError(cause));
}
