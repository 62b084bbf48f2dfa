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
  name: string;
  code: string;
  message: string;
  hint: string | undefined;
  context: Record<string, unknown>;
  stack: string | undefined;
  cause: SerializedError | undefined;
}

/** Causes can be circular; the log shows no more of them either. */
const MAX_CAUSES = 2;

/** Class identity is lost between threads; everything that callers and the log look at is kept. */
export function serializeError(error: unknown, depth = 0): SerializedError {
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
    cause:
      cause === undefined || depth === MAX_CAUSES ? undefined : serializeError(cause, depth + 1),
  };
}

export function deserializeError(error: SerializedError): Error {
  const { name, code, message, hint, context, stack } = error;
  const cause = error.cause && deserializeError(error.cause);
  const revived = error.isService
    ? new ServiceError(code, message, { ...(hint !== undefined && { hint }), context, cause })
    : Object.assign(new Error(message, cause && { cause }), { code });
  // Both are read by the log: they name the place in the thread, not this function.
  revived.name = name;
  if (stack !== undefined) revived.stack = stack;
  return revived;
}
