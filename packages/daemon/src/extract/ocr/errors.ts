import { ServiceError } from '#core/errors.ts';

export class OcrLanguageMissingError extends ServiceError {
  constructor(language: string, hint: string) {
    super('OCR_LANGUAGE_MISSING', `no text recognition data for the language "${language}"`, {
      hint,
      context: { language },
    });
  }
}

/** A reader that this machine cannot run, such as one whose library is not installed. */
export class OcrEngineMissingError extends ServiceError {
  constructor(engine: string, hint: string, cause?: unknown) {
    super('OCR_ENGINE_MISSING', `text recognition with ${engine} is not possible here`, {
      hint,
      cause,
      context: { engine },
    });
  }
}

/** Transient: the next read starts a new thread. */
export class OcrStoppedError extends ServiceError {
  constructor(cause?: unknown) {
    super('OCR_STOPPED', 'text recognition ended before the image was read', { cause });
  }
}

export const OCR_READER_LOST = 'OCR_READER_LOST';

/** What has read until now cannot be started again: its data or its library has gone. Another engine may read. */
export class OcrReaderLostError extends ServiceError {
  constructor(cause: unknown) {
    super(OCR_READER_LOST, 'what reads text could not be started again', { cause });
  }
}

/** Its data is there, but for another engine than this one. */
export class OcrLanguageUnfitError extends ServiceError {
  constructor(language: string, why: string) {
    super('OCR_LANGUAGE_UNFIT', `"${language}" is read in another way: ${why}`, {
      context: { language },
    });
  }
}
