/** Errors of this package. Their codes are stable; messages never hold what an image shows. */

export class OcrImageError extends Error {
  readonly code = 'OCR_IMAGE_INVALID';

  constructor(reason: string) {
    super(`the image cannot be read: ${reason}`);
  }
}

/** The engine was closed before the image was read. */
export class OcrClosedError extends Error {
  readonly code = 'OCR_STOPPED';

  constructor() {
    super('text recognition ended before the image was read');
  }
}
