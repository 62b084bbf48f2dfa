/**
 * Tells whether a media file is whole by decoding all of it: pictures, videos and recordings of the
 * kinds that the service writes. What a file is, its first bytes say and not its name.
 */
import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import sharp from 'sharp';
import { UndecodableAudioError } from '../audio/errors.ts';
import { decodeAudio } from '../audio/opus.ts';
import { hasCode } from '../system-error.ts';
import { InvalidMediaError } from './errors.ts';

type Check = (path: string, signal: AbortSignal) => Promise<unknown>;

const KINDS: readonly { at: number; magic: string; check: Check | 'as video' }[] = [
  { at: 0, magic: '\xff\xd8\xff', check: decodeJpeg },
  { at: 4, magic: 'ftyp', check: 'as video' },
  { at: 0, magic: 'OggS', check: decodeRecording },
];

const HEAD_BYTES = 12;

/** Of the system, of a library that cannot be loaded, and of the process that works on videos. */
const CODES_OF_SERVICE = [
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'ERR_MODULE_NOT_FOUND',
  'ERR_DLOPEN_FAILED',
  'VIDEO_UNAVAILABLE',
  'VIDEO_PROCESS_ENDED',
];

/** Rejects with InvalidMediaError, the signal's reason, or what keeps the service from looking. */
export async function validateMedia(
  path: string,
  signal: AbortSignal,
  probeVideo: Check,
): Promise<void> {
  const head = await readHead(path);
  const kind = KINDS.find(
    ({ at, magic }) => head.toString('latin1', at, at + magic.length) === magic,
  );
  if (kind === undefined) throw new InvalidMediaError('it is no picture, video or recording');
  try {
    await (kind.check === 'as video' ? probeVideo : kind.check)(path, signal);
  } catch (cause) {
    signal.throwIfAborted();
    assertOfFile(cause);
    throw new InvalidMediaError('a part of it is missing or damaged', cause);
  }
}

/** The machine refused to let the file be read. */
class CannotLookError extends Error {}

/** Throws what says something about the service at this moment, and nothing about the file. */
function assertOfFile(error: unknown): void {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const isOfService = cause instanceof CannotLookError || hasCode(cause, ...CODES_OF_SERVICE);
    if (isOfService) throw cause;
  }
}

async function decodeJpeg(path: string): Promise<void> {
  // Read here: the decoder would not tell a file that is missing from one that is broken.
  await sharp(await readFile(path), { failOn: 'warning' })
    .resize(8, 8, { fit: 'fill' })
    .raw()
    .toBuffer();
}

async function decodeRecording(path: string, signal: AbortSignal): Promise<void> {
  const samples = await decodeAudio(path, signal).catch((cause) => {
    if (cause instanceof UndecodableAudioError) throw cause;
    throw new CannotLookError('the recording could not be read', { cause });
  });
  if (samples.length === 0) throw new RangeError('no sound in it');
}

async function readHead(path: string): Promise<Buffer> {
  let file: FileHandle | undefined;
  try {
    // Before opening: a named pipe would wait for ever.
    if (!(await stat(path)).isFile()) throw new InvalidMediaError('it is not a regular file');
    file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    if (bytesRead === 0) throw new InvalidMediaError('it is empty');
    return buffer.subarray(0, bytesRead);
  } catch (cause) {
    if (cause instanceof InvalidMediaError) throw cause;
    assertOfFile(cause);
    throw new InvalidMediaError('it does not exist or cannot be read', cause);
  } finally {
    await file?.close();
  }
}
