/**
 * The one error class of the product. A code is stable and public, a message is for a person and
 * never holds captured content, a hint says what to do. HTTP statuses live in `serve/errors.ts`.
 */
export class ServiceError extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  /** Extra facts for the caller, such as the id that was asked for. Wire names (snake_case). */
  readonly context: Readonly<Record<string, unknown>>;

  constructor(
    code: string,
    message: string,
    options: { hint?: string; cause?: unknown; context?: Record<string, unknown> } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.hint = options.hint;
    this.context = options.context ?? {};
  }
}
