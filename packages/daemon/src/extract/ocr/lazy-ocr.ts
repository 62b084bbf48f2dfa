/** OCR that is opened with the first picture that needs it: loading takes a third of a second and 90 MB. */
import type { Log } from '#core/log.ts';
import type { PartState } from '#core/service.ts';
import { type Ocr, openOcr } from './ocr.ts';

export interface LazyOcr {
  /** Undefined when this machine can run none; the log says why, once. */
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
