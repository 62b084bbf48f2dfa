/** One recognition network in the ONNX runtime. Its graph picks the best class of every step, so that only a few numbers come back. */
import { fileURLToPath } from 'node:url';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { loadAlphabet } from './alphabet.ts';
import { inBatches } from './batches.ts';
import { type Letter, lettersOf, STEP_WIDTH } from './letters.ts';
import { WIDEST } from './pieces.ts';
import { STRIP_HEIGHT, type Strip } from './strip.ts';
import { ownStepsOf, stepsOf, tapsOf, tapsSize } from './taps.ts';

// In steps: as much as the widest piece of a line, so that several strips take no more memory.
const MOST_STEPS = WIDEST / STEP_WIDTH;

export interface Network {
  /** Strips that are asked for at the same time are read faster than one after the other. */
  read(strip: Strip, signal: AbortSignal): Promise<Letter[]>;
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
  // Runs take turns, and the runtime reads the input during the run only.
  const memory = new Uint8Array(tapsSize(MOST_STEPS, STRIP_HEIGHT));

  async function run(strips: readonly [Strip, ...Strip[]]): Promise<Letter[][]> {
    const { values, dims } = tapsOf(strips, memory);
    const width = dims[2];
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
    // Nothing is in the steps that only fill up.
    return strips.map((strip, i) =>
      lettersOf(steps, alphabet, { from: i * width, to: i * width + ownStepsOf(strip) }),
    );
  }

  return {
    read: inBatches({ widthOf: stepsOf, widest: MOST_STEPS, run }),
    writes: (character) => known.has(character),
    close: () => session.release(),
  };
}
