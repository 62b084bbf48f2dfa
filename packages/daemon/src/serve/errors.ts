/**
 * The one place that knows both error codes and HTTP: which status a code has and what an error body
 * looks like. Every answer that is not a success is made here.
 */
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import { BadRequestError, BodyTooLargeError } from './request-errors.ts';

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  BAD_REQUEST: 400,
  INVALID_PARAMETER: 400,
  INVALID_BODY: 400,
  INVALID_JSON: 400,
  AUDIO_DEVICE_AMBIGUOUS: 400,
  SAME_SPEAKER: 400,
  JSON_TOO_DEEP: 400,
  UNREADABLE_IMAGE: 400,
  MEDIA_PATH_REFUSED: 400,
  NOTHING_TO_EXPORT: 400,
  TOO_MANY_FRAMES: 400,
  SQL_REFUSED: 400,
  VAULT_WEAK_PASSPHRASE: 400,
  BACKUP_PLACE_REFUSED: 400,
  UNKNOWN_SETTING: 400,
  SETTING_UNUSABLE: 400,
  SYNC_NOT_INITIALISED: 400,
  ACCESS_TOKEN_REQUIRED: 401,
  // Not 401: it is not the caller of this interface who has to log in.
  SYNC_WRONG_PASSWORD: 403,
  SYNC_TOKEN_REFUSED: 403,
  VAULT_WRONG_PASSPHRASE: 403,
  INVALID_PIPE_CONFIG: 400,
  INVALID_PIPE: 400,
  INVALID_PIPE_SOURCE: 400,
  PIPE_TOKEN_UNKNOWN: 401,
  TOKEN_UNKNOWN: 401,
  HOST_NOT_ALLOWED: 403,
  OTHER_USER: 403,
  ORIGIN_NOT_ALLOWED: 403,
  CROSS_SITE_REQUEST: 403,
  NOTHING_TO_STREAM: 403,
  PIPE_NOT_PERMITTED: 403,
  TOKEN_NOT_PERMITTED: 403,
  ROUTE_NOT_FOUND: 404,
  PIPE_NOT_FOUND: 404,
  FRAME_NOT_FOUND: 404,
  NO_VALID_FRAME: 404,
  AUDIO_CHUNK_NOT_FOUND: 404,
  SPEAKER_NOT_FOUND: 404,
  MEMORY_NOT_FOUND: 404,
  TOKEN_NOT_FOUND: 404,
  MEETING_NOT_FOUND: 404,
  DELETION_NOT_FOUND: 404,
  AUDIO_DEVICE_NOT_FOUND: 404,
  CONNECTION_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  SEARCH_TIMEOUT: 408,
  FRAME_TIMEOUT: 408,
  SQL_TIMEOUT: 408,
  QUERY_CANCELLED: 408,
  REQUEST_INCOMPLETE: 408,
  SYNC_ALREADY_INITIALISED: 409,
  SYNC_NOT_CONFIGURED: 409,
  SYNC_PASSWORD_CHANGED: 409,
  SYNC_NEWER_VERSION: 409,
  SYNC_DEVICE_CLONED: 409,
  SYNC_WAITS_FOR_WIFI: 409,
  BACKUP_RUNNING: 409,
  HOUR_FULL: 409,
  VAULT_SET_UP: 409,
  VAULT_NOT_SET_UP: 409,
  SETTING_READ_ONLY: 409,
  CONFIG_INVALID: 409,
  PIPE_RUNNING: 409,
  PIPE_BROKEN: 409,
  PIPE_EXISTS: 409,
  TOKEN_NAME_TAKEN: 409,
  PIPE_STATE_FULL: 409,
  NOT_CAPTURING: 409,
  NOT_LISTENING: 409,
  ENGINE_NOT_SET_UP: 409,
  ASR_CLOSED: 409,
  MODEL_NOT_INSTALLED: 409,
  OCR_UNAVAILABLE: 409,
  REDACTION_IMPOSSIBLE: 409,
  FRAME_GONE: 410,
  FRAME_ON_OTHER_DEVICE: 410,
  AUDIO_ON_OTHER_DEVICE: 410,
  VIDEO_BROKEN: 410,
  AUDIO_GONE: 410,
  BODY_TOO_LARGE: 413,
  RANGE_NOT_SATISFIABLE: 416,
  MEDIA_INVALID: 417,
  VAULT_LOCKED: 423,
  WEBSOCKET_REQUIRED: 426,
  VAULT_TOO_MANY_TRIES: 429,
  HEADERS_TOO_LARGE: 431,
  // Not a registered status: nobody receives it, it only marks such requests in the log.
  CLIENT_GONE: 499,
  INTERNAL_ERROR: 500,
  STORE_CORRUPT: 500,
  VAULT_DAMAGED: 500,
  NOT_SUPPORTED: 501,
  NPM_TOO_OLD: 501,
  SYNC_BAD_ANSWER: 502,
  SYNC_BLOB_REFUSED: 502,
  SYNC_HUB_LOST_DATA: 502,
  PIPE_SOURCE_UNREACHABLE: 502,
  PIPE_REQUEST_FAILED: 502,
  ASR_ENDPOINT_ANSWER: 502,
  ASR_ENDPOINT_REFUSED: 502,
  FRAME_REQUESTED: 503,
  FRAME_SOURCE_UNREACHABLE: 503,
  AUDIO_REQUESTED: 503,
  AUDIO_SOURCE_UNREACHABLE: 503,
  SYNC_UNREACHABLE: 503,
  SYNC_TOO_SLOW: 503,
  SYNC_BUSY: 503,
  SYNC_LEASE_HELD: 503,
  SYNC_ACCOUNT_MISSING: 503,
  SYNC_KEYRING_UNAVAILABLE: 503,
  VAULT_KEYRING_UNAVAILABLE: 503,
  ASR_ENDPOINT_MISSING: 503,
  ASR_ENDPOINT_UNREACHABLE: 503,
  SPEECH_PROCESS_STOPPED: 503,
  SPEECH_TASK_FAILED: 503,
  SOUND_UNAVAILABLE: 503,
  // Not 408: whoever asks for health has to learn that there is none.
  HEALTH_TIMEOUT: 503,
  RAW_SQL_BUSY: 503,
  TOO_MANY_STREAMS: 503,
  MEDIA_AWAY: 503,
  VIDEO_PROCESS_ENDED: 503,
  VIDEO_UNAVAILABLE: 503,
  SERVICE_STOPPING: 503,
  DATA_FILE_GONE: 503,
  MEDIA_REFUSED: 503,
  DISK_FULL: 507,
  SYNC_FULL: 507,
};

/** For the rest of a body that is too large: some gigabytes on this machine. */
const REST_OF_BODY_MS = 5000;

export interface ErrorBody {
  error: string;
  message: string;
  success: false;
  code: string;
  hint?: string;
  [context: string]: unknown;
}

export function statusOf(error: ServiceError): number {
  return STATUS_BY_CODE[error.code] ?? 500;
}

export function errorBody(error: ServiceError): ErrorBody {
  const fixed = {
    error: error.message,
    message: error.message,
    success: false as const,
    code: error.code,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
  };
  // Again at the end, so that no context key can replace one of the fixed names.
  return { ...fixed, ...error.context, ...fixed };
}

/** The error handler for fastify. Only our own faults are logged; the others are the caller's. */
export function errorHandler(log: Log) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const known = toServiceError(error, request.routeOptions?.bodyLimit ?? 0);
    const status = known === undefined ? 500 : statusOf(known);
    if (status === 500) {
      const route = request.routeOptions?.url ?? 'none';
      log.error({ requestId: request.id, route, err: error }, 'request failed');
    }
    const answer = () => sendError(reply, status, known ?? internalError(request.id));
    if (known instanceof BodyTooLargeError) void restOf(request.raw).then(answer);
    else answer();
  };
}

/**
 * Reads on and drops it: many clients send all before they listen, and to close with bytes unread
 * resets the connection, so that they would meet a broken pipe in place of the answer.
 */
async function restOf(body: Readable): Promise<void> {
  body.resume();
  const signal = AbortSignal.timeout(REST_OF_BODY_MS);
  // The client went away, or it sends without end: either way it gets its answer now.
  await finished(body, { signal }).catch(() => undefined);
}

function sendError(reply: FastifyReply, status: number, error: ServiceError): void {
  // Text, so that no response schema of the route can drop a field of it.
  void reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(error)));
}

function toServiceError(error: unknown, bodyLimitBytes: number): ServiceError | undefined {
  if (error instanceof ServiceError) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new BodyTooLargeError(bodyLimitBytes);
  if (code === 'FST_ERR_BAD_URL') return new BadRequestError('the address is not valid');
  // Fastify and its plugins mark refusals this way; their texts may repeat the input.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new BadRequestError('the request could not be read');
  }
  return undefined;
}

function internalError(requestId: string): ServiceError {
  return new ServiceError('INTERNAL_ERROR', 'the service met an unexpected error', {
    hint: 'The log of the service has the details.',
    context: { request_id: requestId },
  });
}
