/**
 * Entry of the OCR process: finds and reads the lines of one image after the other. A crash in the native runtime ends this process
 * and not the service. Started by `ocr-process.ts`.
 */
import { applyDelta, openScreenOcr } from '@hindcast/screen-ocr';
import { inTurn } from '#core/worker/in-turn.ts';
import { type CallContext, serveCalls } from '#core/worker/serve-calls.ts';
import { OcrUnavailableError } from './errors.ts';
import type { OcrApi, SentImage } from './ocr-process.ts';

/** What each monitor showed last. */
const shown = new Map<string, Uint8Array>();

function pixelsOf(image: SentImage): Uint8Array {
  const { monitor, width, height, rows, luma } = image;
  if (rows.length === height && monitor === undefined) return luma;
  const before = monitor === undefined ? undefined : shown.get(monitor);
  const pixels = before?.length === width * height ? before : new Uint8Array(width * height);
  applyDelta(image, pixels);
  if (monitor !== undefined) shown.set(monitor, pixels);
  return pixels;
}

serveCalls<OcrApi>(async () => {
  const engine = await openScreenOcr().catch((error: unknown) => {
    throw new OcrUnavailableError(error);
  });
  return {
    read: inTurn(async ({ signal }: CallContext, image: SentImage) => {
      // Also of an image that is no longer wanted: the next one is sent as a change of it.
      const pixels = pixelsOf(image);
      const { rows: _, luma: __, ...rest } = image;
      const result = await engine.read({ ...rest, format: 'luma', pixels }, signal);
      return { result, figures: engine.figures() };
    }),
  };
});
