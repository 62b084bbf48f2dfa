/**
 * The network that reads a question and a passage together and says how well the one answers the other. It has the file of the network
 * that makes vectors, with a change that is added when it is loaded (`training/meaning`): no second file is installed. Only the meaning process
 * uses this file.
 */
import { randomUUID } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { MOMENTS_FOLDER } from '../models/manifest.ts';
import { writeChanged } from '../models/model-change.ts';
import { sessionOptions } from '../speech-process/session-options.ts';
import { DIMENSIONS } from './meaning-api.ts';
import { openVocabulary } from './vocabulary.ts';
import { wordPieces } from './word-pieces.ts';

/** Of the question, and of both. */
const MOST_ASKED = 64;
const MOST_TOKENS = 128;

export interface Comparer {
  compare(question: string, text: string): Promise<number>;
}

/** What is made of the numbers that the network gives: trained with it. */
interface Head {
  /** Of the changed file: with another one the scores would mean nothing. */
  sha256: string;
  /** What the likeness of question and passage counts, as the network sees them together. */
  likeness: number;
  /** For each number of the first token. */
  weights: readonly number[];
}

export async function loadComparer(folder: string): Promise<Comparer> {
  const { idsOf } = wordPieces(openVocabulary(await readFile(join(folder, 'tokenizer.json'))));
  const head: Head = JSON.parse(await readFile(join(MOMENTS_FOLDER, 'compare.json'), 'utf8'));
  const session = await openChanged(join(folder, 'model.onnx'), head.sha256);

  return {
    async compare(question, text) {
      const asked = idsOf(question, MOST_ASKED);
      const ids = [...asked, ...idsOf(text, MOST_TOKENS).slice(1)].slice(0, MOST_TOKENS);
      const shape = [1, ids.length];
      const types = ids.map((_, i) => (i < asked.length ? 0n : 1n));
      const outputs = await session.run({
        input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
        attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
        token_type_ids: new Tensor('int64', BigInt64Array.from(types), shape),
      });
      return scoreOf(outputs.last_hidden_state?.data as Float32Array, asked.length, head);
    },
  };
}

/** By way of a file: bytes that JavaScript holds stay in memory for long. */
async function openChanged(file: string, sha256: string): Promise<InferenceSession> {
  const path = join(tmpdir(), `hindcast-compare-${randomUUID()}`);
  const handle = await open(path, 'wx', 0o600);
  try {
    // Where that is possible it has no name from the start: this process is killed at any time, and would leave it behind.
    const isNameless = process.platform === 'linux';
    if (isNameless) await rm(path);
    const target = isNameless ? `/proc/self/fd/${handle.fd}` : path;
    const written = await writeChanged(file, join(MOMENTS_FOLDER, 'compare.change'), target);
    if (written !== sha256)
      throw new Error(`${file} is damaged: run "hindcast models pull minilm-moments"`);
    return await InferenceSession.create(target, sessionOptions(1));
  } finally {
    await handle.close();
    await rm(path, { force: true });
  }
}

function scoreOf(hidden: Float32Array, asked: number, { likeness, weights }: Head): number {
  const question = sumOf(hidden.subarray(0, asked * DIMENSIONS));
  const passage = sumOf(hidden.subarray(asked * DIMENSIONS));
  const alike = dot(question, passage) / Math.sqrt(dot(question, question) * dot(passage, passage));
  return likeness * alike + dot(weights, hidden.subarray(0, DIMENSIONS));
}

/** Of the vectors of all tokens. */
function sumOf(hidden: Float32Array): Float32Array {
  const sum = new Float32Array(DIMENSIONS);
  for (let i = 0; i < hidden.length; i++) {
    sum[i % DIMENSIONS] = (sum[i % DIMENSIONS] as number) + (hidden[i] as number);
  }
  return sum;
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < DIMENSIONS; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
