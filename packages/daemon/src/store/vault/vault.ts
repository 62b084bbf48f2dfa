/**
 * The key of an encrypted store: made once, opened with the passphrase, held in memory until somebody locks the store. Wrong
 * passphrases are slowed: each costs the work of Argon2id, one is tried at a time, and after some of them there is a wait.
 */

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { backOffMs } from '#core/back-off.ts';
import type { Clock } from '#core/clock.ts';
import { serviceError } from '#core/errors.ts';
import { type Keyring, keyringEntry } from '#core/keys/keyring.ts';
import type { PassphraseCost } from '#core/keys/passphrase-key.ts';
import { DATABASE_FILE_NAME } from '../kernel/database.ts';
import { turnstile } from '../kernel/turnstile.ts';
import {
  newStoreKey,
  type Sealing,
  type StoreKey,
  sealingOf,
  shareKey,
} from '../sealing/store-key.ts';
import { type ConversionProgress, convertStore } from './convert.ts';
import { isClearDatabase, isSealedDatabase } from './convert-database.ts';
import { TooManyTriesError, VaultKeyringError, WrongPassphraseError } from './errors.ts';
import { unwrapKey, type VaultDocument, vaultKeyFile, wrapKey } from './key-file.ts';
import { quickestCipher } from './quickest-cipher.ts';

/** Short ones are guessed within days, whatever they cost. */
const LEAST_PASSPHRASE_LENGTH = 8;
const FREE_TRIES = 3;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** What the parts of the store need of an encrypted one. */
export interface StoreSecrets {
  readonly key: StoreKey;
  readonly sealing: Sealing;
}

/** What is to open the store; one of both, or both. */
export interface NewSecret {
  readonly passphrase: string | undefined;
  /** Whether the key is kept in the keyring of the system too, so that a start needs no passphrase. */
  readonly isInKeyring: boolean;
}

export interface Vault {
  /** Whether the keyring of the system has the key. */
  isInKeyring(): boolean;
  /** Whether the store is, or is becoming, an encrypted one. */
  isSetUp(): boolean;
  /** Whether a conversion was broken off. */
  isUnfinished(): boolean;
  /** Whether there is a database that is not encrypted. */
  hasClearStore(): boolean;
  /** Undefined while it is locked, and of a store that is not encrypted. */
  secrets(): StoreSecrets | undefined;
  /** How far an encryption is that goes on now. */
  progress(): ConversionProgress | undefined;
  /**
   * Without a passphrase by the keyring of the system. Rejects with WrongPassphraseError, TooManyTriesError or VaultKeyringError. A conversion that was broken off is ended first: after that of a
   * decryption the store is not encrypted any more.
   */
  unlock(passphrase: string | undefined): Promise<void>;
  /** Throws VAULT_WEAK_PASSPHRASE. */
  assertUsable(secret: NewSecret): void;
  /** Encrypts the store, which must be closed, whatever is in it. Rejects with DISK_FULL before anything was changed. */
  setUp(secret: NewSecret, onProgress?: (progress: ConversionProgress) => void): Promise<void>;
  /**
   * Wraps the same key by another passphrase, locked or not; nothing is encrypted again. `old` is undefined for a store that only the
   * keyring opened so far. Rejects with WrongPassphraseError, TooManyTriesError, VAULT_WEAK_PASSPHRASE or VAULT_NOT_SET_UP, and
   * nothing has changed then.
   */
  changePassphrase(old: string | undefined, next: string): Promise<void>;
  /** The reverse; it has to be unlocked, and closed. */
  undo(onProgress?: (progress: ConversionProgress) => void): Promise<void>;
  /** Forgets the key, for all threads. */
  lock(): void;
}

interface VaultOptions {
  dataDir: string;
  clock: Pick<Clock, 'monotonicMs'>;
  /** For tests: what a passphrase costs, and their own keyring. */
  cost?: PassphraseCost;
  openKeyring?: (name: string) => Keyring;
}

/** The caller holds the lock of the data folder. Throws VAULT_DAMAGED. */
export function openVault(options: VaultOptions): Vault {
  const { openKeyring = storeKeyring } = options;
  const { dataDir, clock } = options;
  const keyFile = vaultKeyFile(dataDir);
  const database = join(dataDir, DATABASE_FILE_NAME);
  const tries = turnstile(1);
  let secrets: StoreSecrets | undefined;
  let progress: ConversionProgress | undefined;
  const tryPassphrase = passphraseTries(clock);

  if (keyFile.read() === undefined && isSealedDatabase(database)) {
    throw serviceError('VAULT_DAMAGED', { file: keyFile.path });
  }

  function hold(key: StoreKey): void {
    secrets = { key, sealing: sealingOf(key, join(dataDir, 'data')) };
  }

  function wipe(key: StoreKey): void {
    key.bytes.fill(0);
    secrets?.sealing.mediaKey.fill(0);
    secrets = undefined;
  }

  async function convert(
    key: StoreKey,
    document: VaultDocument,
    to: 'sealed' | 'clear',
    onProgress?: (progress: ConversionProgress) => void,
  ): Promise<void> {
    try {
      await convertStore({
        dataDir,
        keyFile,
        document,
        key,
        to,
        onProgress(now) {
          progress = now;
          onProgress?.(now);
        },
      });
    } finally {
      progress = undefined;
    }
  }
  const { documentFor, keyFromKeyring, rewrap } = keyDocuments({
    openKeyring,
    options,
    keyFile,
    tryPassphrase,
  });

  async function open(passphrase: string | undefined): Promise<void> {
    const document = keyFile.read();
    if (document === undefined) throw serviceError('VAULT_DAMAGED', { file: keyFile.path });
    const key = await (passphrase === undefined
      ? keyFromKeyring(document)
      : tryPassphrase(document, passphrase));
    if (document.phase === 'encrypting') await convert(key, document, 'sealed');
    if (document.phase === 'decrypting') {
      await convert(key, document, 'clear');
      key.bytes.fill(0);
    } else hold(key);
  }

  return {
    isSetUp: () => keyFile.read() !== undefined,
    isInKeyring: () => keyFile.read()?.keyring !== undefined,
    isUnfinished: () => (keyFile.read()?.phase ?? 'encrypted') !== 'encrypted',
    hasClearStore: () => isClearDatabase(database),
    secrets: () => secrets,
    assertUsable,
    progress: () => progress,
    async unlock(passphrase) {
      using _place = await tries.enter();
      if (secrets === undefined) await open(passphrase);
    },
    async changePassphrase(old, next) {
      using _place = await tries.enter();
      await rewrap(old, next);
    },
    async setUp(secret, onProgress) {
      if (keyFile.read() !== undefined) throw serviceError('VAULT_SET_UP');
      assertUsable(secret);
      const key = newStoreKey(quickestCipher());
      const document = await documentFor(key, secret);
      await convert(key, document, 'sealed', onProgress);
      hold(key);
    },
    async undo(onProgress) {
      const document = keyFile.read();
      if (document === undefined || secrets === undefined) return;
      await convert(secrets.key, document, 'clear', onProgress);
      wipe(secrets.key);
      if (document.keyring)
        await openKeyring(document.keyring)
          .remove()
          .catch(() => undefined);
    },
    lock() {
      if (secrets) wipe(secrets.key);
    },
  };
}

/** Reads and writes the document that wraps the key. */
function keyDocuments(deps: {
  openKeyring: (name: string) => Keyring;
  options: VaultOptions;
  keyFile: ReturnType<typeof vaultKeyFile>;
  tryPassphrase: ReturnType<typeof passphraseTries>;
}) {
  const { openKeyring, options, keyFile, tryPassphrase } = deps;
  async function documentFor(key: StoreKey, secret: NewSecret): Promise<VaultDocument> {
    const { passphrase, isInKeyring } = secret;
    const keyring = isInKeyring ? randomUUID() : undefined;
    // First: nothing is sealed with a key that is kept nowhere.
    if (keyring) await openKeyring(keyring).write(Buffer.from(key.bytes).toString('base64'));
    return {
      phase: 'encrypting',
      cipher: key.cipher,
      ...(passphrase !== undefined && {
        passphrase: await wrapKey(key, passphrase, options.cost),
      }),
      keyring,
    };
  }

  async function keyFromKeyring({ keyring, cipher }: VaultDocument): Promise<StoreKey> {
    const secret = keyring === undefined ? undefined : await openKeyring(keyring).read();
    if (secret === undefined) throw new VaultKeyringError();
    return shareKey(Buffer.from(secret, 'base64'), cipher);
  }

  async function rewrap(old: string | undefined, next: string): Promise<void> {
    const document = keyFile.read();
    if (document === undefined) throw serviceError('VAULT_NOT_SET_UP');
    assertUsable({ passphrase: next, isInKeyring: false });
    const isOnlyInKeyring = document.passphrase === undefined;
    if (old === undefined && !isOnlyInKeyring) throw new WrongPassphraseError();
    const key = await (old === undefined ? keyFromKeyring(document) : tryPassphrase(document, old));
    try {
      const passphrase = await wrapKey(key, next, options.cost);
      // Before the old way in is removed, the new one has to be proven.
      const proof = await unwrapKey(passphrase, next);
      const isSame = proof.equals(key.bytes);
      proof.fill(0);
      if (!isSame) throw serviceError('VAULT_DAMAGED', { file: keyFile.path });
      keyFile.write({ ...document, passphrase });
    } finally {
      key.bytes.fill(0);
    }
  }

  return { documentFor, keyFromKeyring, rewrap };
}

/** Tries passphrases, and makes the caller wait after wrong ones. */
function passphraseTries(clock: VaultOptions['clock']) {
  let failures = 0;
  let lastFailureMs = 0;

  function assertMayTry(): void {
    if (failures < FREE_TRIES) return;
    const waitMs = backOffMs(failures - FREE_TRIES + 1, FIRST_WAIT_MS, LONGEST_WAIT_MS);
    const leftMs = lastFailureMs + waitMs - clock.monotonicMs();
    if (leftMs > 0) throw new TooManyTriesError(leftMs);
  }

  return async (document: VaultDocument, passphrase: string): Promise<StoreKey> => {
    if (document.passphrase === undefined) throw new WrongPassphraseError();
    assertMayTry();
    try {
      const key = shareKey(await unwrapKey(document.passphrase, passphrase), document.cipher);
      failures = 0;
      return key;
    } catch (error) {
      if (error instanceof WrongPassphraseError) {
        failures += 1;
        lastFailureMs = clock.monotonicMs();
      }
      throw error;
    }
  };
}

function assertUsable({ passphrase, isInKeyring }: NewSecret): void {
  const isEnough =
    passphrase === undefined ? isInKeyring : passphrase.length >= LEAST_PASSPHRASE_LENGTH;
  if (!isEnough)
    throw serviceError('VAULT_WEAK_PASSPHRASE', { leastLength: LEAST_PASSPHRASE_LENGTH });
}

function storeKeyring(name: string): Keyring {
  return keyringEntry({ service: 'hindcast-store', name }, (cause) => new VaultKeyringError(cause));
}
