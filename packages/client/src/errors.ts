/** What went wrong, for programs and for people. */

export class HindcastError extends Error {
  /** The service's own code, or `UNREACHABLE`, `BAD_ANSWER` or `STREAM_BROKEN` when there was none to read. */
  readonly code: string;
  /** What the person can do about it, when the service said so. */
  readonly hint: string | undefined;
  /** The HTTP status; undefined when there was no answer. */
  readonly status: number | undefined;

  constructor(
    code: string,
    message: string,
    options: { hint?: string | undefined; status?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'HindcastError';
    this.code = code;
    this.hint = options.hint;
    this.status = options.status;
  }
}

export function unreachable(baseUrl: string, cause: unknown): HindcastError {
  return new HindcastError('UNREACHABLE', `no Hindcast service answers on ${baseUrl}`, {
    hint: 'Start it with: hindcast start',
    cause,
  });
}

export function badAnswer(response: Response): HindcastError {
  return new HindcastError(
    'BAD_ANSWER',
    `${response.url} answered something that is not Hindcast's`,
    { hint: 'Another program may be using that port.', status: response.status },
  );
}

export function refusal(status: number, body: object): HindcastError {
  const { code, error, hint } = body as Record<string, unknown>;
  return new HindcastError(
    typeof code === 'string' ? code : 'BAD_ANSWER',
    typeof error === 'string' ? error : `the service answered with status ${status}`,
    { status, hint: typeof hint === 'string' ? hint : undefined },
  );
}
