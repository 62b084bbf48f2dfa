/**
 * JPEG bytes to frames of the codec library and back. JPEG and our videos keep colours the same way
 * (YUV in its full range), so that the planes go from one to the other untouched; anything else is
 * converted once.
 */
import type { CodecContext, Frame } from 'node-av/lib';
import type { Av } from './av.ts';

/** On the library's scale of 2 (best) to 31; the bytes of a screen are about those of its snapshot. */
const JPEG_QSCALE = 3;

/**
 * Makes the decoders report damage instead of painting over it, and refuse what is larger than three 8K screens side by side: a file of a
 * few kB can say that it has more pixels than there is memory. Some more than `image-source.ts` takes in: rows are counted with their padding.
 */
export const STRICT_DECODING = {
  err_detect: '+crccheck+bitstream+buffer+explode',
  max_pixels: '110000000',
};

export interface JpegDecoder extends Disposable {
  /** Puts the picture into `frame`. Rejects with AvError when it is no whole JPEG. */
  decode(jpeg: Buffer, frame: Frame): Promise<void>;
}

export async function jpegDecoder(av: Av): Promise<JpegDecoder> {
  const { CodecContext, Codec, Dictionary, Packet } = av.lib;
  const cleanup = new DisposableStack();
  try {
    const codec = Codec.findDecoder(av.constants.AV_CODEC_ID_MJPEG);
    const decoder = cleanup.use(new CodecContext());
    decoder.allocContext3(codec);
    decoder.threadCount = 1;
    using options = Dictionary.fromObject(STRICT_DECODING);
    av.check(await decoder.open2(codec, options), 'opening the JPEG decoder');
    const packet = cleanup.use(new Packet());
    packet.alloc();
    return {
      async decode(jpeg, frame) {
        packet.unref();
        packet.data = jpeg;
        frame.unref();
        av.check(await decoder.sendPacket(packet), 'reading a JPEG');
        av.check(await decoder.receiveFrame(frame), 'decoding a JPEG');
      },
      [Symbol.dispose]: () => cleanup.dispose(),
    };
  } catch (error) {
    cleanup.dispose();
    throw error;
  }
}

/** The picture of a frame as JPEG, without loss of colour resolution. */
export async function encodeFrame(av: Av, frame: Frame): Promise<Buffer> {
  const { CodecContext, Codec, Packet } = av.lib;
  const { constants, check } = av;
  const format = hasFullRange(av, frame) ? frame.format : constants.AV_PIX_FMT_YUVJ444P;
  using picture = await withFormat(av, frame, format as FrameFormat);
  using encoder = new CodecContext();
  const codec = Codec.findEncoder(constants.AV_CODEC_ID_MJPEG);
  encoder.allocContext3(codec);
  encoder.width = picture.width;
  encoder.height = picture.height;
  encoder.pixelFormat = format as FrameFormat;
  encoder.colorRange = constants.AVCOL_RANGE_JPEG;
  encoder.timeBase = new av.lib.Rational(1, 1);
  encoder.threadCount = 1;
  encoder.setFlags(constants.AV_CODEC_FLAG_QSCALE);
  encoder.globalQuality = JPEG_QSCALE * constants.FF_QP2LAMBDA;
  check(await encoder.open2(codec, null), 'opening the JPEG encoder');
  picture.quality = JPEG_QSCALE * constants.FF_QP2LAMBDA;
  picture.pictType = constants.AV_PICTURE_TYPE_NONE;
  check(await encoder.sendFrame(picture), 'encoding a JPEG');
  using packet = new Packet();
  packet.alloc();
  check(await encoder.receivePacket(packet), 'writing a JPEG');
  // A copy: the bytes belong to the packet.
  return Buffer.from(packet.data ?? []);
}

export type FrameFormat = CodecContext['pixelFormat'];

function hasFullRange({ constants }: Av, frame: Frame): boolean {
  return (
    frame.format === constants.AV_PIX_FMT_YUVJ420P || frame.format === constants.AV_PIX_FMT_YUVJ444P
  );
}

/** A separate frame with the same picture in another format; shares the pixels when it has that format already. */
export async function withFormat(av: Av, frame: Frame, format: FrameFormat): Promise<Frame> {
  const { Frame, SoftwareScaleContext } = av.lib;
  const copy = new Frame();
  try {
    copy.alloc();
    if (frame.format === format) {
      av.check(copy.ref(frame), 'sharing a frame');
      return copy;
    }
    copy.width = frame.width;
    copy.height = frame.height;
    copy.format = format;
    av.check(copy.getBuffer(), 'room for a frame');
    using scaler = new SoftwareScaleContext();
    const { width, height } = frame;
    scaler.getContext(width, height, frame.format as FrameFormat, width, height, format);
    av.check(await scaler.scaleFrame(copy, frame), 'converting colours');
    return copy;
  } catch (error) {
    copy.free();
    throw error;
  }
}
