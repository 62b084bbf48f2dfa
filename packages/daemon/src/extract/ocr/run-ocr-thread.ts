/** The inside of the OCR thread: opens the engine, says which one, then reads one image after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import type { OcrEngine, OcrImage } from '@hindcast/screen-ocr';
import { freeMemory } from '#core/free-memory.ts';
import { ENGINES, type EngineChoice, openEngine } from './engines.ts';
import { OcrReaderLostError } from './errors.ts';
import { sendable } from './sent-error.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

const send = (message: FromThread) => parentPort?.postMessage(message);

export async function runOcrThread(choices: readonly EngineChoice[] = ENGINES): Promise<void> {
  try {
    const options = workerData as { language: string };
    const { engine, passedOver } = await openEngine(options, choices);
    serve(engine);
    send({
      kind: 'ready',
      engine: engine.name,
      passedOver: passedOver.map(({ name, error }) => ({ name, error: sendable(error) })),
    });
  } catch (error) {
    send({ kind: 'unable', error: sendable(error) });
  }
}

function serve(engine: OcrEngine): void {
  let current = new AbortController();

  async function read(image: OcrImage): Promise<void> {
    current = new AbortController();
    try {
      const result = await engine.read(image, current.signal);
      send({ kind: 'read', result, figures: engine.figures() });
    } catch (error) {
      send({ kind: 'failed', error: sendable(error), figures: engine.figures() });
      if (error instanceof OcrReaderLostError) await close();
    } finally {
      // The pixels are this thread's own, and megabytes: gone now instead of at some later collection of garbage.
      freeMemory(image.pixels);
    }
  }

  async function close(): Promise<void> {
    current.abort();
    await engine.close();
    parentPort?.close();
  }

  parentPort?.on('message', (message: ToThread) => {
    switch (message.kind) {
      case 'read':
        void read(message.image);
        break;
      case 'abort':
        current.abort();
        break;
      case 'close':
        void close();
        break;
    }
  });
}
