import { errorText, ServiceError } from '#core/errors.ts';

export class InvalidPipeConfigError extends ServiceError {
  constructor(id: string, key: string, expectation: string) {
    const field = key.slice(0, 100);
    super(errorText('INVALID_PIPE_CONFIG', { id, field, expectation }), {
      context: { pipe_id: id, field },
    });
  }
}

/** The package cannot be a pipe: what is wrong stands in the message. */
export class InvalidPipeError extends ServiceError {
  /** What is wrong, as given. */
  readonly fault: string;

  constructor(fault: string) {
    super(errorText('INVALID_PIPE', { fault }));
    this.fault = fault;
  }
}

export class PipeSourceUnreachableError extends ServiceError {
  constructor(reason: string, cause?: unknown) {
    super(errorText('PIPE_SOURCE_UNREACHABLE', { reason }), { cause });
  }
}

/** What a pipe asked for is beyond its permissions. */
export class PipePermissionError extends ServiceError {
  constructor(what: string, hint: string) {
    super(errorText('PIPE_NOT_PERMITTED/run', { what, hint }));
  }
}

/** A request that was allowed and went wrong. */
export class PipeRequestError extends ServiceError {
  constructor(reason: string) {
    super(errorText('PIPE_REQUEST_FAILED', { reason }));
  }
}
