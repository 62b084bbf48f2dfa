/**
 * One recording while it is being made: a line of JSON that says what it is, then raw samples as they come. A
 * process that is killed leaves a file from which everything up to that moment can be read.
 */
import { type FileHandle, open } from 'node:fs/promises';

const FILE_MODE = 0o600;
/** A header is some hundred bytes; device names have their limit. */
const LONGEST_HEADER = 4_096;
const NEW_LINE = 0x0a;
const BYTES_PER_SAMPLE = 2;
const BYTES_PER_MS = 32;
/** A second at a time. */
const PIECE_BYTES = 32_000;

export interface Recording {
  /** When its first sample was heard. */
  readonly atMs: number;
  readonly deviceName: string;
  readonly isInput: boolean;
}

/** The file must not be there yet. */
export async function createSpoolFile(path: string, recording: Recording): Promise<FileHandle> {
  const file = await open(path, 'wx', FILE_MODE);
  try {
    const { atMs, deviceName, isInput } = recording;
    await file.writeFile(`${JSON.stringify({ atMs, deviceName, isInput })}\n`);
    return file;
  } catch (cause) {
    await file.close();
    throw cause;
  }
}

export interface SpoolContent {
  recording: Recording;
  durationMs: number;
  /** The samples in pieces of a second; can be gone through once. */
  pieces: AsyncIterable<Buffer>;
}

/** Undefined when the process was killed before the first sample, or the file is not one of ours. */
export async function readSpoolFile(file: FileHandle): Promise<SpoolContent | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(LONGEST_HEADER), 0, LONGEST_HEADER, 0);
  const headerEnd = buffer.subarray(0, bytesRead).indexOf(NEW_LINE);
  const recording = headerEnd < 0 ? undefined : parseHeader(buffer.toString('utf8', 0, headerEnd));
  if (!recording) return undefined;
  const from = headerEnd + 1;
  const { size } = await file.stat();
  // A write that was cut off may end inside a sample.
  const bytes = size - from - ((size - from) % BYTES_PER_SAMPLE);
  if (bytes === 0) return undefined;
  return { recording, durationMs: bytes / BYTES_PER_MS, pieces: readPieces(file, from, bytes) };
}

function parseHeader(line: string): Recording | undefined {
  try {
    const { atMs, deviceName, isInput } = JSON.parse(line) as Partial<Recording>;
    if (!Number.isFinite(atMs) || typeof deviceName !== 'string') return undefined;
    return { atMs: Number(atMs), deviceName, isInput: isInput === true };
  } catch {
    // Not JSON: not ours.
    return undefined;
  }
}

async function* readPieces(file: FileHandle, from: number, bytes: number) {
  for (let done = 0; done < bytes; ) {
    const length = Math.min(PIECE_BYTES, bytes - done);
    const piece = Buffer.alloc(length);
    const { bytesRead } = await file.read(piece, 0, length, from + done);
    if (bytesRead !== length) throw new RangeError('became shorter while it was read');
    done += length;
    yield piece;
  }
}
