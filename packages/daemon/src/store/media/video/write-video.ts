/**
 * JPEGs → one H.264 video in an MP4 file, a frame for each. Screens scroll, so motion is searched
 * far; a key frame at a fixed distance, and where a picture shows something new, keeps every frame near to one. What
 * that costs and brings is printed by `npm run bench -- media`. The index of the file stands at its start, so that a file that was
 * cut later still shows the frames it has, and browsers play it while it loads.
 */
import { open, rm } from 'node:fs/promises';
import type { CodecContext, Frame, Packet } from 'node-av/lib';
import { turnstile } from '#store/kernel/turnstile.ts';
import { DiskFullError } from '../../errors.ts';
import type { Sealing } from '../../sealing/store-key.ts';
import { hasCode } from '../system-error.ts';
import { type Av, loadAv } from './av.ts';
import { type FrameFormat, jpegDecoder, withFormat } from './jpeg-frames.ts';
import { newPictures, type Sorted } from './new-pictures.ts';
import { BLANK, type Luma, lookOf } from './unlikeness.ts';
import { openVideoOutput } from './video-output.ts';

/**
 * Frames from one key frame to the next in what is kept: to read the last of them, all have to be decoded, 4 ms each. A key frame of a
 * desktop takes as much as fifteen others.
 */
export const KEY_FRAME_DISTANCE = 160;
/** In what is made to be played: players go to key frames. */
const KEY_FRAME_DISTANCE_TO_PLAY = 60;

/** See `NewVideo.quality`. */
const DEFAULT_QUALITY = 33;

// A scrolled page is found up to 128 pixels away: a tenth of the bytes of a new one. What is invented for
// the eye, or smoothed for it, is not the text that was there.
const QUICK = 'scenecut=0:psy=0:deblock=-2,-2:me=umh:merange=128';
// Finds what was there some frames ago too, and spends more on what stays for the next frames, but not as much more
// as by default (0.6): what is seen once only has to be legible too. Bytes go from busy places to flat and dark ones
// (aq-mode): for fewer of them, pages seen once are read better. Looking further than 128 pixels costs more CPU than its
// bytes are worth (docs/decisions/0031). Each frame ahead takes 5 MB for a screen of 1920x1080, and more than eight bring
// nothing. A key frame is as legible as any other (ipratio): most are pages seen for a while, not the base of all that
// follows. Nothing fades on a screen, so that is not looked for; what moves, moves in brightness too, so colours are left
// out of the search, which costs no bytes.
const THOROUGH =
  'scenecut=0:psy=0:ipratio=1:deblock=-2,-2:me=umh:merange=128:ref=3:mixed-refs=1:subme=6:trellis=1:rc-lookahead=8:aq-mode=3:qcomp=0.67:chroma-qp-offset=3:weightp=0:chroma-me=0';

const FILE_MODE = 0o600;

// Encoding 1920x1080 takes 110 MB at its peak, and 6 for pictures that wait.
const encodes = turnstile(1);

export interface NewVideo {
  /** Absolute; must not exist yet. */
  file: string;
  /** All of one size. */
  pictures: AsyncIterable<Buffer>;
  framesPerSecond: number;
  /** x264's constant rate factor for frames of a second, whatever their rate; lower is better and larger. */
  quality?: number | undefined;
  /** Takes two to three times the CPU for half the bytes: for what is kept and made in idle time. */
  isThorough?: boolean | undefined;
  /** Half the colour resolution even for pictures that have all of it: browsers play nothing else. */
  forBrowsers?: boolean | undefined;
  /** Called for each picture whose data is damaged, which is then left out; without it the video fails. */
  onDamaged?: (() => void) | undefined;
  /** Of an encrypted store. */
  sealing?: Sealing | undefined;
  signal?: AbortSignal | undefined;
}

export interface WrittenVideo {
  frameCount: number;
  width: number;
  height: number;
  sizeBytes: number;
}

/**
 * The file is on the disk, not only in its cache, when this resolves. Rejects with DiskFullError,
 * RangeError (no pictures, or of several sizes), what `pictures` throws, or the signal's reason, and
 * leaves no file behind.
 */
export async function writeVideo(video: NewVideo): Promise<WrittenVideo> {
  const { file, signal } = video;
  using _place = await encodes.enter(signal);
  const av = await loadAv();
  // Made here because the library would let everyone read it, and would write over another file.
  await (await open(file, 'wx', FILE_MODE)).close();
  try {
    const written = await encode(av, video);
    signal?.throwIfAborted();
    return { ...written, sizeBytes: await syncFile(file) };
  } catch (cause) {
    await rm(file, { force: true });
    throw hasCode(cause, 'ENOSPC', 'EDQUOT') ? new DiskFullError(cause) : cause;
  }
}

async function encode(av: Av, video: NewVideo): Promise<Omit<WrittenVideo, 'sizeBytes'>> {
  using decoder = await jpegDecoder(av);
  using source = new av.lib.Frame();
  source.alloc();
  const cleanup = new AsyncDisposableStack();
  let sink: VideoSink | undefined;
  /** False when the picture is damaged and the caller does without it. */
  async function isDecoded(jpeg: Buffer): Promise<boolean> {
    try {
      await decoder.decode(jpeg, source);
      return true;
    } catch (cause) {
      if (!video.onDamaged || hasCode(cause, 'ENOMEM')) throw cause;
      video.onDamaged();
      return false;
    }
  }
  try {
    for await (const jpeg of video.pictures) {
      video.signal?.throwIfAborted();
      if (!(await isDecoded(jpeg))) continue;
      sink ??= cleanup.use(await openSink(av, video, source));
      await sink.write(source);
    }
    if (sink === undefined) throw new RangeError('a video needs at least one picture');
    return await sink.finish();
  } finally {
    await cleanup.disposeAsync();
  }
}

interface VideoSink extends AsyncDisposable {
  write(source: Frame): Promise<void>;
  finish(): Promise<Omit<WrittenVideo, 'sizeBytes'>>;
}

/** The first picture decides on the size and the colour resolution of the video. */
async function openSink(av: Av, video: NewVideo, first: Frame): Promise<VideoSink> {
  const { constants, check, lib } = av;
  const { width, height } = first;
  const format = formatOf(av, first, video.forBrowsers === true);
  const cleanup = new AsyncDisposableStack();
  try {
    const encoder = cleanup.use(await openEncoder(av, video, { width, height, format }));
    // In thousandths: half a frame per second is a rate that exports use.
    const frameTime = new lib.Rational(1000, Math.round(video.framesPerSecond * 1000));
    const { file, sealing } = video;
    const output = cleanup.use(await openVideoOutput(av, { encoder, frameTime, file, sealing }));
    const { stream } = output;
    const packet = cleanup.use(new lib.Packet());
    packet.alloc();
    const sorter = newPictures<Frame>();
    cleanup.defer(() => {
      for (const frame of sorter.waiting()) frame.free();
    });
    let frameCount = 0;

    async function encodeFrames(frames: Iterable<Sorted<Frame>>): Promise<void> {
      for (const { item, isNew } of frames) {
        using frame = item;
        frame.pictType = isNew ? constants.AV_PICTURE_TYPE_I : constants.AV_PICTURE_TYPE_NONE;
        check(await encoder.sendFrame(frame), 'encoding a frame');
        await flush();
      }
    }

    async function flush(): Promise<void> {
      while (await receivePacket(av, encoder, packet)) {
        packet.streamIndex = stream.index;
        // Without it the last frame lasts no time, and players leave it out.
        packet.duration = 1n;
        packet.rescaleTs(frameTime, stream.timeBase);
        await output.write(packet);
      }
    }

    return {
      async write(source) {
        if (source.width !== width || source.height !== height) {
          throw new RangeError('all pictures of a video have one size');
        }
        const look = video.isThorough === true ? lookOf(lumaOf(source)) : BLANK;
        const frame = await withFormat(av, source, format);
        frame.pts = BigInt(frameCount);
        frameCount += 1;
        await encodeFrames(sorter.add(frame, look));
      },
      async finish() {
        await encodeFrames(sorter.end());
        check(await encoder.sendFrame(null), 'ending a video');
        await flush();
        await output.finish();
        return { frameCount, width, height };
      },
      [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
    };
  } catch (error) {
    await cleanup.disposeAsync();
    throw error;
  }
}

/** The first plane of a JPEG is its brightness. */
function lumaOf({ width, height, data, linesize }: Frame): Luma {
  const [pixels] = data ?? [];
  if (pixels === undefined) throw new TypeError('a decoded picture has pixels');
  return { pixels, width, height, rowLength: linesize[0] ?? width };
}

/** As the picture has it; odd sizes cannot be halved. */
function formatOf({ constants }: Av, first: Frame, forBrowsers: boolean): FrameFormat {
  const isOdd = first.width % 2 === 1 || first.height % 2 === 1;
  const isHalved = first.format !== constants.AV_PIX_FMT_YUVJ444P;
  if (isOdd && forBrowsers) throw new RangeError('a video for browsers has an even size');
  return (isHalved || forBrowsers) && !isOdd
    ? constants.AV_PIX_FMT_YUVJ420P
    : constants.AV_PIX_FMT_YUVJ444P;
}

async function openEncoder(
  av: Av,
  video: NewVideo,
  { width, height, format }: { width: number; height: number; format: FrameFormat },
): Promise<CodecContext> {
  const { CodecContext, Codec, Dictionary, Rational } = av.lib;
  const { constants } = av;
  const codec = Codec.findEncoderByName(constants.FF_ENCODER_LIBX264);
  const encoder = new CodecContext();
  try {
    encoder.allocContext3(codec);
    encoder.width = width;
    encoder.height = height;
    encoder.pixelFormat = format;
    // Whatever the rate of the file: x264 spends more on frames that are seen for longer.
    encoder.timeBase = new Rational(1, 1);
    encoder.framerate = new Rational(1, 1);
    encoder.gopSize = video.isThorough === true ? KEY_FRAME_DISTANCE : KEY_FRAME_DISTANCE_TO_PLAY;
    encoder.maxBFrames = 0;
    // In idle time one core is enough, and each thread more holds its own frames.
    encoder.threadCount = 1;
    encoder.colorRange = constants.AVCOL_RANGE_JPEG;
    encoder.colorSpace = constants.AVCOL_SPC_BT470BG;
    encoder.colorPrimaries = constants.AVCOL_PRI_BT709;
    encoder.colorTrc = constants.AVCOL_TRC_IEC61966_2_1;
    encoder.setFlags(constants.AV_CODEC_FLAG_GLOBAL_HEADER);
    using options = Dictionary.fromObject({
      preset: 'veryfast',
      crf: video.quality ?? DEFAULT_QUALITY,
      'x264-params': video.isThorough === true ? THOROUGH : QUICK,
    });
    av.check(await encoder.open2(codec, options), 'opening the video encoder');
    return encoder;
  } catch (error) {
    encoder.freeContext();
    throw error;
  }
}

/** False when the encoder has nothing more to give for now. */
async function receivePacket(av: Av, encoder: CodecContext, packet: Packet): Promise<boolean> {
  packet.unref();
  const answer = await encoder.receivePacket(packet);
  if (answer === av.again || answer === av.constants.AVERROR_EOF) return false;
  av.check(answer, 'encoding a video');
  return true;
}

/** Resolves to the size of the file. */
async function syncFile(path: string): Promise<number> {
  await using file = await open(path, 'r+');
  await file.sync();
  return (await file.stat()).size;
}
