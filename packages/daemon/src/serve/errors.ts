/** Makes every answer that is not a success: the status from the catalogue, and the error body. */
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { CATALOGUE } from '#core/error-catalogue/catalogue.ts';
import { ServiceError, serviceError } from '#core/errors.ts';
import type { Log } from '#core/log/log.ts';
import { BodyTooLargeError } from './request/request-errors.ts';

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
  return CATALOGUE[error.code].status;
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
  if (code === 'FST_ERR_BAD_URL')
    return serviceError('BAD_REQUEST', { reason: 'the address is not valid' });
  // Fastify and its plugins mark refusals this way; their texts may repeat the input.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return serviceError('BAD_REQUEST', { reason: 'the request could not be read' });
  }
  return undefined;
}

function internalError(requestId: string): ServiceError {
  return serviceError('INTERNAL_ERROR', { context: { request_id: requestId } });
}
