import { errorText, ServiceError } from '#core/errors.ts';

/** Transient: the process is started again by itself. */
export class SpeechProcessStoppedError extends ServiceError {
  constructor(cause?: unknown) {
    super(errorText('SPEECH_PROCESS_STOPPED'), { cause });
  }
}
