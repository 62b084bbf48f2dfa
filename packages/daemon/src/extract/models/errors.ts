import { errorText, ServiceError } from '#core/errors.ts';

export class ModelUnknownError extends ServiceError {
  constructor(id: string, known: readonly string[]) {
    super(errorText('MODEL_UNKNOWN', { id, known: known.join(', ') }), { context: { model: id } });
  }
}

export class ModelNotInstalledError extends ServiceError {
  constructor(id: string) {
    super(errorText('MODEL_NOT_INSTALLED', { id }), { context: { model: id } });
  }
}

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

/** Models that the program knows itself are not touched by it. */
export class ModelsFileError extends ServiceError {
  constructor(path: string, reason: string) {
    super(errorText('MODELS_FILE_INVALID', { path, reason }));
  }
}
