/**
 * Speech as Opus in Ogg, and any audio file back to samples, through FFmpeg inside the process: that of the codecs, never the
 * service's own. Only its asynchronous calls are used; the synchronous ones have been seen to crash.
 */
import { constants as system } from 'node:os';
import type { Decoder, Demuxer } from 'node-av/api';
import type { Packet } from 'node-av/lib';
import { serviceError } from '#core/errors.ts';
import { readMediaFile } from '../../sealing/sealed-file.ts';
import type { Sealing } from '../../sealing/store-key.ts';

const SAMPLE_RATE = 16_000;
const BYTES_PER_SAMPLE = 2;
/** 9 MB an hour; speech is understood as well as uncompressed. */
const BIT_RATE = 20_000;
/** Half the work of the best, at the same size. */
const COMPRESSION_LEVEL = 5;
/** The longest packets Opus has: two thirds of the work of the usual 20 ms, and a little smaller. */
const PACKET_MS = 60;
/** Hours of speech. */
const MAX_SEALED_BYTES = 512 * 1024 * 1024;
const PACKET_SAMPLES = (PACKET_MS * SAMPLE_RATE) / 1000;

async function loadLibrary() {
  const [api, lib, constants] = await Promise.all([
    import('node-av/api'),
    import('node-av/lib'),
    import('node-av/constants'),
  ]);
  // Broken files are an answer, not something to print; and messages would name files.
  lib.Log.setLevel(constants.AV_LOG_QUIET);
  return { api, lib, constants };
}

let loading: ReturnType<typeof loadLibrary> | undefined;

/** A load that failed is tried again: the machine may only have been short of files or memory. */
function library(): ReturnType<typeof loadLibrary> {
  loading ??= loadLibrary().catch((cause: unknown) => {
    loading = undefined;
    throw cause;
  });
  return loading;
}

/**
 * The bytes of an Ogg file, from pieces of 16-bit little-endian mono samples at 16 kHz. Not into a file: the library
 * forgets to close the one it opens, and to say when the disk is full. An hour is 9 MB.
 */
export async function encodeOpus(
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<Buffer> {
  const { api, lib, constants } = await library();
  using encoder = await api.Encoder.create(constants.FF_ENCODER_LIBOPUS, {
    bitrate: BIT_RATE,
    options: {
      application: 'voip',
      compression_level: COMPRESSION_LEVEL,
      frame_duration: PACKET_MS,
    },
  });
  const written: Buffer[] = [];
  // A copy: the memory is the library's and used again.
  const output = { write: (bytes: Buffer) => void written.push(Buffer.from(bytes)) };
  // The same samples give the same bytes, and more samples the same beginning: a recording that is still being made
  // is encoded for each request, and players ask for parts of it.
  const options = { fflags: '+bitexact' };
  await using muxer = await api.Muxer.open(output, { format: 'ogg', options });
  const stream = muxer.addStream(encoder);
  const write = async (packets: AsyncIterable<Packet | null>) => {
    for await (const packet of packets) {
      if (packet === null) continue;
      using encoded = packet;
      await muxer.writePacket(encoded, stream);
    }
  };
  let samples = 0;
  const encode = async (piece: Buffer) => {
    const nbSamples = piece.length / BYTES_PER_SAMPLE;
    using frame = lib.Frame.fromAudioBuffer(piece, {
      nbSamples,
      format: constants.AV_SAMPLE_FMT_S16,
      sampleRate: SAMPLE_RATE,
      channelLayout: constants.AV_CHANNEL_LAYOUT_MONO,
      timeBase: { num: 1, den: SAMPLE_RATE },
      pts: BigInt(samples),
    });
    await write(encoder.packets(frame));
    samples += nbSamples;
  };
  for await (const piece of pieces) await encode(piece);
  // What is left of a packet would not be written.
  const missing = (PACKET_SAMPLES - (samples % PACKET_SAMPLES)) % PACKET_SAMPLES;
  if (missing > 0) await encode(Buffer.alloc(missing * BYTES_PER_SAMPLE));
  await write(encoder.flushPackets());
  await muxer.close();
  return Buffer.concat(written);
}

/**
 * All samples of an audio file, mono at 16 kHz, -1..1. Rejects with `AUDIO_UNDECODABLE` when it is not there or no
 * audio file; with anything else when the machine refused, which says nothing about the file.
 */
export async function decodeAudio(
  path: string,
  signal?: AbortSignal,
  sealing?: Sealing | undefined,
): Promise<Float32Array> {
  const loaded = await library();
  try {
    // Never through a file: what is sealed is decoded from memory.
    const source = sealing ? await readMediaFile(path, MAX_SEALED_BYTES, sealing, signal) : path;
    return await decode(loaded, source, signal);
  } catch (cause) {
    if (signal?.aborted || isRefusal(cause)) throw cause;
    throw serviceError('AUDIO_UNDECODABLE', { cause });
  }
}

const { EACCES, EAGAIN, EBUSY, EIO, EMFILE, ENFILE, ENOMEM, EPERM } = system.errno;
/** The library gives errors of the system as their negative numbers. */
const REFUSALS = new Set(
  [EACCES, EAGAIN, EBUSY, EIO, EMFILE, ENFILE, ENOMEM, EPERM].map((n) => -n),
);

function isRefusal(cause: unknown): boolean {
  // A RangeError is memory that could not be had.
  if (cause instanceof RangeError) return true;
  if (!(cause instanceof Error)) return false;
  // The library puts the number into `code`, the system itself into `errno`.
  const { code, errno } = cause as { code?: unknown; errno?: unknown };
  return REFUSALS.has(Number(errno ?? code));
}

async function decode(
  { api, constants }: Awaited<ReturnType<typeof loadLibrary>>,
  source: string | Buffer,
  signal: AbortSignal | undefined,
): Promise<Float32Array> {
  await using demuxer = await api.Demuxer.open(source);
  const stream = demuxer.audio();
  if (!stream) throw new TypeError('no audio in this file');
  using decoder = await api.Decoder.create(stream, {
    resample: {
      sampleRate: SAMPLE_RATE,
      sampleFormat: constants.AV_SAMPLE_FMT_FLT,
      channelLayout: constants.AV_CHANNEL_LAYOUT_MONO,
    },
  });
  return joined(await listPieces(demuxer, decoder, stream.index, signal));
}

async function listPieces(
  demuxer: Demuxer,
  decoder: Decoder,
  streamIndex: number,
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const pieces: Float32Array[] = [];
  for await (const frame of decoder.frames(demuxer.packets(streamIndex))) {
    if (frame === null) continue;
    using decoded = frame;
    signal?.throwIfAborted();
    const bytes = decoded.data?.[0];
    // A copy: the memory is the frame's and goes with it.
    if (bytes) pieces.push(samplesOf(bytes.subarray(0, decoded.nbSamples * 4)));
  }
  return pieces;
}

function samplesOf(bytes: Buffer): Float32Array {
  const samples = new Float32Array(bytes.length / 4);
  new Uint8Array(samples.buffer).set(bytes);
  return samples;
}

function joined(pieces: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
