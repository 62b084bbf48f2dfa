/**
 * The key of an encrypted store: made once, opened with the passphrase, held in memory until somebody locks the store. Wrong
 * passphrases are slowed: each costs the work of Argon2id, one is tried at a time, and after some of them there is a wait.
 */
import { join } from 'node:path';
import type { Clock } from '#core/clock.ts';
import type { PassphraseCost } from '#core/passphrase-key.ts';
import { DATABASE_FILE_NAME } from '../database.ts';
import { newStoreKey, type Sealing, type StoreKey, sealingOf } from '../sealing/store-key.ts';
import { turnstile } from '../turnstile.ts';
import { type ConversionProgress, convertStore } from './convert.ts';
import { isClearDatabase, isSealedDatabase } from './convert-database.ts';
import {
  KeyFileDamagedError,
  TooManyTriesError,
  VaultSetUpError,
  WeakPassphraseError,
  WrongPassphraseError,
} from './errors.ts';
import { unwrapKey, vaultKeyFile, wrapKey } from './key-file.ts';

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

export interface Vault {
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
   * Rejects with WrongPassphraseError or TooManyTriesError. A conversion that was broken off is ended first: after that of a
   * decryption the store is not encrypted any more.
   */
  unlock(passphrase: string): Promise<void>;
  /** Throws WeakPassphraseError. */
  assertUsable(passphrase: string): void;
  /** Encrypts the store, which must be closed, whatever is in it. Rejects with DISK_FULL before anything was changed. */
  setUp(passphrase: string, onProgress?: (progress: ConversionProgress) => void): Promise<void>;
  /** The reverse; it has to be unlocked, and closed. */
  undo(onProgress?: (progress: ConversionProgress) => void): Promise<void>;
  /** Forgets the key, for all threads. */
  lock(): void;
}

/** The caller holds the lock of the data folder. Throws KeyFileDamagedError. */
export function openVault(options: {
  dataDir: string;
  clock: Pick<Clock, 'monotonicMs'>;
  /** For tests: what a passphrase costs. */
  cost?: PassphraseCost;
}): Vault {
  const { dataDir, clock } = options;
  const keyFile = vaultKeyFile(dataDir);
  const database = join(dataDir, DATABASE_FILE_NAME);
  const tries = turnstile(1);
  let secrets: StoreSecrets | undefined;
  let progress: ConversionProgress | undefined;
  let failures = 0;
  let lastFailureMs = 0;

  if (keyFile.read() === undefined && isSealedDatabase(database)) {
    throw new KeyFileDamagedError(keyFile.path);
  }

  function hold(key: StoreKey): void {
    secrets = { key, sealing: sealingOf(key, join(dataDir, 'data')) };
  }

  function wipe(key: StoreKey): void {
    key.fill(0);
    secrets?.sealing.mediaKey.fill(0);
    secrets = undefined;
  }

  async function convert(
    key: StoreKey,
    document: Parameters<typeof convertStore>[0]['document'],
    to: 'sealed' | 'clear',
    onProgress?: (progress: ConversionProgress) => void,
  ): Promise<void> {
    try {
      await convertStore({
        ...{ dataDir, keyFile, document, key, to },
        onProgress(now) {
          progress = now;
          onProgress?.(now);
        },
      });
    } finally {
      progress = undefined;
    }
  }

  function assertMayTry(): void {
    if (failures < FREE_TRIES) return;
    const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - FREE_TRIES));
    const leftMs = lastFailureMs + waitMs - clock.monotonicMs();
    if (leftMs > 0) throw new TooManyTriesError(leftMs);
  }

  async function tryPassphrase(passphrase: string): Promise<void> {
    const document = keyFile.read();
    if (document?.passphrase === undefined) throw new KeyFileDamagedError(keyFile.path);
    assertMayTry();
    let key: StoreKey;
    try {
      key = await unwrapKey(document.passphrase, passphrase);
      failures = 0;
    } catch (error) {
      if (error instanceof WrongPassphraseError) {
        failures += 1;
        lastFailureMs = clock.monotonicMs();
      }
      throw error;
    }
    if (document.phase === 'encrypting') await convert(key, document, 'sealed');
    if (document.phase === 'decrypting') {
      await convert(key, document, 'clear');
      key.fill(0);
    } else hold(key);
  }

  return {
    isSetUp: () => keyFile.read() !== undefined,
    isUnfinished: () => (keyFile.read()?.phase ?? 'encrypted') !== 'encrypted',
    hasClearStore: () => isClearDatabase(database),
    secrets: () => secrets,
    assertUsable,
    progress: () => progress,
    async unlock(passphrase) {
      const leave = await tries.enter();
      try {
        if (secrets === undefined) await tryPassphrase(passphrase);
      } finally {
        leave();
      }
    },
    async setUp(passphrase, onProgress) {
      if (keyFile.read() !== undefined) throw new VaultSetUpError();
      assertUsable(passphrase);
      const key = newStoreKey();
      const wrapped = await wrapKey(key, passphrase, options.cost);
      await convert(key, { phase: 'encrypting', passphrase: wrapped }, 'sealed', onProgress);
      hold(key);
    },
    async undo(onProgress) {
      const document = keyFile.read();
      if (document === undefined || secrets === undefined) return;
      await convert(secrets.key, document, 'clear', onProgress);
      wipe(secrets.key);
    },
    lock() {
      if (secrets) wipe(secrets.key);
    },
  };
}

function assertUsable(passphrase: string): void {
  if (passphrase.length < LEAST_PASSPHRASE_LENGTH) {
    throw new WeakPassphraseError(LEAST_PASSPHRASE_LENGTH);
  }
}
