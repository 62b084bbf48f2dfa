import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { describe, expect, test } from 'vitest';
import { findInstalled, SHARED_MODELS } from '../../models/model-folders.ts';
import { WHISPER_MODELS } from '../../models/whisper-models.ts';
import { HEARD, SCORES, THOUGHT, takeApart, WORD, WORD_IDS } from './decoder-parts.ts';

const model = WHISPER_MODELS.find(({ id }) => id === 'whisper-tiny');
const folder = model && (await findInstalled(model, [SHARED_MODELS]));
if (folder === undefined) {
  process.stderr.write('a test of Whisper is skipped: run node scripts/bootstrap.mjs --test\n');
}
const HEADS = 6;
const WIDTH = 384;
const STEPS = 20;
const START = 50_258;

describe.skipIf(folder === undefined)('the parts of a decoder', () => {
  const path = join(folder ?? '', 'decoder_model_merged_quantized.onnx');

  test('give the scores that the whole gives', async () => {
    const file = readFileSync(path);
    const { memory, step, scores, caches, words } = takeApart(file);
    const heard = new Tensor(
      'float32',
      Float32Array.from({ length: STEPS * WIDTH }, (_, i) => Math.sin(i * 0.7)),
      [1, STEPS, WIDTH],
    );
    const ids = new Tensor('int64', BigInt64Array.of(BigInt(START)), [1, 1]);
    const empty = new Tensor('float32', new Float32Array(0), [1, HEADS, 0, 64]);
    const past = (names: Iterable<string>) =>
      Object.fromEntries([...names].map((name) => [`past_key_values.${name}`, empty]));

    const whole = await InferenceSession.create(path);
    const expected = await whole.run({
      [WORD_IDS]: ids,
      [HEARD]: heard,
      use_cache_branch: new Tensor('bool', [false], [1]),
      ...past(caches.ofSound.keys()),
      ...past(caches.ofWords),
    });
    const ofSound = await (await InferenceSession.create(memory())).run({ [HEARD]: heard });
    // With one step of sound less, the numbers of a head would not be those of the whole.
    const [name = '', from = ''] = [...caches.ofSound][0] ?? [];
    const head = (ofSound[from] as Tensor).data as Float32Array;
    const wholeHead = (expected[`present.${name}`] as Tensor).data as Float32Array;
    expect(head[0]).toBeCloseTo(wholeHead[0] as number, 4);

    const vector = Float32Array.from(
      file.subarray(words.at + START * WIDTH, words.at + (START + 1) * WIDTH),
      (byte) => (byte - words.zeroPoint) * words.scale,
    );
    const thought = await (await InferenceSession.create(step())).run({
      [WORD_IDS]: ids,
      [WORD]: new Tensor('float32', vector, [1, 1, WIDTH]),
      ...past(caches.ofWords),
      ...Object.fromEntries(
        [...caches.ofSound.keys()].map((cache) => [
          `past_key_values.${cache}`,
          expected[`present.${cache}`] as Tensor,
        ]),
      ),
    });
    const scored = await (await InferenceSession.create(scores())).run({
      [THOUGHT]: thought[THOUGHT] as Tensor,
    });
    const [a, b] = [scored, expected].map(
      (result) => (result[SCORES] as Tensor).data as Float32Array,
    ) as [Float32Array, Float32Array];
    expect(a).toHaveLength(b.length);
    // Bytes are multiplied in place of floating point numbers.
    const spread = Math.max(...b.subarray(0, 1_000)) - Math.min(...b.subarray(0, 1_000));
    const error = a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[i] ?? 0))), 0);
    expect(error).toBeLessThan(spread / 20);
    expect(a.indexOf(Math.max(...a))).toBe(b.indexOf(Math.max(...b)));
  });

  test('a file that is built otherwise is refused', () => {
    expect(() => takeApart(Buffer.from('no network'))).toThrow();
  });
});
