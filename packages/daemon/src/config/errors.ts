import { ServiceError } from '#core/errors.ts';

/** A setting, a flag or the file cannot be used; the message names it and where it came from. */
export class ConfigError extends ServiceError {
  constructor(message: string, hint?: string, cause?: unknown) {
    super('CONFIG_INVALID', message, hint === undefined ? { cause } : { hint, cause });
  }
}
