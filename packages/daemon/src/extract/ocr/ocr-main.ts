/** Entry of the OCR process, started by `ocr-process.ts`. A crash in the native runtime ends this process and not the service. */
import { type OcrLine, openScreenOcr } from '@hindcast/screen-ocr';
import { serviceError } from '#core/errors.ts';
import { openUnusedMemory } from '#core/memory/unused-memory.ts';
import { inTurn } from '#core/worker/in-turn.ts';
import { type CallContext, serveCalls } from '#core/worker/serve-calls.ts';
import type { Answer, OcrApi, SentImage } from './ocr-process.ts';
import { shortened } from './sent-lines.ts';

// Of the networks.
const RUNTIME = 'libonnxruntime.so';
// In pixels: two large screens. What comes back after it costs a millisecond or two.
const UNTIL_GIVEN_BACK = 4_000_000;

/** The last answer for each monitor. */
const lastAnswers = new Map<string, { number: number; lines: readonly OcrLine[] }>();
let answers = 0;

/** The lines without those that the service has. It does not have an answer that it no longer waited for. */
function linesFor({ monitor, lastAnswer }: SentImage, lines: readonly OcrLine[]): Answer {
  const before = monitor === undefined ? undefined : lastAnswers.get(monitor);
  const number = ++answers;
  if (monitor !== undefined) lastAnswers.set(monitor, { number, lines });
  return {
    number,
    lines: shortened(lines, before?.number === lastAnswer ? before?.lines : undefined),
  };
}

serveCalls<OcrApi>(async () => {
  const engine = await openScreenOcr().catch((error: unknown) => {
    throw serviceError('OCR_ENGINE_MISSING', { cause: error });
  });
  const memory = await openUnusedMemory();
  // Most of its code only runs while a network is loaded.
  const giveBack = () => memory.giveBack({ library: RUNTIME });
  giveBack();
  let changedPixels = 0;
  return {
    read: inTurn(async ({ signal }: CallContext, image: SentImage) => {
      changedPixels += image.luma.length;
      const { lines, ...rest } = await engine.read(image, signal);
      if (changedPixels >= UNTIL_GIVEN_BACK) {
        changedPixels = 0;
        giveBack();
      }
      return { ...rest, ...linesFor(image, lines), figures: engine.figures() };
    }),
  };
});
