import { errorText, ServiceError } from '#core/errors.ts';

/** Transient: the process is started again by itself. */
export class SpeechProcessStoppedError extends ServiceError {
  constructor(cause?: unknown) {
    super(errorText('SPEECH_PROCESS_STOPPED'), { cause });
  }
}

/** The network could not be loaded or run; trying the same again gives the same. */
export class SpeechTaskError extends ServiceError {
  constructor(task: string, reason: string) {
    super(errorText('SPEECH_TASK_FAILED', { task, reason }), { context: { task } });
  }
}
