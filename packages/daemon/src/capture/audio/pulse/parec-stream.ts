/**
 * One device heard through `parec`, which also converts to 16 kHz mono. The child is killed, not asked, when the stream ends: it has
 * nothing to save, and one that hangs would not listen.
 */
import { serviceError } from '#core/errors.ts';
import type { AudioDevice, StreamHandlers } from '../audio-source.ts';
import { type BlockStream, blockStream } from '../samples/block-stream.ts';
import type { PulsePrograms } from './pulse-programs.ts';

// How much the server collects before it wakes the child and the child wakes us: every wake-up costs CPU time. Speech
// ends half a second after its last word anyway.
const LATENCY_MS = 500;
const BYTES_PER_SAMPLE = 2;
const MOST_COMPLAINT_CHARACTERS = 300;

export interface ParecStream extends BlockStream {
  /** Undefined when `parec` could not be started. */
  readonly pid: number | undefined;
}

export function parecStream(options: {
  programs: PulsePrograms;
  device: AudioDevice;
  handlers: StreamHandlers;
  timeoutMs: number;
  nowMs: () => number;
}): ParecStream {
  const { device, handlers } = options;
  const child = options.programs.start('parec', [
    `--device=${device.id}`,
    '--rate=16000',
    '--channels=1',
    '--format=s16le',
    '--raw',
    `--latency-msec=${LATENCY_MS}`,
    '--client-name=hindcast',
    '--stream-name=hindcast capture',
    // PipeWire must not give us another device when this one goes. PulseAudio knows no such request: see `pulse-source.ts`.
    '--property=node.dont-reconnect=true',
  ]);
  const stream = blockStream({
    handlers,
    deviceName: device.name,
    timeoutMs: options.timeoutMs,
    nowMs: options.nowMs,
    release: () => child.kill('SIGKILL'),
  });

  let odd: Buffer = Buffer.alloc(0);
  child.stdout?.on('data', (chunk: Buffer) => {
    const bytes = odd.length === 0 ? chunk : Buffer.concat([odd, chunk]);
    const count = Math.floor(bytes.length / BYTES_PER_SAMPLE);
    odd = bytes.subarray(count * BYTES_PER_SAMPLE);
    if (count > 0) stream.push(samplesOf(bytes, count));
  });
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-MOST_COMPLAINT_CHARACTERS);
  });
  const broke = (cause: unknown) =>
    stream.end({
      kind: 'broken',
      error: serviceError('AUDIO_STREAM_BROKEN', {
        device: device.name,
        what: 'the sound server ended the stream',
        cause,
      }),
    });
  child.on('error', broke);
  child.on('close', () => broke(new Error(complaint.trim() || 'parec ended without a word')));
  return { ...stream, pid: child.pid };
}

function samplesOf(bytes: Buffer, count: number): Int16Array<ArrayBuffer> {
  const { buffer, byteOffset } = bytes;
  const isAligned = byteOffset % BYTES_PER_SAMPLE === 0;
  if (isAligned && buffer instanceof ArrayBuffer) return new Int16Array(buffer, byteOffset, count);
  // After an odd piece they may start at an odd address, which an Int16Array cannot.
  const samples = new Int16Array(count);
  new Uint8Array(samples.buffer).set(bytes.subarray(0, count * BYTES_PER_SAMPLE));
  return samples;
}
