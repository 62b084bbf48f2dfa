import { ServiceError } from '#core/errors.ts';

export class ModelUnknownError extends ServiceError {
  constructor(id: string, known: readonly string[]) {
    super('MODEL_UNKNOWN', `there is no model "${id}"`, {
      hint: `Known models: ${known.join(', ')}.`,
      context: { model: id },
    });
  }
}

export class ModelNotInstalledError extends ServiceError {
  constructor(id: string) {
    super('MODEL_NOT_INSTALLED', `the model ${id} is not installed`, {
      hint: `Run "hindcast models pull ${id}" first.`,
      context: { model: id },
    });
  }
}

/** Whatever was installed before is still there and in use. */
export class ModelUnreachableError extends ServiceError {
  constructor(source: string, reason: string, cause?: unknown) {
    super('MODEL_UNREACHABLE', `${source} could not be fetched: ${reason}`, {
      hint: 'Nothing was changed, and the model that was used before still is. Check the network and the registry that npm is set to, then try again.',
      cause,
    });
  }
}

/** The source gave other bytes than those this version was made for. */
export class ModelMismatchError extends ServiceError {
  constructor(source: string, file: string) {
    super('MODEL_MISMATCH', `${source}: ${file} is not the file it should be`, {
      hint: 'Nothing was changed, and the model that was used before still is. The download may be damaged, or its source gives something else.',
    });
  }
}

/** Models that the program knows itself are not touched by it. */
export class ModelsFileError extends ServiceError {
  constructor(path: string, reason: string) {
    super('MODELS_FILE_INVALID', `${path}: ${reason}`, {
      hint: 'docs/speech-models.md says what this file holds. Remove it to use the models of the program only.',
    });
  }
}
