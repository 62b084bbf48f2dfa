/**
 * The sealed form of everything that leaves the device. One envelope is
 *
 *   magic "HCS" (3) | version (1) | salt (32) | ciphertext | tag (16)
 *
 * Key and nonce. Each envelope has its own key, HKDF-SHA256(master key, salt, names of the place), and the nonce is the number of the
 * envelope in its stream. The numbers of one stream never repeat, so no nonce repeats under a key by construction; the random
 * salt keeps that true when a data folder is copied or set back and counts again from an earlier number.
 *
 * Place. The associated data are the version, the account, the device, the stream and the number. An envelope that is moved to
 * another place, replayed, or swapped with another one does not open there.
 *
 * Size. The content is compressed first and then padded (Padmé: at most 12 % more, and only O(log log n) bits of the length are revealed),
 * so that a hub learns little from lengths. The first four bytes of the plain text are the length before padding.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { serviceError } from '#core/errors.ts';
import { SyncBlobRefusedError } from '../errors.ts';

const MAGIC = Buffer.from('HCS');
export const ENVELOPE_VERSION = 1;
const SALT_BYTES = 32;
const TAG_BYTES = 16;
const HEADER_BYTES = MAGIC.length + 1 + SALT_BYTES;
const CIPHER = 'chacha20-poly1305';
/**
 * 12 is clearly smaller than 6 for records; 13 gains little for much more work. The default tables are made for larger things
 * than a segment: these save memory and cost hardly any size.
 */
const COMPRESSION = {
  params: {
    [constants.ZSTD_c_compressionLevel]: 12,
    [constants.ZSTD_c_windowLog]: 21,
    [constants.ZSTD_c_hashLog]: 20,
    [constants.ZSTD_c_chainLog]: 21,
  },
};
/** Above the largest segment or part of media; what claims more is an attempt to fill the memory. */
const MAX_CONTENT_BYTES = 64 * 1024 * 1024;

/** Which of the checks failed is nobody's business. */
const NOT_OPEN = 'it does not open here';

/** Where an envelope belongs. All of it is authenticated. */
export interface Place {
  accountId: string;
  machineId: string;
  /** `log`, or the name of a media stream. */
  stream: string;
  sequence: number;
}

// Outside the main thread, which answers requests meanwhile.
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** `salt` is for test vectors only. */
export async function seal(
  masterKey: Uint8Array,
  place: Place,
  content: Uint8Array,
  salt: Uint8Array = randomBytes(SALT_BYTES),
): Promise<Buffer> {
  // With its size the tables are no larger than it needs.
  const options = { ...COMPRESSION, pledgedSrcSize: content.length };
  const plain = padded(await compress(content, options));
  const header = Buffer.concat([MAGIC, Buffer.from([ENVELOPE_VERSION]), salt]);
  const cipher = createCipheriv(CIPHER, keyFor(masterKey, salt, place), nonceOf(place), {
    authTagLength: TAG_BYTES,
  });
  cipher.setAAD(associatedData(place), { plaintextLength: plain.length });
  return Buffer.concat([header, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Rejects with SyncBlobRefusedError, or SYNC_NEWER_VERSION for an envelope of a later Hindcast. */
export async function open(
  masterKey: Uint8Array,
  place: Place,
  sealed: Uint8Array,
): Promise<Buffer> {
  const packed = openPacked(masterKey, place, sealed);
  try {
    return await decompress(packed, { maxOutputLength: MAX_CONTENT_BYTES });
  } catch {
    throw new SyncBlobRefusedError(nameOf(place), NOT_OPEN);
  }
}

/** The content as it is compressed. Throws as `open` rejects. */
export function openPacked(masterKey: Uint8Array, place: Place, sealed: Uint8Array): Uint8Array {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const refuse = (why: string) => new SyncBlobRefusedError(nameOf(place), why);
  if (bytes.length < HEADER_BYTES + 4 + TAG_BYTES || !bytes.subarray(0, 3).equals(MAGIC)) {
    throw refuse('this is no sealed blob, or a part of one');
  }
  const version = bytes[MAGIC.length] ?? 0;
  // Not authenticated at this point: a hub that lies about it gains a refusal, the same as with any other bit.
  if (version > ENVELOPE_VERSION) throw serviceError('SYNC_NEWER_VERSION', { version });
  if (version < ENVELOPE_VERSION) throw refuse('there never was such a version');
  const salt = bytes.subarray(MAGIC.length + 1, HEADER_BYTES);
  const decipher = createDecipheriv(CIPHER, keyFor(masterKey, salt, place), nonceOf(place), {
    authTagLength: TAG_BYTES,
  });
  const body = bytes.subarray(HEADER_BYTES, -TAG_BYTES);
  decipher.setAAD(associatedData(place), { plaintextLength: body.length });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    // Of a stream cipher nothing is left for the end but the check.
    const plain = decipher.update(body);
    decipher.final();
    return plain.subarray(4, 4 + plain.readUInt32BE(0));
  } catch {
    throw refuse(NOT_OPEN);
  }
}

function keyFor(masterKey: Uint8Array, salt: Uint8Array, place: Place): Buffer {
  const info = fields('hindcast sync envelope', place.accountId, place.machineId, place.stream);
  return Buffer.from(hkdfSync('sha256', masterKey, salt, info, 32));
}

function nonceOf({ sequence }: Place): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(sequence), 4);
  return nonce;
}

function associatedData(place: Place): Buffer {
  const { accountId, machineId, stream, sequence } = place;
  return fields(String(ENVELOPE_VERSION), accountId, machineId, stream, String(sequence));
}

/** Each with its length, so that no two lists of fields give the same bytes. */
function fields(...values: string[]): Buffer {
  const parts = values.flatMap((value) => {
    const bytes = Buffer.from(value);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return [length, bytes];
  });
  return Buffer.concat(parts);
}

function padded(content: Buffer): Buffer {
  const plain = Buffer.alloc(paddedLength(content.length + 4));
  plain.writeUInt32BE(content.length);
  content.copy(plain, 4);
  return plain;
}

/** Padmé (Nikitin et al., 2019): keeps about log2(log2 n) leading bits of the length and rounds the others up. */
export function paddedLength(length: number): number {
  // A single changed record must stay small on the wire, so small ones share few sizes.
  if (length <= 256) return 256;
  const exponent = Math.floor(Math.log2(length));
  const kept = Math.floor(Math.log2(exponent)) + 1;
  const unit = 2 ** (exponent - kept);
  return Math.ceil(length / unit) * unit;
}

function nameOf({ machineId, stream, sequence }: Place): string {
  return `blob ${sequence} of ${stream} of device ${machineId}`;
}
