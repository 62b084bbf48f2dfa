/** The key document of an account where devices meet: found or made, and wrapped again for another password. */
import { serviceError } from '#core/errors.ts';
import type { PassphraseCost } from '#core/keys/passphrase-key.ts';
import type { SyncBackend } from './backend.ts';
import { SyncAnswerError } from './errors.ts';
import { type Account, createAccount, openAccount, wrapAccount } from './keys/keys.ts';

export async function readOrMakeKeys(
  backend: SyncBackend,
  password: string,
  cost?: PassphraseCost,
) {
  const { signal } = new AbortController();
  const known = await backend.readKeys(signal);
  if (known) return { keys: known, isNewUser: false };
  const { document } = await createAccount(password, cost);
  const revision = await backend.writeKeys(document, undefined, signal);
  if (revision !== undefined) return { keys: { document, revision }, isNewUser: true };
  // Another device was quicker: its document counts, and its password.
  const keys = await backend.readKeys(signal);
  if (!keys) throw new SyncAnswerError('a key document that is there and is not');
  return { keys, isNewUser: false };
}

/** Resolves to the new revision. Rejects, with nothing changed, when `password` is not the present one. */
export async function rewrapKeys(
  { account, backend }: { account: Account; backend: SyncBackend },
  passwords: { present: string; next: string },
  signal: AbortSignal,
  cost?: PassphraseCost,
): Promise<string> {
  const keys = await backend.readKeys(signal);
  if (!keys) throw serviceError('SYNC_ACCOUNT_MISSING');
  // Whoever sits at an unlocked device for a moment must not lock the others out.
  const { masterKey } = await openAccount(keys.document, passwords.present);
  masterKey.fill(0);
  const document = await wrapAccount(account, passwords.next, cost);
  signal.throwIfAborted();
  try {
    const revision = await backend.writeKeys(document, keys.revision, signal);
    if (revision !== undefined) return revision;
  } catch (error) {
    // The answer may have got lost on its way back.
    const there = await backend.readKeys(signal).catch(() => undefined);
    if (there === undefined || !document.equals(there.document)) throw error;
    return there.revision;
  }
  throw serviceError('SYNC_PASSWORD_CHANGED');
}
