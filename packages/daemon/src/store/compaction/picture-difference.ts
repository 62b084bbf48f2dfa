/**
 * How well a picture of a video chunk shows its snapshot. Two desktops can differ in a single letter,
 * so the mean of the whole picture says nothing: what counts are small blocks of it. All pictures
 * are brightness only, one byte a pixel, of the same size.
 */

/** Pixels across and down: a letter or two of small text. */
const BLOCK = 16;
/** Mean difference (of 255) within a block that the encoder's loss can explain; the worst of sixty rendered desktops has 15. */
const MAX_LOSS = 28;
/** A block that differs this much between two snapshots shows something else in one of them. */
const CHANGED = 4;

/**
 * Whether `shown` can be `wanted` after the encoder's loss, and is not the snapshot before it, which
 * may be almost the same.
 */
export function showsPicture(
  shown: Uint8Array,
  wanted: Uint8Array,
  { width, before }: { width: number; before?: Uint8Array | undefined },
): boolean {
  const size = width * BLOCK;
  let nearer = 0;
  for (let from = 0; from < wanted.length; from += size) {
    const strip = (picture: Uint8Array) => picture.subarray(from, from + size);
    const loss = blockDifferences(strip(shown), strip(wanted), width);
    if (loss.some((difference) => difference > MAX_LOSS)) return false;
    // Most of a screen stays as it is from one picture to the next.
    if (before === undefined || Buffer.compare(strip(wanted), strip(before)) === 0) continue;
    const change = blockDifferences(strip(wanted), strip(before), width);
    const toBefore = blockDifferences(strip(shown), strip(before), width);
    for (const [i, difference] of change.entries()) {
      if (difference >= CHANGED) nearer += (toBefore[i] ?? 0) - (loss[i] ?? 0);
    }
  }
  return nearer >= 0;
}

/** The mean difference (0..255) of each block in a strip of at most one block's height. */
export function blockDifferences(a: Uint8Array, b: Uint8Array, width: number): Float32Array {
  const height = a.length / width;
  const sums = new Float32Array(Math.ceil(width / BLOCK));
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const difference = (a[at] as number) - (b[at] as number);
      const block = x >> 4;
      sums[block] = (sums[block] as number) + Math.abs(difference);
    }
  }
  return sums.map((sum, i) => sum / (Math.min(BLOCK, width - i * BLOCK) * height));
}
