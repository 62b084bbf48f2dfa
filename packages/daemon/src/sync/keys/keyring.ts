/** The place of an account's key in the keyring of the system. */
import { serviceError } from '#core/errors.ts';
import { type Keyring, keyringEntry } from '#core/keys/keyring.ts';

/** Every call rejects with SYNC_KEYRING_UNAVAILABLE when there is no keyring, or it is locked. `name` distinguishes data folders of one person. */
export function systemKeyring(name: string): Keyring {
  const entry = { service: 'hindcast-sync', name };
  return keyringEntry(entry, (cause) => serviceError('SYNC_KEYRING_UNAVAILABLE', { cause }));
}
