/**
 * The bundled speaker model: an x-vector network whose features are part of the graph. Two directions of
 * its output carry room and noise instead of the voice; they are taken out, which lets one set of thresholds
 * serve everywhere. Runs in the speech process.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { accumulate, dot, roundVoice } from '#core/sound/voice-vector.ts';
import { sessionOptions } from '#extract/speech-process/session-options.ts';
import type { SpeakerEngine } from '../engine.ts';

const MODEL_FOLDER = join(import.meta.dirname, '../../../../models/speaker-xvector-16k');

export const XVECTOR_MODEL_FILE = join(MODEL_FOLDER, 'model.onnx');

const SAMPLE_RATE = 16_000;
/** Below this the network has no frame to pool over. The clusterer asks for more than this anyway. */
const SHORTEST_SAMPLES = SAMPLE_RATE / 4;
/** Longer turns say nothing new about a voice and cost in proportion. */
const LONGEST_SAMPLES = SAMPLE_RATE * 20;

export async function loadXvector(): Promise<SpeakerEngine> {
  // One thread is enough for the short turns of a conversation.
  const session = await InferenceSession.create(XVECTOR_MODEL_FILE, sessionOptions(1));
  const nuisances = await readNuisances();
  return {
    name: 'speaker-xvector-16k',
    async embed(samples) {
      if (samples.length < SHORTEST_SAMPLES) return undefined;
      const heard = middleOf(samples);
      const { embedding } = await session.run({
        pcm: new Tensor('float32', heard, [1, heard.length]),
      });
      if (!(embedding?.data instanceof Float32Array))
        throw new Error('the model gave no embedding');
      return roundVoice(withoutNuisances(embedding.data, nuisances));
    },
  };
}

async function readNuisances(): Promise<number[][]> {
  const text = await readFile(join(MODEL_FOLDER, 'nuisance-directions.json'), 'utf8');
  return JSON.parse(text) as number[][];
}

function withoutNuisances(raw: Float32Array, nuisances: readonly number[][]): Float64Array {
  const voice = Float64Array.from(raw);
  for (const direction of nuisances) accumulate(voice, direction, -dot(voice, direction));
  return voice;
}

/** A copy when it is too long: a view would carry the whole recording into the session's process. */
function middleOf(samples: Float32Array): Float32Array {
  if (samples.length <= LONGEST_SAMPLES) return samples;
  const from = Math.floor((samples.length - LONGEST_SAMPLES) / 2);
  return samples.slice(from, from + LONGEST_SAMPLES);
}
