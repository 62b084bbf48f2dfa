/**
 * What can be wrong with a request before the store is asked: its caller, its address, its
 * parameters, its body, or its patience. The statuses of these codes are in `errors.ts`.
 */
import { ServiceError } from '#core/errors.ts';

/** Long enough to recognise a value, short enough that no captured text is repeated. */
const MAX_ECHO = 40;

function shown(value: string): string {
  const characters = [...value];
  const cut = characters.length > MAX_ECHO;
  return JSON.stringify(cut ? `${characters.slice(0, MAX_ECHO).join('')}…` : value);
}

/** A query or path parameter that cannot be read; `accepted` completes "<field> must be …". */
export class InvalidParameterError extends ServiceError {
  constructor(field: string, accepted: string, given?: string) {
    const got = given === undefined ? '' : `, got ${shown(given)}`;
    super('INVALID_PARAMETER', `${field} must be ${accepted}${got}`, {
      context: { field, accepted },
    });
  }
}

/** A body of the wrong shape; `problem` completes "<field> …", an empty field is the body itself. */
export class InvalidBodyError extends ServiceError {
  constructor(field: string, problem: string) {
    super('INVALID_BODY', `${field === '' ? 'the request body' : field} ${problem}`, {
      context: { field },
    });
  }
}

export class InvalidJsonError extends ServiceError {
  constructor() {
    super('INVALID_JSON', 'the request body is not valid JSON', {
      hint: 'Send one JSON object. The keys "__proto__" and "constructor.prototype" are refused.',
    });
  }
}

export class JsonTooDeepError extends ServiceError {
  constructor(limit: number) {
    super('JSON_TOO_DEEP', `the request body is nested more than ${limit} levels deep`);
  }
}

export class TooManyValuesError extends ServiceError {
  constructor(limit: number) {
    super('BODY_TOO_LARGE', `the request body has more than ${limit} values`, {
      hint: 'Send the content in several smaller requests.',
    });
  }
}

/** A body whose size is fine, but not what it would cost to store it. */
export class TooMuchContentError extends ServiceError {
  constructor(what: string, limit: number) {
    super('BODY_TOO_LARGE', `the request body has more than ${limit} ${what} in all`, {
      hint: 'Send the content in several smaller requests.',
      context: { limit },
    });
  }
}

export class BodyTooLargeError extends ServiceError {
  constructor(limitBytes: number) {
    super('BODY_TOO_LARGE', `the request body is larger than ${limitBytes} bytes`, {
      hint: 'Send the content in several smaller requests.',
      context: { limit_bytes: limitBytes },
    });
  }
}

export class BadRequestError extends ServiceError {
  constructor(reason: string) {
    super('BAD_REQUEST', reason);
  }
}

export class RouteNotFoundError extends ServiceError {
  constructor() {
    super('ROUTE_NOT_FOUND', 'there is no such endpoint', {
      hint: 'All endpoints are described at /docs and in /openapi.json.',
    });
  }
}

/** `what` begins the sentence; for things that programs ask for because other services have them. */
export class NotSupportedError extends ServiceError {
  constructor(what: string, hint: string) {
    super('NOT_SUPPORTED', `${what}: not supported by this service`, { hint });
  }
}

export class ConnectionNotFoundError extends ServiceError {
  constructor() {
    super('CONNECTION_NOT_FOUND', 'connection: no such connection', {
      hint: 'There are no connections to other programs; a pipe can do that work.',
    });
  }
}

export class MethodNotAllowedError extends ServiceError {
  constructor(method: string, allowed: readonly string[]) {
    super('METHOD_NOT_ALLOWED', `${method} is not possible here`, {
      hint: `Use ${allowed.join(', ')}.`,
      context: { allowed },
    });
  }
}

export class HostNotAllowedError extends ServiceError {
  constructor() {
    super('HOST_NOT_ALLOWED', 'the Host header does not name this machine', {
      hint: 'Use http://localhost, http://127.0.0.1 or http://[::1].',
    });
  }
}

export class OriginNotAllowedError extends ServiceError {
  constructor() {
    super('ORIGIN_NOT_ALLOWED', 'web pages of this origin may not use the service', {
      hint: 'Add the origin to the allowed origins in the settings, if you trust it with all you see and hear.',
    });
  }
}

export class CrossSiteRequestError extends ServiceError {
  constructor() {
    super('CROSS_SITE_REQUEST', 'requests that another web site started are refused');
  }
}

export class AccessTokenRequiredError extends ServiceError {
  constructor() {
    super('ACCESS_TOKEN_REQUIRED', 'callers from other machines must send the access token', {
      hint: 'Send the header "Authorization: Bearer <token>".',
    });
  }
}

export class OtherUserError extends ServiceError {
  constructor() {
    super('OTHER_USER', 'this memory belongs to another user of this machine', {
      hint: 'Send the access token of its owner, or let the owner set "allowOtherUsers".',
    });
  }
}

export class RequestTimeoutError extends ServiceError {
  constructor(code: 'SEARCH_TIMEOUT' | 'FRAME_TIMEOUT' | 'HEALTH_TIMEOUT', limitMs: number) {
    super(code, `the request took longer than ${limitMs / 1000} s and was stopped`, {
      hint: 'Try again, with a shorter time range or fewer results.',
    });
  }
}

/** Nobody reads the answer any more; the error only stops the work. */
export class ClientGoneError extends ServiceError {
  constructor() {
    super('CLIENT_GONE', 'the client closed the connection');
  }
}

export class ServiceStoppingError extends ServiceError {
  constructor() {
    super('SERVICE_STOPPING', 'the service is stopping');
  }
}

/** All streams together have one limit. */
export class TooManyStreamsError extends ServiceError {
  constructor(most: number) {
    super('TOO_MANY_STREAMS', `${most} streams are open already`, {
      hint: 'Close one that is not needed and try again.',
    });
  }
}

export class UpgradeRequiredError extends ServiceError {
  constructor() {
    super('WEBSOCKET_REQUIRED', 'this address speaks WebSocket only', {
      hint: 'Connect with a WebSocket client; GET /sse/events is the same as plain HTTP.',
    });
  }
}

/** A stream of something that is not recorded would stay silent for ever. */
export class NothingToStreamError extends ServiceError {
  constructor(what: string) {
    super('NOTHING_TO_STREAM', `${what} is turned off`, {
      hint: 'GET /health says what is recorded.',
    });
  }
}

/** Not 403: with another token the same request may be fine. */
export class PipeTokenError extends ServiceError {
  constructor() {
    super('PIPE_TOKEN_UNKNOWN', 'this pipe token is not valid, or its run has ended', {
      hint: 'Pipes ask with ctx.query. Programs of this machine need no token.',
    });
  }
}

export class TokenUnknownError extends ServiceError {
  constructor() {
    super('TOKEN_UNKNOWN', 'this token is not valid, was revoked or is over', {
      hint: 'Make another one with: hindcast token add <name>',
    });
  }
}

export class TokenRefusedError extends ServiceError {
  constructor(what: string) {
    super('TOKEN_NOT_PERMITTED', `this token may not ${what}`, {
      hint: 'Tokens may read what they were given. Make another one with: hindcast token add <name>',
    });
  }
}

export class PipeRefusedError extends ServiceError {
  constructor(what: string) {
    super('PIPE_NOT_PERMITTED', `this pipe may not ${what}`, {
      hint: 'What a pipe may do stands under "permissions" in its package.json, and has to be granted.',
    });
  }
}
