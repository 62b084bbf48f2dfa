/**
 * How a media file of an encrypted store lies on the disk: a header with random bytes, from which the file gets its own key, then
 * blocks that are encrypted and authenticated one by one (AES-256-GCM), so that a part can be read without the rest. The place of a
 * block is in its nonce, and whether it is the last one: a file that was cut, or whose blocks were exchanged, is refused.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { errorText, ServiceError } from '#core/errors.ts';

export class SealBrokenError extends ServiceError {
  constructor(problem: string) {
    super(errorText('SEAL_BROKEN', { problem }));
  }
}

/** `file`: blocks of one size. `log`: records as they were appended, without an end. */
export type SealedKind = 'file' | 'log';

export const BLOCK_BYTES = 64 * 1024;
export const TAG_BYTES = 16;
export const HEADER_BYTES = 48;

const CIPHER = 'aes-256-gcm';
const MAGIC = Buffer.from('HCSEALED');
const VERSION = 1;
const KIND_NUMBERS = { file: 1, log: 2 } as const;
const ID_AT = 16;

/** Seals and opens the blocks of one file. */
export interface BlockCipher {
  readonly header: Buffer;
  seal(block: Uint8Array, index: number, isLast: boolean): Buffer;
  /** Throws SealBrokenError. */
  open(sealed: Buffer, index: number, isLast: boolean): Buffer;
}

export function hasSealedHeader(head: Uint8Array): boolean {
  return MAGIC.equals(head.subarray(0, MAGIC.length));
}

export function newBlockCipher(mediaKey: Uint8Array, kind: SealedKind): BlockCipher {
  const header = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(header);
  header[8] = VERSION;
  header[9] = KIND_NUMBERS[kind];
  header.writeUInt32BE(BLOCK_BYTES, 12);
  randomBytes(HEADER_BYTES - ID_AT).copy(header, ID_AT);
  return blockCipher(mediaKey, header);
}

/** Throws SealBrokenError for a header that is cut, newer than this, or of another kind. */
export function blockCipherOf(
  mediaKey: Uint8Array,
  head: Uint8Array,
  kind: SealedKind,
): BlockCipher {
  const header = Buffer.from(head.subarray(0, HEADER_BYTES));
  const isOurs = header.length === HEADER_BYTES && hasSealedHeader(header);
  if (!isOurs || header[9] !== KIND_NUMBERS[kind] || header.readUInt32BE(12) !== BLOCK_BYTES) {
    throw new SealBrokenError('is damaged');
  }
  if (header[8] !== VERSION) throw new SealBrokenError('was written by a newer version');
  return blockCipher(mediaKey, header);
}

function blockCipher(mediaKey: Uint8Array, header: Buffer): BlockCipher {
  const id = header.subarray(ID_AT);
  const key = Buffer.from(hkdfSync('sha256', mediaKey, id, 'hindcast media file 1', 32));
  const options = { authTagLength: TAG_BYTES };
  return {
    header,
    seal(block, index, isLast) {
      const cipher = createCipheriv(CIPHER, key, nonceOf(index, isLast), options);
      cipher.setAAD(header);
      return Buffer.concat([cipher.update(block), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, index, isLast) {
      const end = sealed.length - TAG_BYTES;
      if (end < 0) throw new SealBrokenError('was cut');
      const decipher = createDecipheriv(CIPHER, key, nonceOf(index, isLast), options);
      decipher.setAAD(header);
      decipher.setAuthTag(sealed.subarray(end));
      const block = decipher.update(sealed.subarray(0, end));
      try {
        decipher.final();
        return block;
      } catch {
        throw new SealBrokenError('is damaged, was cut, or belongs to another store');
      }
    },
  };
}

/** Never used twice with one key: a file has its own, and a block of it is sealed once. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce[0] = isLast ? 1 : 0;
  nonce.writeUIntBE(index, 6, 6);
  return nonce;
}
