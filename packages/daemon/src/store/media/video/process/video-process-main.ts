/**
 * Entry of the process that holds the codec library for the service: reads frames out of videos, looks whether they are whole,
 * writes new ones from pictures that it asks for one by one, and encodes and decodes sound. Ends with its parent. Started by
 * `video-process.ts` only.
 */
import { keepCompiled } from '#core/process/compiled-code.ts';
import { encodeError } from '#core/worker/error-codec.ts';
import { decodeAudio, encodeOpus } from '#store/media/audio/opus.ts';
import type { Sealing } from '#store/sealing/store-key.ts';
import { probeVideo, videoFacts } from '../read-video-frame.ts';
import { videoShelf } from '../video-shelf.ts';
import { type WrittenVideo, writeVideo } from '../write-video.ts';
import type {
  FromVideoProcess,
  ToVideoProcess,
  VideoRequest,
  VideoToWrite,
} from './video-messages.ts';

/** 16-bit mono samples at 16 kHz. */
const BYTES_PER_SECOND = 32_000;

interface Work {
  readonly cancelling: AbortController;
  /** Of a video that is being written: waits for its next picture. */
  picture: PromiseWithResolvers<Uint8Array | undefined> | undefined;
}

let sealing: Sealing | undefined;
const shelf = videoShelf(() => sealing);
const works = new Map<number, Work>();

function send(message: FromVideoProcess): void {
  // A parent that went away hears nothing; `disconnect` ends this process.
  process.send?.(message, () => undefined);
}

async function work(id: number, request: VideoRequest): Promise<void> {
  const own: Work = { cancelling: new AbortController(), picture: undefined };
  works.set(id, own);
  try {
    send({ id, result: await answer(id, own, request) });
  } catch (error) {
    send({ id, error: encodeError(error) });
  } finally {
    works.delete(id);
  }
}

function answer(id: number, own: Work, request: VideoRequest): Promise<unknown> {
  const { signal } = own.cancelling;
  switch (request.kind) {
    case 'read':
      return shelf.read(request.file, request.index, signal);
    case 'facts':
      return videoFacts(request.file, signal, sealing);
    case 'probe':
      return probeVideo(request.file, signal, sealing);
    case 'write':
      return write(id, own, request.video);
    case 'encode':
      return encodeOpus(secondsOf(request.samples));
    case 'decode':
      return decodeAudio(request.file, signal, sealing);
  }
}

function write(id: number, own: Work, video: VideoToWrite): Promise<WrittenVideo> {
  let damagedCount = 0;
  async function* pictures(): AsyncGenerator<Buffer> {
    for (;;) {
      own.picture = Promise.withResolvers();
      send({ id, wanted: true, damagedCount });
      const jpeg = await own.picture.promise;
      if (jpeg === undefined) return;
      yield Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
    }
  }
  const { leavesOutDamaged, isSealed, ...options } = video;
  const onDamaged = () => {
    damagedCount += 1;
  };
  return writeVideo({
    ...options,
    sealing: isSealed ? sealing : undefined,
    pictures: pictures(),
    signal: own.cancelling.signal,
    onDamaged: leavesOutDamaged ? onDamaged : undefined,
  });
}

/** The library is given a second at a time. */
function* secondsOf(samples: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < samples.length; at += BYTES_PER_SECOND) {
    const piece = samples.subarray(at, at + BYTES_PER_SECOND);
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  }
}

function cancel({ cancelling, picture }: Work): void {
  const reason = new Error('no longer wanted');
  cancelling.abort(reason);
  picture?.reject(reason);
}

process.on('message', (message: ToVideoProcess) => {
  if ('sealing' in message) {
    sealing = message.sealing;
    return;
  }
  if ('request' in message) {
    void work(message.id, message.request);
    return;
  }
  const own = works.get(message.id);
  if (own === undefined) return;
  if ('cancel' in message) cancel(own);
  else own.picture?.resolve(message.picture);
});
// Not `exit`, which waits for native threads.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
keepCompiled();
