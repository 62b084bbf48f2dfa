/**
 * Finds the pixels where brightness steps. Text on a screen is crisp, so a step between neighbours is ink or a border, whatever the
 * colours are; soft shadows and gradients stay below the threshold.
 */
import type { Raster } from '#extract/ocr/raster.ts';

const STEP = 20;
// JPEG rings around letters with steps of up to about 30; letters themselves step by 60 and more.
const LOSSY_STEP = 38;
// Weak steps per strong one: about 1.2 in JPEG images of quality 75-80, at most 0.2 in clean ones.
const LOSSY_SHARE = 0.6;
const SAMPLE_EVERY = 5;

/** 1 where a pixel differs from its right or lower neighbour; `rows` rows from `fromRow` on. */
export function edgeMask(
  raster: Raster,
  fromRow: number,
  rows: number,
  isLossy: boolean,
): Uint8Array {
  const { luma, width, height } = raster;
  const threshold = isLossy ? LOSSY_STEP : STEP;
  const mask = new Uint8Array(width * rows);
  for (let row = 0; row < rows; row++) {
    const from = (fromRow + row) * width;
    const below = fromRow + row + 1 < height ? width : 0;
    let at = row * width;
    for (let i = from; i < from + width - 1; i++, at++) {
      const level = luma[i] ?? 0;
      const right = level - (luma[i + 1] ?? 0);
      const down = level - (luma[i + below] ?? 0);
      if (right > threshold || right < -threshold || down > threshold || down < -threshold) {
        mask[at] = 1;
      }
    }
  }
  return mask;
}

/** Whether the pixels went through a lossy codec, which blurs every edge into weak steps. */
export function isLossy({ luma }: Raster): boolean {
  let weak = 0;
  let strong = 1;
  for (let i = 1; i < luma.length; i += SAMPLE_EVERY) {
    const step = Math.abs((luma[i] ?? 0) - (luma[i - 1] ?? 0));
    if (step > 24) strong += 1;
    else if (step >= 3 && step <= 12) weak += 1;
  }
  return weak > LOSSY_SHARE * strong;
}
