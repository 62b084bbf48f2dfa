import { errorText, ServiceError } from '#core/errors.ts';

/** The echo thread ended while it was asked. The next sound starts another. */
export class EchoStoppedError extends ServiceError {
  constructor(cause?: unknown) {
    super(errorText('ECHO_STOPPED'), { cause });
  }
}
