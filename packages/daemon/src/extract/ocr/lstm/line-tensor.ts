/** The pixels of a strip as the network wants them: from -1 for its strokes to 1 for its ground, with noise around them. */
import type { Strip } from '@hindcast/screen-ocr';
import { MARGIN } from './onnx-network.ts';

export interface LineTensor {
  readonly values: Float32Array;
  readonly width: number;
  readonly height: number;
}

const LEVELS = 256;
// Of the darkest and of the lightest pixels in the middle of the line.
const STROKES = 0.25;
const GROUND = 0.75;

/** Gives the same memory for every line: a tensor holds until the next one is made. */
export function lineTensors(): (strip: Strip) => LineTensor {
  let memory = new Float32Array();
  return (strip) => {
    const width = strip.width + 2 * MARGIN;
    const height = strip.height + 2 * MARGIN;
    if (memory.length < width * height) memory = new Float32Array(width * height);
    const values = memory.subarray(0, width * height);
    addNoise(values, width);
    const scale = scaleOf(strip);
    for (let y = 0; y < strip.height; y++) {
      scaleRow(strip, y * strip.width, scale, values, (y + MARGIN) * width + MARGIN);
    }
    return { values, width, height };
  };
}

function scaleOf(strip: Strip): Float32Array {
  const { black, white } = contrastOf(strip);
  const half = (white - black) / 2 || 1;
  return Float32Array.from({ length: LEVELS }, (_, level) =>
    Math.min(1, Math.max(-1, (level - black) / half - 1)),
  );
}

function scaleRow(
  { pixels, width }: Strip,
  from: number,
  scale: Float32Array,
  values: Float32Array,
  to: number,
): void {
  for (let x = 0; x < width; x++) values[to + x] = scale[pixels[from + x] as number] as number;
}

/** Around the line. The same for every line, so that it is read the same way every time. */
function addNoise(values: Float32Array, width: number): void {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  const last = values.length - width;
  for (let x = 0; x < width; x++) {
    values[x] = next();
    values[last + x] = next();
  }
  for (let at = width; at < last; at += width) {
    values[at] = next();
    values[at + width - 1] = next();
  }
}

/** By the lows and the highs along the middle row. */
function contrastOf({ pixels, width, height }: Strip): { black: number; white: number } {
  const lows = new Uint32Array(LEVELS);
  const highs = new Uint32Array(LEVELS);
  const row = pixels.subarray((height >> 1) * width, ((height >> 1) + 1) * width);
  for (let x = 1; x + 1 < width; x++) {
    const [before, here, after] = [row[x - 1] as number, row[x] as number, row[x + 1] as number];
    if ((here < before && here <= after) || (here <= before && here < after)) count(lows, here);
    if ((here > before && here >= after) || (here >= before && here > after)) count(highs, here);
  }
  return { black: quantile(lows, STROKES) ?? 0, white: quantile(highs, GROUND) ?? LEVELS - 1 };
}

function count(counts: Uint32Array, level: number): void {
  counts[level] = (counts[level] as number) + 1;
}

/** Between two levels where it falls between them; undefined when nothing was counted. */
function quantile(counts: Uint32Array, share: number): number | undefined {
  const total = counts.reduce((sum, one) => sum + one, 0);
  if (total === 0) return undefined;
  const wanted = Math.max(1, share * total);
  let sum = 0;
  for (let level = 0; level < counts.length; level++) {
    sum += counts[level] as number;
    if (sum >= wanted) return level + 1 - (sum - wanted) / (counts[level] as number);
  }
  return counts.length - 1;
}
