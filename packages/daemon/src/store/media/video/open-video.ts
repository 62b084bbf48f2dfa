/**
 * A video of ours, open for reading: frames come out in order, each with the check that it is the one
 * that was asked for and that nothing in its data was damaged. The library would rather show
 * something: it skips what it cannot read and paints over what is broken. Here that is an error.
 */
import { stat } from 'node:fs/promises';
import type { CodecContext, FormatContext, Frame, Packet, Stream } from 'node-av/lib';
import { SealBrokenError } from '../../sealing/format.ts';
import type { Sealing } from '../../sealing/store-key.ts';
import { type Av, AvError, loadAv } from './av.ts';
import { BrokenVideoError } from './errors.ts';
import { STRICT_DECODING } from './jpeg-frames.ts';
import { sealedInput } from './sealed-io.ts';

export interface OpenVideo extends AsyncDisposable {
  readonly width: number;
  readonly height: number;
  /** As the index of the file says; only decoding shows whether they are all there. */
  readonly frameCount: number;
  readonly framesPerSecond: number;
  /** The next call of `next` gives the key frame at or before this frame. */
  seek(index: number): Promise<void>;
  /** The next frame and its index, valid until the next call; `undefined` after the last one. */
  next(signal?: AbortSignal): Promise<{ frame: Frame; index: number } | undefined>;
}

/** Says something about the machine at this moment, nothing about the file. */
const PASSING_TROUBLE = new Set(['ENOMEM', 'EMFILE', 'ENFILE']);

/** Rejects with BrokenVideoError; so do `seek` and `next`. */
export async function openVideo(file: string, sealing?: Sealing | undefined): Promise<OpenVideo> {
  const av = await loadAv();
  const cleanup = new AsyncDisposableStack();
  const orBroken = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      throw asBroken(file, cause);
    }
  };
  try {
    const { container, stream } = await orBroken(() => openContainer(av, file, sealing, cleanup));
    const { width, height } = stream.codecpar;
    const frameCount = Number(stream.nbFrames);
    const ticksPerFrame = Number(stream.duration) / frameCount;
    if (!Number.isSafeInteger(ticksPerFrame) || ticksPerFrame < 1) {
      throw new BrokenVideoError(file, 'its frames are not of one duration');
    }
    const decoder = cleanup.use(await orBroken(() => openDecoder(av, stream)));
    const frames = cleanup.use(frameSource(av, container, stream, decoder));
    const { num, den } = stream.timeBase;
    return {
      width,
      height,
      frameCount,
      framesPerSecond: den / num / ticksPerFrame,
      seek: (index) => orBroken(() => frames.seek(BigInt(index * ticksPerFrame))),
      next: (signal) =>
        orBroken(async () => {
          const frame = await frames.next(signal);
          return frame && { frame, index: Number(frame.pts) / ticksPerFrame };
        }),
      [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
    };
  } catch (error) {
    await cleanup.disposeAsync();
    throw error;
  }
}

function asBroken(file: string, cause: unknown): unknown {
  if (!(cause instanceof Error) || !('code' in cause)) return cause;
  if (cause instanceof BrokenVideoError || PASSING_TROUBLE.has(String(cause.code))) return cause;
  // From the codec library or the file system. What a signal throws is handed on as it is.
  const isAboutFile =
    cause instanceof AvError || cause instanceof SealBrokenError || 'syscall' in cause;
  return isAboutFile ? new BrokenVideoError(file, 'is missing or damaged', cause) : cause;
}

async function openContainer(
  av: Av,
  file: string,
  sealing: Sealing | undefined,
  cleanup: AsyncDisposableStack,
): Promise<{ container: FormatContext; stream: Stream }> {
  // A pipe or a device would hold the thread that opens it for ever.
  if (!(await stat(file)).isFile()) throw new BrokenVideoError(file, 'is not a regular file');
  const container = cleanup.use(new av.lib.FormatContext());
  // By name and not by looking at the content: a play list would lead to other files.
  const format = av.lib.InputFormat.findInputFormat('mp4');
  if (sealing) {
    container.allocContext();
    cleanup.use(await sealedInput(av, file, sealing)).attach(container);
    av.check(await container.openInput('', format, null), 'opening a video');
  } else {
    using options = av.lib.Dictionary.fromObject({ protocol_whitelist: 'file' });
    av.check(await container.openInput(`file:${file}`, format, options), 'opening a video');
  }
  const stream = container.streams.find(
    ({ codecpar }) => codecpar.codecType === av.constants.AVMEDIA_TYPE_VIDEO,
  );
  if (stream === undefined) throw new BrokenVideoError(file, 'has no pictures');
  return { container, stream };
}

async function openDecoder(av: Av, stream: Stream): Promise<CodecContext> {
  const { CodecContext, Codec, Dictionary } = av.lib;
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  const decoder = new CodecContext();
  try {
    decoder.allocContext3(codec);
    av.check(decoder.parametersToContext(stream.codecpar), 'reading the kind of a video');
    // More threads would each wait for a frame before the first comes out.
    decoder.threadCount = 1;
    using options = Dictionary.fromObject(STRICT_DECODING);
    av.check(await decoder.open2(codec, options), 'opening the video decoder');
    return decoder;
  } catch (error) {
    decoder.freeContext();
    throw error;
  }
}

interface FrameSource extends Disposable {
  seek(ticks: bigint): Promise<void>;
  next(signal?: AbortSignal): Promise<Frame | undefined>;
}

function frameSource(
  av: Av,
  container: FormatContext,
  stream: Stream,
  decoder: CodecContext,
): FrameSource {
  const { constants, check } = av;
  using cleanup = new DisposableStack();
  const packet = cleanup.use(new av.lib.Packet());
  packet.alloc();
  const frame = cleanup.use(new av.lib.Frame());
  frame.alloc();
  const owned = cleanup.move();
  let isAtEnd = false;

  /** Hands the next packet of the video to the decoder, or notifies it that there are no more. */
  async function feed(): Promise<void> {
    packet.unref();
    const answer = await container.readFrame(packet);
    if (answer === constants.AVERROR_EOF) {
      isAtEnd = true;
      check(await decoder.sendPacket(null), 'ending a video');
      return;
    }
    check(answer, 'reading a video');
    if (packet.streamIndex !== stream.index) return;
    assertWhole(av, packet);
    check(await decoder.sendPacket(packet), 'decoding a video');
  }

  return {
    async seek(ticks) {
      const { AVSEEK_FLAG_BACKWARD } = constants;
      check(await container.seekFrame(stream.index, ticks, AVSEEK_FLAG_BACKWARD), 'seeking');
      decoder.flushBuffers();
      isAtEnd = false;
    },
    async next(signal) {
      for (;;) {
        signal?.throwIfAborted();
        frame.unref();
        const answer = await decoder.receiveFrame(frame);
        if (answer === constants.AVERROR_EOF) return undefined;
        if (answer === av.again && !isAtEnd) await feed();
        else {
          check(answer, 'decoding a frame');
          if (frame.decodeErrorFlags !== 0) check(constants.AVERROR_INVALIDDATA, 'a damaged frame');
          return frame;
        }
      }
    },
    [Symbol.dispose]: () => owned.dispose(),
  };
}

/** A file that ends too early gives the part of the packet that is there, with a mark. */
function assertWhole({ constants, check }: Av, packet: Packet): void {
  if (packet.hasFlags(constants.AV_PKT_FLAG_CORRUPT)) {
    check(constants.AVERROR_INVALIDDATA, 'a cut packet');
  }
}
