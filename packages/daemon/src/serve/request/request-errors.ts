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

export class InvalidJsonError extends ServiceError {
  constructor() {
    super(errorText('INVALID_JSON'));
  }
}

export class JsonTooDeepError extends ServiceError {
  constructor(limit: number) {
    super(errorText('JSON_TOO_DEEP', { limit }));
  }
}

export class TooManyValuesError extends ServiceError {
  constructor(limit: number) {
    super(errorText('BODY_TOO_LARGE/values', { limit }));
  }
}

/** A body whose size is fine, but not what it would cost to store it. */
export class TooMuchContentError extends ServiceError {
  constructor(what: string, limit: number) {
    super(errorText('BODY_TOO_LARGE/content', { limit, what }), { context: { limit } });
  }
}

export class BodyTooLargeError extends ServiceError {
  constructor(limitBytes: number) {
    super(errorText('BODY_TOO_LARGE', { limitBytes }), { context: { limit_bytes: limitBytes } });
  }
}

export class BadRequestError extends ServiceError {
  constructor(reason: string) {
    super(errorText('BAD_REQUEST', { reason }));
  }
}

export class RouteNotFoundError extends ServiceError {
  constructor() {
    super(errorText('ROUTE_NOT_FOUND'));
  }
}

/** `what` begins the sentence; for things that programs ask for because other services have them. */
export class NotSupportedError extends ServiceError {
  constructor(what: string, hint: string) {
    super(errorText('NOT_SUPPORTED', { what, hint }));
  }
}

export class ConnectionNotFoundError extends ServiceError {
  constructor() {
    super(errorText('CONNECTION_NOT_FOUND'));
  }
}

export class MethodNotAllowedError extends ServiceError {
  constructor(method: string, allowed: readonly string[]) {
    super(errorText('METHOD_NOT_ALLOWED', { method, allowed: allowed.join(', ') }), {
      context: { allowed },
    });
  }
}

export class HostNotAllowedError extends ServiceError {
  constructor() {
    super(errorText('HOST_NOT_ALLOWED'));
  }
}

export class OriginNotAllowedError extends ServiceError {
  constructor() {
    super(errorText('ORIGIN_NOT_ALLOWED'));
  }
}

export class CrossSiteRequestError extends ServiceError {
  constructor() {
    super(errorText('CROSS_SITE_REQUEST'));
  }
}

export class AccessTokenRequiredError extends ServiceError {
  constructor() {
    super(errorText('ACCESS_TOKEN_REQUIRED'));
  }
}

export class OtherUserError extends ServiceError {
  constructor() {
    super(errorText('OTHER_USER'));
  }
}

export class RequestTimeoutError extends ServiceError {
  constructor(code: 'SEARCH_TIMEOUT' | 'FRAME_TIMEOUT' | 'HEALTH_TIMEOUT', limitMs: number) {
    super(errorText(code, { seconds: limitMs / 1000 }));
  }
}

/** Nobody reads the answer any more; the error only stops the work. */
export class ClientGoneError extends ServiceError {
  constructor() {
    super(errorText('CLIENT_GONE'));
  }
}

export class ServiceStoppingError extends ServiceError {
  constructor() {
    super(errorText('SERVICE_STOPPING'));
  }
}

/** All streams together have one limit. */
export class TooManyStreamsError extends ServiceError {
  constructor(most: number) {
    super(errorText('TOO_MANY_STREAMS', { most }));
  }
}

export class UpgradeRequiredError extends ServiceError {
  constructor() {
    super(errorText('WEBSOCKET_REQUIRED'));
  }
}

/** A stream of something that is not recorded would stay silent for ever. */
export class NothingToStreamError extends ServiceError {
  constructor(what: string) {
    super(errorText('NOTHING_TO_STREAM', { what }));
  }
}

/** Not 403: with another token the same request may be fine. */
export class PipeTokenError extends ServiceError {
  constructor() {
    super(errorText('PIPE_TOKEN_UNKNOWN'));
  }
}

export class TokenUnknownError extends ServiceError {
  constructor() {
    super(errorText('TOKEN_UNKNOWN'));
  }
}

export class TokenRefusedError extends ServiceError {
  constructor(what: string) {
    super(errorText('TOKEN_NOT_PERMITTED', { what }));
  }
}

export class PipeRefusedError extends ServiceError {
  constructor(what: string) {
    super(errorText('PIPE_NOT_PERMITTED', { what }));
  }
}
