/** What the HTTP side may do with the lock of an encrypted store. */
export type VaultState = 'unlocked' | 'locked' | 'locking' | 'unlocking' | 'encrypting';

export interface VaultStatus {
  readonly state: VaultState;
  /** Whether the store is encrypted. One that is not is always unlocked. */
  readonly isSetUp: boolean;
  /** Of an encryption that goes on, from 0 to 1. */
  readonly progress: number | undefined;
}

export interface VaultControl {
  status(): VaultStatus;
  /** Resolves when the store is closed and its key forgotten. Rejects with VAULT_NOT_SET_UP. */
  lock(): Promise<void>;
  /** Without a passphrase by the keyring of the system. Resolves when everything works again. Rejects with VAULT_WRONG_PASSPHRASE or VAULT_TOO_MANY_TRIES. */
  unlock(passphrase: string | undefined): Promise<void>;
  /** `old` is undefined for a store that only the keyring opened so far. Rejects as `unlock`, or with VAULT_WEAK_PASSPHRASE; nothing has changed then. */
  changePassphrase(old: string | undefined, next: string): Promise<void>;
  /** Begins to encrypt the store; `status` reports how far it is. Rejects with VAULT_SET_UP or VAULT_WEAK_PASSPHRASE. */
  setUp(secret: { passphrase: string | undefined; isInKeyring: boolean }): Promise<void>;
}
