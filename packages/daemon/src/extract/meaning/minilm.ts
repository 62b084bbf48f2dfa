/**
 * The network all-MiniLM-L6-v2, trained further by us: text → a vector that lies near those of texts that mean the same. Runs where it is
 * called, so only the meaning process uses this file.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { sessionOptions } from '../speech-process/session-options.ts';
import { DIMENSIONS } from './meaning-api.ts';
import { openVocabulary } from './vocabulary.ts';
import { wordPieces } from './word-pieces.ts';

/** Passages are shorter; a longer question or note is cut. */
const MOST_TOKENS = 128;
const GREATEST = 127;

export interface MiniLm {
  embed(text: string): Promise<Int8Array>;
}

export async function loadMiniLm(folder: string): Promise<MiniLm> {
  const { idsOf } = wordPieces(openVocabulary(await readFile(join(folder, 'tokenizer.json'))));
  const session = await InferenceSession.create(join(folder, 'model.onnx'), sessionOptions(1));

  return {
    async embed(text) {
      const ids = idsOf(text, MOST_TOKENS);
      const shape = [1, ids.length];
      const filled = (value: bigint) => new BigInt64Array(ids.length).fill(value);
      const outputs = await session.run({
        input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
        attention_mask: new Tensor('int64', filled(1n), shape),
        token_type_ids: new Tensor('int64', filled(0n), shape),
      });
      return toInt8(meanOf(outputs.last_hidden_state?.data as Float32Array));
    },
  };
}

/** Of the vectors of all tokens. */
function meanOf(hidden: Float32Array): Float32Array {
  const mean = new Float32Array(DIMENSIONS);
  for (let i = 0; i < hidden.length; i++) {
    mean[i % DIMENSIONS] = (mean[i % DIMENSIONS] as number) + (hidden[i] as number);
  }
  return mean;
}

/** Only the direction of a vector has a meaning, so the greatest number becomes 127. */
function toInt8(vector: Float32Array): Int8Array {
  const greatest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  return Int8Array.from(vector, (value) => Math.round((value / greatest) * GREATEST));
}
