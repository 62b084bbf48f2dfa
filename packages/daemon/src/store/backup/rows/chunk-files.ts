/**
 * The files that hold ranges of rows: each is named after what it holds, so days and backups share those that did not change. A file is
 * compressed, then sealed with a key of the store when that is encrypted, and ends with a checksum that needs no key.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { DatabaseKey } from '../../sealing/store-key.ts';

/** Below the folder of a list. */
export const CHUNK_FOLDER = 'rows';
const SHARDS = Array.from({ length: 256 }, (_, shard) => shard.toString(16).padStart(2, '0'));
const TURNS = 16;
const DAY_MS = 24 * 3_600_000;
const ID = /^[0-9a-f]{32}$/;

const MAGIC = Buffer.from('HCR1');
const CLEAR = 0;
const SEALED = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SUM_BYTES = 16;
const HEAD_BYTES = MAGIC.length + 1;
/** Frames of one window repeat each other over megabytes. */
const PARAMS = {
  [constants.ZSTD_c_compressionLevel]: 6,
  [constants.ZSTD_c_windowLog]: 25,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
};
const MAX_BYTES = 1 << 30;

class DamagedChunkError extends Error {
  constructor(id: string, cause?: unknown) {
    super(`the file of rows ${id} is missing or damaged`, { cause });
  }
}

export interface ChunkFiles {
  /** The name for what these bytes are: without the key of an encrypted store nobody can compare it with known content. */
  idOf(bytes: Buffer): string;
  has(id: string): boolean;
  /** On the disk afterwards, but for its name: see `syncChunkFolders`. Throws ENOENT when the folder was removed meanwhile. */
  write(id: string, bytes: Buffer): void;
  /** Throws DamagedChunkError. */
  read(id: string): Buffer;
}

/** `folder` is that of the lists. */
export function openChunkFiles(folder: string, key: DatabaseKey | undefined): ChunkFiles {
  const keys = key && deriveKeys(key);
  const known = new Set(listChunks(folder));

  return {
    idOf(bytes) {
      const hash = keys ? createHmac('sha256', keys.naming) : createHash('sha256');
      return hash.update(bytes).digest('hex').slice(0, 32);
    },
    has: (id) => known.has(id),
    write(id, bytes) {
      const packed = zstdCompressSync(bytes, { params: PARAMS });
      const body = keys ? seal(packed, id, keys.sealing) : clear(packed);
      writeDurably(chunkPath(folder, id), Buffer.concat([body, sumOf(body)]));
      known.add(id);
    },
    read(id) {
      try {
        const body = readBody(folder, id);
        const packed =
          body[MAGIC.length] === SEALED
            ? unseal(body, id, keys?.sealing)
            : body.subarray(HEAD_BYTES);
        return zstdDecompressSync(packed, { maxOutputLength: MAX_BYTES });
      } catch (cause) {
        throw cause instanceof DamagedChunkError ? cause : new DamagedChunkError(id, cause);
      }
    },
  };
}

/** All folders at once, at the beginning: a folder that is removed while a copy is made stays removed. */
export function makeChunkFolders(folder: string): void {
  for (const shard of SHARDS) {
    mkdirSync(join(folder, CHUNK_FOLDER, shard), { recursive: true, mode: 0o700 });
  }
}

/** Makes the names of new files durable. */
export function syncChunkFolders(folder: string): void {
  if (process.platform === 'win32') return;
  for (const shard of ['', ...SHARDS]) {
    const opened = openSync(join(folder, CHUNK_FOLDER, shard), 'r');
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  }
}

/** Whether the file is as it was written. Needs no key. */
export function isChunkWhole(folder: string, id: string): boolean {
  try {
    readBody(folder, id);
    return true;
  } catch {
    return false;
  }
}

export function chunkPath(folder: string, id: string): string {
  return join(folder, CHUNK_FOLDER, id.slice(0, 2), id);
}

export function sizeOfChunk(folder: string, id: string): number {
  return statSync(chunkPath(folder, id), { throwIfNoEntry: false })?.size ?? 0;
}

/** Removes all files but these, and what killed processes left. */
export function removeOtherChunks(
  folder: string,
  kept: ReadonlySet<string>,
  writtenBeforeMs = Number.POSITIVE_INFINITY,
): void {
  for (const shard of SHARDS) {
    for (const name of namesIn(join(folder, CHUNK_FOLDER, shard))) {
      const isOurs = ID.test(name) || ID.test(name.replace(/\.part$/, ''));
      const file = join(folder, CHUNK_FOLDER, shard, name);
      if (!isOurs || kept.has(name)) continue;
      const writtenMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      if (writtenMs < writtenBeforeMs) rmSync(file, { force: true });
    }
  }
}

/** A sixteenth of all files a day: one that is not as it was written goes, and is then copied again from the database. */
export function removeDamagedChunks(folder: string, nowMs: number): void {
  const turn = Math.floor(nowMs / DAY_MS) % TURNS;
  for (const shard of SHARDS.filter((_, at) => at % TURNS === turn)) {
    for (const id of namesIn(join(folder, CHUNK_FOLDER, shard)).filter((name) => ID.test(name))) {
      if (!isChunkWhole(folder, id)) rmSync(chunkPath(folder, id), { force: true });
    }
  }
}

function listChunks(folder: string): string[] {
  return SHARDS.flatMap((shard) => namesIn(join(folder, CHUNK_FOLDER, shard))).filter((name) =>
    ID.test(name),
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // No copy was ever made here.
    return [];
  }
}

function deriveKeys({ secret }: DatabaseKey): { sealing: Buffer; naming: Buffer } {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'hindcast rows 1', 64));
  return { sealing: bytes.subarray(0, 32), naming: bytes.subarray(32) };
}

function clear(packed: Buffer): Buffer {
  return Buffer.concat([MAGIC, Buffer.of(CLEAR), packed]);
}

/** Its name is part of what is authenticated: one file cannot take the place of another. */
function seal(packed: Buffer, id: string, key: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id));
  const sealed = Buffer.concat([cipher.update(packed), cipher.final()]);
  return Buffer.concat([MAGIC, Buffer.of(SEALED), nonce, cipher.getAuthTag(), sealed]);
}

function unseal(body: Buffer, id: string, key: Buffer | undefined): Buffer {
  if (!key) throw new TypeError('the rows are encrypted, and no key was given');
  const tagAt = HEAD_BYTES + NONCE_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(HEAD_BYTES, tagAt))
    .setAAD(Buffer.from(id))
    .setAuthTag(body.subarray(tagAt, tagAt + TAG_BYTES));
  return Buffer.concat([decipher.update(body.subarray(tagAt + TAG_BYTES)), decipher.final()]);
}

function readBody(folder: string, id: string): Buffer {
  const bytes = readFileSync(chunkPath(folder, id));
  const body = bytes.subarray(0, -SUM_BYTES);
  const isWhole = body.subarray(0, MAGIC.length).equals(MAGIC);
  if (!isWhole || !sumOf(body).equals(bytes.subarray(-SUM_BYTES))) throw new DamagedChunkError(id);
  return body;
}

function sumOf(body: Buffer): Buffer {
  return createHash('sha256').update(body).digest().subarray(0, SUM_BYTES);
}

function writeDurably(file: string, bytes: Buffer): void {
  const draft = `${file}.part`;
  const opened = openSync(draft, 'w', 0o600);
  try {
    writeFileSync(opened, bytes);
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
  renameSync(draft, file);
}
