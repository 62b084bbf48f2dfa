/** Errors on their way between threads and processes. Their class is lost there; this is what callers look at. */
import { ServiceError } from '#core/errors.ts';

export interface SentError {
  readonly code: string | undefined;
  readonly message: string;
  readonly hint: string | undefined;
  readonly context: Readonly<Record<string, unknown>>;
  readonly stack: string | undefined;
}

export function sendable(error: unknown): SentError {
  const service = error instanceof ServiceError ? error : undefined;
  return {
    code: service?.code,
    message: error instanceof Error ? error.message : String(error),
    hint: service?.hint,
    context: service?.context ?? {},
    stack: error instanceof Error ? error.stack : undefined,
  };
}

export function received({ code, message, hint, context, stack }: SentError): Error {
  const error =
    code === undefined
      ? new Error(message)
      : new ServiceError(code, message, {
          context: { ...context },
          ...(hint === undefined ? {} : { hint }),
        });
  if (stack !== undefined) error.stack = stack;
  return error;
}
