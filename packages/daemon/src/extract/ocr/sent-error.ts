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
    code: service?.code ?? codeOf(error),
    message: error instanceof Error ? error.message : String(error),
    hint: service?.hint,
    context: service?.context ?? {},
    stack: error instanceof Error ? error.stack : undefined,
  };
}

/** Errors of packages carry a code too. */
function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.startsWith('OCR_') ? code : undefined;
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
