/**
 * `vault.json` in the data folder: that the store is encrypted, how far its conversion is, and its key, wrapped by a key that Argon2id
 * makes of the passphrase. Nothing in it is secret without that; but without the file nobody can read the store, passphrase or not.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { serviceError } from '#core/errors.ts';
import { writeFileAtomically } from '#core/folders/atomic-file.ts';
import {
  isBoundedCost,
  type PassphraseCost,
  passphraseKey,
  USUAL_COST,
} from '#core/keys/passphrase-key.ts';
import { hasCode } from '../media/system-error.ts';
import type { DatabaseCipher, StoreKey } from '../sealing/store-key.ts';
import { WrongPassphraseError } from './errors.ts';

const FILE_NAME = 'vault.json';
const VERSION = 1;
const CIPHER = 'chacha20-poly1305';
const KEY_BYTES = 32;
const TAG_BYTES = 16;

/** While it is not `encrypted`, a conversion was begun and has to be ended before the store can be used. */
export type VaultPhase = 'encrypting' | 'encrypted' | 'decrypting';

export interface WrappedKey extends PassphraseCost {
  readonly salt: string;
  readonly nonce: string;
  readonly wrapped: string;
}

export interface VaultDocument {
  readonly phase: VaultPhase;
  /** Of the database. */
  readonly cipher: DatabaseCipher;
  /** Absent when the key is only in the keyring of the system. */
  readonly passphrase?: WrappedKey | undefined;
  /** Under which name the keyring of the system has the key. */
  readonly keyring?: string | undefined;
}

export interface KeyFile {
  readonly path: string;
  /** Undefined when the store is not encrypted. Throws VAULT_DAMAGED. */
  read(): VaultDocument | undefined;
  /** On the disk when it returns. */
  write(document: VaultDocument): void;
  remove(): void;
}

export function vaultKeyFile(dataDir: string): KeyFile {
  const path = join(dataDir, FILE_NAME);
  return {
    path,
    read() {
      let text: string;
      try {
        text = readFileSync(path, 'utf8');
      } catch (cause) {
        if (hasCode(cause, 'ENOENT')) return undefined;
        throw serviceError('VAULT_DAMAGED', { file: path, cause });
      }
      return parse(text, path);
    },
    write(document) {
      const text = JSON.stringify({ version: VERSION, ...document }, undefined, 2);
      writeFileAtomically(path, `${text}\n`, { isFlushed: true });
    },
    remove: () => rmSync(path, { force: true }),
  };
}

export async function wrapKey(
  key: StoreKey,
  passphrase: string,
  cost: PassphraseCost = USUAL_COST,
): Promise<WrappedKey> {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const wrapping = await passphraseKey(passphrase, salt, cost);
  const cipher = createCipheriv(CIPHER, wrapping, nonce, { authTagLength: TAG_BYTES });
  wrapping.fill(0);
  cipher.setAAD(authenticated(cost, salt), { plaintextLength: KEY_BYTES });
  const parts = [cipher.update(Buffer.from(key.bytes)), cipher.final(), cipher.getAuthTag()];
  return {
    memoryKib: cost.memoryKib,
    passes: cost.passes,
    lanes: cost.lanes,
    salt: salt.toString('base64'),
    nonce: nonce.toString('base64'),
    wrapped: Buffer.concat(parts).toString('base64'),
  };
}

/** The key, which the caller takes over. Rejects with WrongPassphraseError; a file that was tampered with cannot be distinguished from a wrong passphrase. */
export async function unwrapKey(document: WrappedKey, passphrase: string): Promise<Buffer> {
  const salt = Buffer.from(document.salt, 'base64');
  const wrapped = Buffer.from(document.wrapped, 'base64');
  const nonce = Buffer.from(document.nonce, 'base64');
  const wrapping = await passphraseKey(passphrase, salt, document);
  const decipher = createDecipheriv(CIPHER, wrapping, nonce, { authTagLength: TAG_BYTES });
  wrapping.fill(0);
  decipher.setAAD(authenticated(document, salt), { plaintextLength: KEY_BYTES });
  decipher.setAuthTag(wrapped.subarray(KEY_BYTES));
  const key = decipher.update(wrapped.subarray(0, KEY_BYTES));
  try {
    decipher.final();
  } catch {
    key.fill(0);
    throw new WrongPassphraseError();
  }
  return key;
}

/** So that nobody can lower the cost. */
function authenticated({ memoryKib, passes, lanes }: PassphraseCost, salt: Buffer): Buffer {
  return Buffer.from(JSON.stringify([VERSION, memoryKib, passes, lanes, salt.toString('base64')]));
}

function parse(text: string, path: string): VaultDocument {
  try {
    const { version, phase, cipher, passphrase, keyring } = JSON.parse(text) as VaultDocument & {
      version: number;
    };
    const isKnown = version === VERSION && /^(encrypting|encrypted|decrypting)$/.test(phase);
    const isReadable = cipher === 'aegis' || cipher === 'chacha20';
    const hasKey = passphrase === undefined ? typeof keyring === 'string' : isWhole(passphrase);
    if (!isKnown || !isReadable || !hasKey) throw new TypeError('an unknown form');
    return { phase, cipher, passphrase, keyring };
  } catch (cause) {
    throw serviceError('VAULT_DAMAGED', { file: path, cause });
  }
}

function isWhole(document: WrappedKey): boolean {
  const lengthOf = (text: unknown) =>
    typeof text === 'string' ? Buffer.from(text, 'base64').length : 0;
  return (
    isBoundedCost(document) &&
    lengthOf(document.salt) >= 16 &&
    lengthOf(document.nonce) === 12 &&
    lengthOf(document.wrapped) === KEY_BYTES + TAG_BYTES
  );
}
