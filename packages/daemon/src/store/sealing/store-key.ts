/**
 * The key of an encrypted store: 32 random bytes from which all other keys are derived, so that the process that reads videos cannot
 * open the database, nor the one that runs SQL a picture. It lies in memory that all threads share: wiping it wipes it for all.
 */
import { hkdfSync, randomBytes } from 'node:crypto';

/** How the pages of the database are encrypted and authenticated: which of both is the quicker one depends on the processor. */
export type DatabaseCipher = 'aegis' | 'chacha20';

export interface StoreKey {
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  readonly cipher: DatabaseCipher;
}

/** As SQLite takes it, and as it can be handed to another process. */
export interface DatabaseKey {
  readonly cipher: DatabaseCipher;
  readonly secret: string;
}

const KEY_BYTES = 32;

/** What is needed to read and write media files of an encrypted store. Absent: files are as they are. */
export interface Sealing {
  readonly mediaKey: Uint8Array;
  /**
   * Files below this folder are refused when they are not sealed. Undefined while a store is being encrypted: some are, others not
   * yet. What people took out lies elsewhere and is as they can use it.
   */
  readonly strictFolder: string | undefined;
}

export function newStoreKey(cipher: DatabaseCipher): StoreKey {
  return shareKey(randomBytes(KEY_BYTES), cipher);
}

/** Takes the key over: what it came in is wiped. */
export function shareKey(bytes: Uint8Array, cipher: DatabaseCipher): StoreKey {
  if (bytes.length !== KEY_BYTES) throw new RangeError(`a key has ${KEY_BYTES} bytes`);
  const shared = new Uint8Array(new SharedArrayBuffer(KEY_BYTES));
  shared.set(bytes);
  bytes.fill(0);
  return { bytes: shared, cipher };
}

/** `raw`: without the slow derivation that passwords need. */
export function databaseKey(key: StoreKey): DatabaseKey {
  return { cipher: key.cipher, secret: `raw:${derive(key, 'database').toString('hex')}` };
}

export function sealingOf(key: StoreKey, strictFolder: string | undefined): Sealing {
  return { mediaKey: derive(key, 'media'), strictFolder };
}

function derive({ bytes }: StoreKey, purpose: 'database' | 'media'): Buffer {
  // Copied: the library takes no shared memory.
  const own = Buffer.from(bytes);
  try {
    return Buffer.from(hkdfSync('sha256', own, '', `hindcast ${purpose} 1`, KEY_BYTES));
  } finally {
    own.fill(0);
  }
}
