/**
 * Says whether a media file is whole by decoding all of it: pictures, videos and recordings of the
 * kinds that the service writes. What a file is, its first bytes say and not its name.
 */
import sharp from 'sharp';
import { type MediaFile, openMediaFile, readMediaFile } from '../../sealing/sealed-file.ts';
import type { Sealing } from '../../sealing/store-key.ts';
import { hasCode } from '../system-error.ts';
import type { VideoProcess } from '../video/process/video-process.ts';
import { InvalidMediaError } from './errors.ts';

type Codecs = Pick<VideoProcess, 'probe' | 'sound'>;
type Check = (path: string, signal: AbortSignal, by: Codecs, sealing?: Sealing) => Promise<unknown>;

const KINDS: readonly { at: number; magic: string; check: Check }[] = [
  { at: 0, magic: '\xff\xd8\xff', check: decodeJpeg },
  { at: 4, magic: 'ftyp', check: (path, signal, { probe }) => probe(path, signal) },
  { at: 0, magic: 'OggS', check: decodeRecording },
];

const HEAD_BYTES = 12;
/** Above what the largest accepted picture can become as JPEG. */
const MAX_JPEG_BYTES = 512 * 1024 * 1024;

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
  codecs: Codecs,
  sealing?: Sealing | undefined,
): Promise<void> {
  const head = await readHead(path, sealing);
  const kind = KINDS.find(
    ({ at, magic }) => head.toString('latin1', at, at + magic.length) === magic,
  );
  if (kind === undefined) throw new InvalidMediaError('it is no picture, video or recording');
  try {
    await kind.check(path, signal, codecs, sealing);
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

async function decodeJpeg(
  path: string,
  signal: AbortSignal,
  _codecs: Codecs,
  sealing?: Sealing,
): Promise<void> {
  // Read here: the decoder would not tell a file that is missing from one that is broken.
  const jpeg = await readMediaFile(path, MAX_JPEG_BYTES, sealing, signal);
  await sharp(jpeg, { failOn: 'warning' }).resize(8, 8, { fit: 'fill' }).raw().toBuffer();
}

async function decodeRecording(path: string, signal: AbortSignal, { sound }: Codecs) {
  const samples = await sound.decode(path, signal).catch((cause) => {
    if (hasCode(cause, 'AUDIO_UNDECODABLE')) throw cause;
    throw new CannotLookError('the recording could not be read', { cause });
  });
  if (samples.length === 0) throw new RangeError('no sound in it');
}

async function readHead(path: string, sealing: Sealing | undefined): Promise<Buffer> {
  let file: MediaFile | undefined;
  try {
    file = await openMediaFile(path, sealing);
    const head = await file.readAt(0, HEAD_BYTES);
    if (head.length === 0) throw new InvalidMediaError('it is empty');
    return head;
  } catch (cause) {
    if (cause instanceof TypeError) throw new InvalidMediaError('it is not a regular file', cause);
    if (cause instanceof InvalidMediaError) throw cause;
    assertOfFile(cause);
    throw new InvalidMediaError('it does not exist or cannot be read', cause);
  } finally {
    await file?.close();
  }
}
