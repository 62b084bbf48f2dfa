/**
 * The key of an encrypted store: 32 random bytes from which all other keys are derived, so that the process that reads videos cannot
 * open the database, nor the one that runs SQL a picture. It lies in memory that all threads share: wiping it wipes it for all.
 */
import { hkdfSync, randomBytes } from 'node:crypto';

export type StoreKey = Uint8Array<SharedArrayBuffer>;

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

export function newStoreKey(): StoreKey {
  return shareKey(randomBytes(KEY_BYTES));
}

/** Takes the key over: what it came in is wiped. */
export function shareKey(bytes: Uint8Array): StoreKey {
  if (bytes.length !== KEY_BYTES) throw new RangeError(`a key has ${KEY_BYTES} bytes`);
  const key = new Uint8Array(new SharedArrayBuffer(KEY_BYTES));
  key.set(bytes);
  bytes.fill(0);
  return key;
}

/** As SQLite takes it: without the slow derivation that passwords need. */
export function databaseKey(key: StoreKey): Buffer {
  return Buffer.from(`raw:${derive(key, 'database').toString('hex')}`);
}

export function sealingOf(key: StoreKey, strictFolder: string | undefined): Sealing {
  return { mediaKey: derive(key, 'media'), strictFolder };
}

function derive(key: StoreKey, purpose: 'database' | 'media'): Buffer {
  // Copied: the library takes no shared memory.
  const own = Buffer.from(key);
  try {
    return Buffer.from(hkdfSync('sha256', own, '', `hindcast ${purpose} 1`, KEY_BYTES));
  } finally {
    own.fill(0);
  }
}
