import { errorText, ServiceError } from '#core/errors.ts';

/** Whatever was installed before is still there and in use. */
export class ModelUnreachableError extends ServiceError {
  constructor(source: string, reason: string, cause?: unknown) {
    super(errorText('MODEL_UNREACHABLE', { source, reason }), { cause });
  }
}

/** The source gave other bytes than those this version was made for. */
export class ModelMismatchError extends ServiceError {
  constructor(source: string, file: string) {
    super(errorText('MODEL_MISMATCH', { source, file }));
  }
}
