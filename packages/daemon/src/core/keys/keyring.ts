/**
 * The keyring of the system: Secret Service on Linux, Keychain on macOS, Credential Manager on Windows. What is kept there is guarded
 * by the login of its owner. Not the kernel's keyring, which forgets at a restart.
 */
import { AsyncEntry } from '@napi-rs/keyring';

/** Long enough for a person who is asked to unlock it. */
const PATIENCE_MS = 30_000;

/** Every call rejects when there is no keyring, or it is locked. */
export interface Keyring {
  read(): Promise<string | undefined>;
  write(secret: string): Promise<void>;
  /** No error when it is not there. */
  remove(): Promise<void>;
}

/** One secret: `service` says what for, `name` whose. `toError` names what went wrong. */
export function keyringEntry(
  { service, name }: { service: string; name: string },
  toError: (cause: unknown) => Error,
): Keyring {
  async function ask<T>(work: (entry: AsyncEntry, signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      const entry = new AsyncEntry(service, name, { linux: { store: 'secret-service' } });
      return await work(entry, AbortSignal.timeout(PATIENCE_MS));
    } catch (cause) {
      throw toError(cause);
    }
  }
  return {
    read: () => ask(async (entry, signal) => (await entry.getPassword(signal)) ?? undefined),
    write: (secret) => ask((entry, signal) => entry.setPassword(secret, signal)),
    remove: () => ask(async (entry, signal) => void (await entry.deleteCredential(signal))),
  };
}
