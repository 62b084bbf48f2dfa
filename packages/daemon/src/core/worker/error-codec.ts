/** Errors on their way between threads and processes. Class identity is lost there; everything that callers and the log read is kept. */
import type { ErrorCode } from '../error-catalogue/catalogue.ts';
import { ServiceError } from '../errors.ts';

export interface EncodedError {
  readonly isService: boolean;
  readonly name: string;
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
  readonly context: Readonly<Record<string, unknown>>;
  readonly stack: string | undefined;
  readonly cause: EncodedError | undefined;
}

/** Causes can be circular; the log shows no more of them either. */
const MAX_CAUSES = 2;

export function encodeError(error: unknown, depth = 0): EncodedError {
  const { name, code, message, stack, cause } = error as Partial<Error & { code: unknown }>;
  const service = error instanceof ServiceError ? error : undefined;
  return {
    isService: service !== undefined,
    name: name ?? 'Error',
    code: String(code ?? 'INTERNAL'),
    message: message ?? String(error),
    hint: service?.hint,
    context: { ...service?.context },
    stack,
    cause: cause === undefined || depth === MAX_CAUSES ? undefined : encodeError(cause, depth + 1),
  };
}

export function decodeError(error: EncodedError): Error {
  const { name, code, message, hint, context, stack } = error;
  const cause = error.cause && decodeError(error.cause);
  const revived = error.isService
    ? new ServiceError({ code: code as ErrorCode, message, hint }, { context, cause })
    : Object.assign(new Error(message, cause && { cause }), { code });
  // The log shows both: they name the place in the worker, not this function.
  revived.name = name;
  if (stack !== undefined) revived.stack = stack;
  return revived;
}
