/**
 * Entry of the OCR process: finds and reads the lines of one image after the other. A crash in the native runtime ends this process
 * and not the service, and it ends with its parent. Started by `ocr-process.ts` only.
 */
import { applyDelta, openScreenOcr } from '@hindcast/screen-ocr';
import { keepCompiled } from '#core/compiled-code.ts';
import type { FromProcess, SentImage, ToProcess } from './messages.ts';
import { sendable } from './sent-error.ts';

function send(message: FromProcess): void {
  // A parent that went away hears nothing; `disconnect` ends this process.
  process.send?.(message, () => undefined);
}

// Not `exit`, which waits for a line that is being read.
process.on('disconnect', () => void process.kill(process.pid, 'SIGKILL'));

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

try {
  const engine = await openScreenOcr();
  let current = new AbortController();
  const read = async (image: SentImage): Promise<void> => {
    current = new AbortController();
    // Also when the read is aborted: the next image is sent as a change of this one.
    const pixels = pixelsOf(image);
    try {
      const { rows: _, luma: __, ...rest } = image;
      const result = await engine.read({ ...rest, format: 'luma', pixels }, current.signal);
      send({ kind: 'read', result, figures: engine.figures() });
    } catch (error) {
      send({ kind: 'failed', error: sendable(error), figures: engine.figures() });
    }
  };
  process.on('message', (message: ToProcess) => {
    if (message.kind === 'read') void read(message.image);
    else current.abort();
  });
  send({ kind: 'ready' });
} catch (error) {
  send({ kind: 'unable', error: sendable(error) });
}
keepCompiled();
