/**
 * A file that grows while it is made, such as a recording: each piece that is appended is a separate record, sealed or as it is. A
 * process that is killed leaves a file from which every whole record can be read; what follows the last whole one is left out.
 */
import { type FileHandle, open } from 'node:fs/promises';
import {
  blockCipherOf,
  HEADER_BYTES,
  hasSealedHeader,
  newBlockCipher,
  SealBrokenError,
  TAG_BYTES,
} from './format.ts';
import type { Sealing } from './store-key.ts';

const FILE_MODE = 0o600;
/** Its length, then its number. */
const RECORD_HEAD_BYTES = 8;

export interface LogFile {
  append(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** The file must not be there yet. */
export async function createLogFile(path: string, sealing: Sealing | undefined): Promise<LogFile> {
  const file = await open(path, 'wx', FILE_MODE);
  const close = () => file.close();
  if (sealing === undefined) return { append: (bytes) => file.appendFile(bytes), close };
  const cipher = newBlockCipher(sealing.mediaKey, 'log');
  let records = 0;
  let end = HEADER_BYTES;
  try {
    await file.writeFile(cipher.header);
  } catch (cause) {
    await file.close();
    throw cause;
  }
  return {
    async append(bytes) {
      // A number is used once, also when its record could not be written.
      records += 1;
      const sealed = cipher.seal(bytes, records, false);
      const head = Buffer.alloc(RECORD_HEAD_BYTES);
      head.writeUInt32BE(sealed.length);
      head.writeUInt32BE(records, 4);
      // Where the last whole record ends: half a record that a full disk left is written over.
      await writeAll(file, Buffer.concat([head, sealed]), end);
      end += head.length + sealed.length;
    },
    close,
  };
}

/** All that was appended, up to the last whole record. At most some megabytes: half a minute of raw sound is one. */
export async function readLog(file: FileHandle, sealing: Sealing | undefined): Promise<Buffer> {
  const { size } = await file.stat();
  const bytes = Buffer.alloc(size);
  const { bytesRead } = await file.read(bytes, 0, size, 0);
  const whole = bytes.subarray(0, bytesRead);
  if (sealing === undefined) return whole;
  if (!hasSealedHeader(whole)) {
    if (sealing.strictFolder !== undefined && whole.length > 0)
      throw new SealBrokenError('is not encrypted');
    return whole;
  }
  return Buffer.concat([...recordsOf(whole, sealing)]);
}

function* recordsOf(whole: Buffer, sealing: Sealing): Generator<Buffer> {
  const cipher = blockCipherOf(sealing.mediaKey, whole, 'log');
  let last = 0;
  for (let at = HEADER_BYTES; at + RECORD_HEAD_BYTES + TAG_BYTES <= whole.length; ) {
    const from = at + RECORD_HEAD_BYTES;
    const end = from + whole.readUInt32BE(at);
    const number = whole.readUInt32BE(at + 4);
    if (end > whole.length || number <= last) return;
    try {
      yield cipher.open(whole.subarray(from, end), number, false);
    } catch (error) {
      // After a power cut the end of a file may be anything.
      if (error instanceof SealBrokenError && last > 0) return;
      throw error;
    }
    last = number;
    at = end;
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
