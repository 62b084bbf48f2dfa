import { errorText, ServiceError } from '#core/errors.ts';

/** Transient: the next call starts the process again. */
export class MeaningProcessStoppedError extends ServiceError {
  constructor(cause?: unknown) {
    super(errorText('MEANING_PROCESS_STOPPED'), { cause });
  }
}
