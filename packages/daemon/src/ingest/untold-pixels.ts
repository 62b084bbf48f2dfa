/**
 * The part of a picture that OCR has to read: where the accessibility tree has told what stands there, nothing is left to read. Text
 * that somebody types into a window beside others would otherwise be read again at every pause, only to be dropped.
 */
import type { Rect } from '#core/observation.ts';

/** Paints each place over, in the colour of its corner. `pixels` has rows without padding. */
export function paintOver(
  pixels: Uint8Array,
  { width, height }: { width: number; height: number },
  places: readonly Rect[],
): void {
  const bytes = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  const pixelBytes = pixels.length / (width * height);
  for (const place of places) {
    const left = Math.max(0, Math.round(place.x));
    const top = Math.max(0, Math.round(place.y));
    const right = Math.min(width, Math.round(place.x + place.width));
    const bottom = Math.min(height, Math.round(place.y + place.height));
    if (left >= right) continue;
    const corner = (top * width + left) * pixelBytes;
    const colour = Buffer.from(bytes.subarray(corner, corner + pixelBytes));
    for (let y = top; y < bottom; y++) {
      const row = y * width * pixelBytes;
      bytes.fill(colour, row + left * pixelBytes, row + right * pixelBytes);
    }
  }
}
