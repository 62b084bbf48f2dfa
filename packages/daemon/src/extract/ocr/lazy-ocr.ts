/** OCR that is opened with the first picture that needs it, because loading takes time and memory. */
import { ServiceError } from '#core/errors.ts';
import type { Log } from '#core/log/log.ts';
import type { PartState } from '#core/service.ts';
import { type Ocr, openOcr } from './ocr.ts';

export interface LazyOcr {
  /** Undefined when this machine can run none, or could not this time; the log says why. */
  get(): Promise<Ocr | undefined>;
  /** For the health report; undefined until it is open. */
  part(): PartState | undefined;
  close(): Promise<void>;
}

export function lazyOcr(options: { log: Log }): LazyOcr {
  let opening: Promise<Ocr | undefined> | undefined;
  let opened: Ocr | undefined;
  return {
    get() {
      opening ??= openOcr(options).then(
        (ocr) => {
          opened = ocr;
          return ocr;
        },
        (err: unknown) => {
          options.log.error(
            { err },
            'text recognition cannot be used, pictures are kept without their words',
          );
          // A process that only died, or a machine that was too busy, may do better with the next picture.
          const isMissing = err instanceof ServiceError && err.code === 'OCR_ENGINE_MISSING';
          if (!isMissing) opening = undefined;
          return undefined;
        },
      );
      return opening;
    },
    part: () => opened?.part(),
    async close() {
      await (await opening)?.close();
    },
  };
}
