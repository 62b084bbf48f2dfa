/** Messages between the main thread and the store's threads. */
import { ServiceError } from '#core/errors.ts';

export interface CallMessage {
  call: number;
  name: string;
  args: unknown[];
}

export type ReplyMessage =
  | { call: number; result: unknown }
  | { call: number; error: SerializedError };

/** The first message of a thread: it is open, or why it is not. */
export type ReadyMessage = { ready: true } | { ready: false; error: SerializedError };

export interface SerializedError {
  isService: boolean;
  code: string;
  message: string;
  hint: string | undefined;
  context: Record<string, unknown>;
  stack: string | undefined;
}

/** Class identity is lost between threads; code, text, hint and context are what callers look at. */
export function serializeError(error: unknown): SerializedError {
  const { code, message, stack } = error as { code?: unknown; message?: string; stack?: string };
  const service = error instanceof ServiceError ? error : undefined;
  return {
    isService: service !== undefined,
    code: String(code ?? 'INTERNAL'),
    message: message ?? String(error),
    hint: service?.hint,
    context: { ...service?.context },
    stack,
  };
}

export function deserializeError(error: SerializedError): Error {
  if (error.isService) {
    const { hint, context } = error;
    return new ServiceError(
      error.code,
      error.message,
      hint === undefined ? { context } : { hint, context },
    );
  }
  const revived = Object.assign(new Error(error.message), { code: error.code });
  if (error.stack !== undefined) revived.stack = error.stack;
  return revived;
}
