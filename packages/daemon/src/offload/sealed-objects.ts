/**
 * Media files as sealed objects at a place. The name of an object is a keyed hash of the file's path, so the place learns neither paths nor
 * content, and a database that is older than a move still finds the file. Each part is sealed as sync seals its blobs; the first bytes
 * of the content say how long it is and what its hash is.
 */
import { createHash, createHmac } from 'node:crypto';
import { serviceError } from '#core/errors.ts';
import type { NewOffloadedFile } from '#store/offload/records.ts';
import { open, seal } from '#sync/keys/envelope.ts';
import { OffloadDamagedError, OffloadUnreachableError } from './errors.ts';
import type { OffloadPlace } from './place.ts';

const PART_BYTES = 1024 * 1024;
/** Length of the content and its SHA-256. */
const HEADER_BYTES = 8 + 32;
/** Above the largest media file; what claims more is an attempt to fill the memory. */
const MOST_BYTES = 512 * 1024 * 1024;
const MARKER = 'marker';

export interface SealedObjects {
  /** The address of the place. */
  readonly place: string;
  /** Replaces what an interrupted attempt left. */
  write(path: string, content: Buffer, signal: AbortSignal): Promise<void>;
  /** Undefined when it is not there. Rejects with OFFLOAD_LOST when it is damaged. */
  read(path: string, signal: AbortSignal): Promise<Buffer | undefined>;
  has(path: string, parts: number, signal: AbortSignal): Promise<boolean>;
  remove(path: string, parts: number, signal: AbortSignal): Promise<void>;
  /**
   * Rejects with OFFLOAD_UNREACHABLE when the place has lost the mark of this store: an empty mount point is not the place. `isNew`
   * marks the place.
   */
  assertPlace(isNew: boolean, signal: AbortSignal): Promise<void>;
}

/** What the names at places begin with: the same for each start of this store. */
export function storeNameOf(key: Buffer): string {
  return `offload-${keyedHash(key, 'store').slice(0, 16)}`;
}

function partsOf(bytes: number): number {
  return Math.ceil((bytes + HEADER_BYTES) / PART_BYTES);
}

export function digestOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** What the row of a file says of it. */
export function factsOf(path: string, place: string, content: Uint8Array): NewOffloadedFile {
  const bytes = content.length;
  return { path, place, bytes, parts: partsOf(bytes), digest: digestOf(content) };
}

/** All calls reject with OFFLOAD_UNREACHABLE when the place does not do what it should, and with the signal's reason. */
export function sealedObjects(options: {
  place: OffloadPlace;
  address: string;
  key: Buffer;
}): SealedObjects {
  const { place, address, key } = options;
  const account = { accountId: 'offload', machineId: storeNameOf(key) };
  const nameOf = (path: string) => `f-${keyedHash(key, `file ${path}`).slice(0, 40)}`;

  async function reach<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      throw new OffloadUnreachableError(address, error);
    }
  }

  async function writeObject(name: string, whole: Buffer, signal: AbortSignal): Promise<void> {
    const parts = Math.ceil(whole.length / PART_BYTES);
    await reach(signal, () => place.remove(name, parts, signal));
    for (let part = 0; part < parts; part += 1) {
      const content = whole.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
      const sealed = await seal(key, { ...account, stream: name, sequence: part }, content);
      await reach(signal, () => place.write({ name, part }, sealed, signal));
    }
  }

  async function readPart(name: string, part: number, signal: AbortSignal) {
    const sealed = await reach(signal, () => place.read({ name, part }, signal));
    if (sealed === undefined) return undefined;
    try {
      return await open(key, { ...account, stream: name, sequence: part }, sealed);
    } catch (cause) {
      throw new OffloadDamagedError(address, cause);
    }
  }

  async function readObject(name: string, signal: AbortSignal): Promise<Buffer | undefined> {
    const first = await readPart(name, 0, signal);
    if (first === undefined) return undefined;
    const bytes = first.length < HEADER_BYTES ? 0 : Number(first.readBigUInt64BE(0));
    if (bytes > MOST_BYTES) throw new OffloadDamagedError(address);
    const pieces = [first];
    for (let part = 1; part < partsOf(bytes); part += 1) {
      const piece = await readPart(name, part, signal);
      if (piece === undefined) return undefined;
      pieces.push(piece);
    }
    const whole = Buffer.concat(pieces);
    const content = whole.subarray(HEADER_BYTES);
    const digest = whole.subarray(8, HEADER_BYTES).toString('hex');
    if (content.length !== bytes || digestOf(content) !== digest) {
      throw new OffloadDamagedError(address);
    }
    return content;
  }

  return {
    place: address,
    write: (path, content, signal) => writeObject(nameOf(path), withHeader(content), signal),
    read: (path, signal) => readObject(nameOf(path), signal),
    has: (path, parts, signal) => reach(signal, () => place.has(nameOf(path), parts, signal)),
    remove: (path, parts, signal) => reach(signal, () => place.remove(nameOf(path), parts, signal)),
    async assertPlace(isNew, signal) {
      if ((await readObject(MARKER, signal)) !== undefined) return;
      if (!isNew)
        throw serviceError('OFFLOAD_UNREACHABLE/empty', {
          place: address,
          context: { reason: 'EMPTY' },
        });
      await writeObject(MARKER, withHeader(Buffer.from(MARKER)), signal);
    },
  };
}

function withHeader(content: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeBigUInt64BE(BigInt(content.length));
  createHash('sha256').update(content).digest().copy(header, 8);
  return Buffer.concat([header, content]);
}

function keyedHash(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(`hindcast offload ${text}`).digest('hex');
}
