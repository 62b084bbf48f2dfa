import { ServiceError } from '#core/errors.ts';

/** Transient: the process is started again by itself. */
export class SpeechProcessStoppedError extends ServiceError {
  constructor(cause?: unknown) {
    super('SPEECH_PROCESS_STOPPED', 'the speech process ended before it had answered', { cause });
  }
}

/** The network could not be loaded or run; trying the same again gives the same. */
export class SpeechTaskError extends ServiceError {
  constructor(task: string, reason: string) {
    super('SPEECH_TASK_FAILED', `${task}: ${reason}`, {
      hint: 'Run "hindcast models list" to see whether a model is damaged.',
      context: { task },
    });
  }
}
