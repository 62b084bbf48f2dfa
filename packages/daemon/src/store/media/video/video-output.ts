/**
 * The MP4 file that a video is written into. Of a clear store the library writes it itself, with its index at the start; of an
 * encrypted one it hands over the bytes, which are sealed before they reach the disk, and the index stays at the end.
 */
import { open } from 'node:fs/promises';
import type { CodecContext, FormatContext, Packet, Rational, Stream } from 'node-av/lib';
import type { Sealing } from '../../sealing/store-key.ts';
import type { Av } from './av.ts';
import { type SealedOutput, sealedOutput } from './sealed-io.ts';

export interface VideoOutput extends AsyncDisposable {
  readonly stream: Stream;
  write(packet: Packet): Promise<void>;
  finish(): Promise<void>;
}

interface OutputWish {
  readonly encoder: CodecContext;
  readonly frameTime: Rational;
  /** Is there already, and empty. */
  readonly file: string;
  readonly sealing: Sealing | undefined;
}

export async function openVideoOutput(av: Av, wanted: OutputWish): Promise<VideoOutput> {
  const cleanup = new AsyncDisposableStack();
  try {
    const container = cleanup.use(new av.lib.FormatContext());
    const sealed = wanted.sealing && (await openSealed(av, wanted.file, wanted.sealing, cleanup));
    const stream = await start(av, container, { ...wanted, sealed });
    return {
      stream,
      write: (packet) =>
        orFailure(sealed, async () => {
          av.check(await container.interleavedWriteFrame(packet), 'writing a video');
        }),
      finish: () =>
        orFailure(sealed, async () => {
          av.check(await container.writeTrailer(), 'ending a video file');
          if (sealed) await sealed.finish();
          else await container.closeOutput();
        }),
      [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
    };
  } catch (error) {
    await cleanup.disposeAsync();
    throw error;
  }
}

async function openSealed(
  av: Av,
  path: string,
  sealing: Sealing,
  cleanup: AsyncDisposableStack,
): Promise<SealedOutput> {
  const file = await open(path, 'r+');
  cleanup.defer(() => file.close());
  return cleanup.use(sealedOutput(av, file, sealing));
}

async function start(
  av: Av,
  container: FormatContext,
  { encoder, frameTime, file, sealed }: OutputWish & { sealed: SealedOutput | undefined },
): Promise<Stream> {
  const { check, lib } = av;
  const address = sealed ? '' : `file:${file}`;
  check(container.allocOutputContext2(null, 'mp4', address), 'making an MP4 file');
  const stream = container.newStream(null);
  stream.timeBase = frameTime;
  stream.avgFrameRate = frameTime.inv();
  check(stream.codecpar.fromContext(encoder), 'describing a video');
  if (sealed) sealed.attach(container);
  else check(await container.openOutput(), 'opening a video file');
  // Moving the index to the start reads the file again, which only the library's own files allow.
  using options = lib.Dictionary.fromObject(sealed ? {} : { movflags: '+faststart' });
  await orFailure(sealed, async () => {
    check(await container.writeHeader(options), 'starting a video file');
  });
  return stream;
}

/** The library knows that a write failed, but not why. */
async function orFailure(sealed: SealedOutput | undefined, work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    throw sealed?.failure() ?? error;
  }
}
