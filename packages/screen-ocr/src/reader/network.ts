/**
 * One recognition network in the ONNX runtime: a strip in, letters out. The graph itself picks the best class of every step, so that
 * a few numbers come back instead of a probability for each character of the alphabet.
 */
import { fileURLToPath } from 'node:url';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { loadAlphabet } from './alphabet.ts';
import { type Letter, lettersOf } from './letters.ts';
import type { Strip } from './strip.ts';
import { tapsOf } from './taps.ts';

export interface Network {
  read(strip: Strip): Promise<Letter[]>;
  /** Whether it knows the character. */
  writes(character: string): boolean;
  close(): Promise<void>;
}

/** Opens `<name>.onnx` and `<name>.alphabet.txt` of a folder. With `keepsMemory` it is faster and holds what its widest strip took. */
export async function openNetwork(
  folder: URL,
  name: string,
  { keepsMemory }: { keepsMemory: boolean },
): Promise<Network> {
  const alphabet = await loadAlphabet(new URL(`${name}.alphabet.txt`, folder));
  const known = new Set(alphabet);
  const file = new URL(`${name}.onnx`, folder);
  const session = await InferenceSession.create(fileURLToPath(file), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    // Every line has another width: a plan of its memory never fits again.
    enableMemPattern: false,
    enableCpuMemArena: keepsMemory,
  });
  return {
    async read(strip) {
      const { values, dims } = tapsOf(strip);
      const { at, best, confidence } = await session.run({
        taps: new Tensor('uint8', values, dims),
      });
      if (at === undefined || best === undefined || confidence === undefined)
        throw new Error(`${name} is no reader`);
      const steps = {
        at: at.data as BigInt64Array,
        best: best.data as BigInt64Array,
        confidence: confidence.data as Float32Array,
      };
      return lettersOf(steps, alphabet);
    },
    writes: (character) => known.has(character),
    close: () => session.release(),
  };
}
