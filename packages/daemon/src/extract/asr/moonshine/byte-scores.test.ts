import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { describe, expect, test } from 'vitest';
import { TINY_FOLDER, WHY_NOT_UNDERSTOOD } from '../speech-process.fixture.ts';
import { withByteScores } from './byte-scores.ts';

const WIDTH = 288;
const STEPS = 20;
const START = 1n;

async function scoresBy(network: Buffer): Promise<Float32Array> {
  const session = await InferenceSession.create(network);
  const heard = Float32Array.from({ length: STEPS * WIDTH }, (_, i) => Math.sin(i * 0.7));
  const empty = new Tensor('float32', new Float32Array(0), [0, 8, 1, WIDTH / 8]);
  const caches = session.inputNames.filter((name) => name.startsWith('past_key_values'));
  const { logits } = await session.run({
    input_ids: new Tensor('int64', BigInt64Array.of(START), [1, 1]),
    encoder_hidden_states: new Tensor('float32', heard, [1, STEPS, WIDTH]),
    use_cache_branch: new Tensor('bool', [false], [1]),
    ...Object.fromEntries(caches.map((name) => [name, empty])),
  });
  await session.release();
  return (logits as Tensor).data as Float32Array;
}

function timesOf(operator: string, network: Buffer): number {
  return network.toString('latin1').split(operator).length - 1;
}

describe.skipIf(WHY_NOT_UNDERSTOOD)(`scores of words (${WHY_NOT_UNDERSTOOD ?? 'tiny'})`, () => {
  const decoder = readFileSync(join(TINY_FOLDER, 'decoder_model_merged.onnx'));

  test('are those of the file, without its table in floating point numbers', async () => {
    const changed = withByteScores(decoder);
    // The operator and its name, in each branch.
    expect(timesOf('DequantizeLinear', changed)).toBe(timesOf('DequantizeLinear', decoder) - 4);
    const [a, b] = [await scoresBy(changed), await scoresBy(decoder)];
    expect(a).toHaveLength(b.length);
    const spread = Math.max(...b) - Math.min(...b);
    const error = a.reduce((worst, value, i) => Math.max(worst, Math.abs(value - (b[i] ?? 0))), 0);
    expect(error).toBeLessThan(spread / 50);
  });

  test('of a file that is built otherwise stay as they are', () => {
    const encoder = readFileSync(join(TINY_FOLDER, 'encoder_model.onnx'));
    expect(withByteScores(encoder)).toBe(encoder);
  });
});
