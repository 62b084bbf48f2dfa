/**
 * Unpacks `.tgz` and `.zip`, in the thread of `unpack-thread.ts`. Nothing but plain files and folders with plain relative names is accepted: no links, no devices, no
 * way out of the folder; and sizes are counted while they are written, because what an archive says about itself may be a lie.
 */
import { once } from 'node:events';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { x as extract, type ReadEntry } from 'tar';
import { type Entry, open as openZip, type ZipFile } from 'yauzl';
import { InvalidPipeError } from '../errors.ts';
import { isDeviceName } from '../manifest.ts';
import { MOST_TAR_BYTES, sizeCounter } from './limits.ts';

const GZIP = '1f8b';
const ZIP = '504b';
/** Of Unix modes, as zip entries carry them. */
const TYPE_BITS = 0o170000;
const LINK_TYPE = 0o120000;

async function kindOf(file: string): Promise<string> {
  // Not waiting: a named pipe would have us wait for its writer, for ever.
  await using handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  if (!(await handle.stat()).isFile()) return '';
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  return buffer.subarray(0, bytesRead).toString('hex');
}

export async function isArchive(file: string): Promise<boolean> {
  return [GZIP, ZIP].includes(await kindOf(file));
}

/** `folder` is made, and holds what lies next to the package.json in the archive. */
export async function unpackArchive(archive: string, folder: string): Promise<void> {
  const unpacked = `${folder}.unpacked`;
  await mkdir(unpacked);
  const kind = await kindOf(archive);
  try {
    if (kind === GZIP) await unpackTar(archive, unpacked);
    else if (kind === ZIP) await unpackZip(archive, unpacked);
    else throw new InvalidPipeError('it is neither a .tgz nor a .zip');
  } catch (error) {
    if (error instanceof InvalidPipeError) throw error;
    throw new InvalidPipeError('the archive is damaged');
  }
  await rename(await rootOf(unpacked), folder);
}

/** Packages lie in one folder of the archive, whatever it is called, or at its top. */
async function rootOf(folder: string): Promise<string> {
  const hasManifest = (path: string) =>
    stat(join(path, 'package.json')).then(
      (found) => found.isFile(),
      () => false,
    );
  if (await hasManifest(folder)) return folder;
  const [only, ...others] = await readdir(folder);
  const inner = join(folder, only ?? '');
  if (only !== undefined && others.length === 0 && (await hasManifest(inner))) return inner;
  throw new InvalidPipeError('the archive has no package.json');
}

function assertPlainName(name: string): void {
  const parts = name.split(/[\\/]/);
  const isPlain =
    name !== '' && !/^([\\/]|[a-z]:)/i.test(name) && !parts.includes('..') && !name.includes('\0');
  if (!isPlain) throw new InvalidPipeError('a name in the archive leads out of it');
  if (parts.some(isDeviceName)) {
    throw new InvalidPipeError('a name in the archive means a device on some systems');
  }
}

async function unpackTar(archive: string, folder: string): Promise<void> {
  const counter = sizeCounter();
  let fault: unknown;
  const unpacking = extract({
    cwd: folder,
    strict: true,
    // Of the file modes only those of a plain file: nothing in a pipe is to be executed.
    noChmod: true,
    filter(path, entry) {
      // The library swallows what is thrown here.
      try {
        if (fault === undefined) judgeTarEntry(path, entry as ReadEntry, counter);
      } catch (error) {
        fault = error;
      }
      return fault === undefined;
    },
  });
  const closed = once(unpacking, 'close');
  // It rejects with the error that is kept as the fault, perhaps before anybody waits for it.
  closed.catch(() => undefined);
  let isWhole = false;
  unpacking.on('eof', () => {
    isWhole = true;
  });
  unpacking.on('error', (error) => {
    fault ??= error;
  });
  // Piece by piece, so that an archive of gigabytes of nothing is left at its first fault.
  let size = 0;
  await pipeline(createReadStream(archive), createGunzip(), async (pieces) => {
    for await (const piece of pieces as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > MOST_TAR_BYTES) throw new InvalidPipeError('it is too large');
      if (!unpacking.write(piece)) await once(unpacking, 'drain');
      if (fault !== undefined) throw fault;
      // What lies behind the end mark is no part of the archive, and the library would join it piece by piece.
      if (isWhole) return;
    }
  }).catch((error) => {
    // The rest of the file was left unread on purpose.
    if (!isWhole || fault !== undefined) throw error;
  });
  unpacking.end();
  await closed;
  if (fault !== undefined) throw fault;
}

function judgeTarEntry(
  path: string,
  entry: ReadEntry,
  counter: ReturnType<typeof sizeCounter>,
): void {
  assertPlainName(path);
  if (!['File', 'OldFile', 'Directory', 'ContiguousFile'].includes(entry.type)) {
    throw new InvalidPipeError('the archive holds links or special files');
  }
  counter.addFile(path);
  // In a tar this is the length of what follows, so it cannot be a lie.
  counter.addBytes(entry.size);
}

async function unpackZip(archive: string, folder: string): Promise<void> {
  const counter = sizeCounter();
  const options = { lazyEntries: true, validateEntrySizes: true, strictFileNames: true };
  const zip = await promisify<string, object, ZipFile>(openZip as never)(archive, options);
  try {
    await new Promise<void>((resolve, reject) => {
      zip.once('error', reject);
      zip.once('end', resolve);
      zip.on('entry', (entry: Entry) => {
        writeZipEntry(zip, entry, folder, counter).then(() => zip.readEntry(), reject);
      });
      zip.readEntry();
    });
  } finally {
    zip.close();
  }
}

async function writeZipEntry(
  zip: ZipFile,
  entry: Entry,
  folder: string,
  counter: ReturnType<typeof sizeCounter>,
): Promise<void> {
  const { fileName } = entry;
  assertPlainName(fileName);
  if (((entry.externalFileAttributes >>> 16) & TYPE_BITS) === LINK_TYPE) {
    throw new InvalidPipeError('the archive holds links or special files');
  }
  counter.addFile(fileName);
  const path = join(folder, fileName);
  if (fileName.endsWith('/')) {
    await mkdir(path, { recursive: true });
    return;
  }
  await mkdir(dirname(path), { recursive: true });
  const content = await promisify(
    zip.openReadStream.bind(zip) as (
      entry: Entry,
      done: (error: Error | null, stream: NodeJS.ReadableStream) => void,
    ) => void,
  )(entry);
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      try {
        counter.addBytes(piece.length);
        done(null, piece);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  await pipeline(content, counted, createWriteStream(path, { flags: 'wx' }));
}
