/**
 * One recognition network in the ONNX runtime: a strip in, letters out. The graph itself picks the best class of every step, so that
 * a few numbers come back instead of a probability for each character of the alphabet.
 */
import { fileURLToPath } from 'node:url';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { loadAlphabet } from './alphabet.ts';
import { type Letter, lettersOf, STEP_WIDTH } from './letters.ts';
import type { Strip } from './strip.ts';

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
      const input = inputOf(strip);
      const { at, best, confidence } = await session.run({ strip: input });
      if (at === undefined || best === undefined || confidence === undefined)
        throw new Error(`${name} is no reader`);
      const steps = {
        at: at.data as BigInt64Array,
        best: best.data as Int32Array,
        confidence: confidence.data as Float32Array,
      };
      return lettersOf(steps, alphabet);
    },
    writes: (character) => known.has(character),
    close: () => session.release(),
  };
}

/** The width becomes even: a step is two pixels. */
function inputOf({ pixels, width, height }: Strip): Tensor {
  const columns = Math.ceil(width / STEP_WIDTH) * STEP_WIDTH;
  const values = new Float32Array(columns * height);
  for (let y = 0; y < height; y++) {
    scaleRow(pixels.subarray(y * width, (y + 1) * width), values, y * columns);
  }
  return new Tensor('float32', values, [1, 1, height, columns]);
}

// A function of one row: see `resample.ts`.
function scaleRow(row: Uint8Array, values: Float32Array, at: number): void {
  for (let x = 0; x < row.length; x++) values[at + x] = (row[x] as number) / 255;
}
