/**
 * What can be wrong with a request before the store is asked: its caller, its address, its
 * parameters, its body, or its patience. The statuses of these codes are in `errors.ts`.
 */
import { errorText, ServiceError } from '#core/errors.ts';

/** Long enough to recognise a value, short enough that no captured text is repeated. */
const MAX_ECHO = 40;
const MAX_FIELD = 200;

function shown(value: string): string {
  const characters = [...value];
  const cut = characters.length > MAX_ECHO;
  return JSON.stringify(cut ? `${characters.slice(0, MAX_ECHO).join('')}…` : value);
}

/** A query or path parameter that cannot be read; `accepted` completes "<field> must be …". */
export class InvalidParameterError extends ServiceError {
  constructor(field: string, accepted: string, given?: string) {
    const got = given === undefined ? '' : `, got ${shown(given)}`;
    super(errorText('INVALID_PARAMETER', { field, accepted, got }), {
      context: { field, accepted },
    });
  }
}

/** A body of the wrong shape; `problem` completes "<field> …", an empty field is the body itself. */
export class InvalidBodyError extends ServiceError {
  constructor(path: string, problem: string) {
    // Fields of any name may have names as long as a body.
    const field = path.length > MAX_FIELD ? `${path.slice(0, MAX_FIELD)}…` : path;
    super(
      errorText('INVALID_BODY', { field: field === '' ? 'the request body' : field, problem }),
      { context: { field } },
    );
  }
}

export class BodyTooLargeError extends ServiceError {
  constructor(limitBytes: number) {
    super(errorText('BODY_TOO_LARGE', { limitBytes }), { context: { limit_bytes: limitBytes } });
  }
}

export class AccessTokenRequiredError extends ServiceError {
  constructor() {
    super(errorText('ACCESS_TOKEN_REQUIRED'));
  }
}

export class RequestTimeoutError extends ServiceError {
  constructor(code: 'SEARCH_TIMEOUT' | 'FRAME_TIMEOUT' | 'HEALTH_TIMEOUT', limitMs: number) {
    super(errorText(code, { seconds: limitMs / 1000 }));
  }
}
