import { errorText, ServiceError } from '#core/errors.ts';
import { findNearest } from '#core/nearest.ts';

/** A setting, a flag or the file cannot be used; the message names it and where it came from. */
export class ConfigError extends ServiceError {
  constructor(problem: string, hint?: string, cause?: unknown) {
    super({ ...errorText('CONFIG_INVALID', { problem }), hint }, { cause });
  }
}

/** For changes while the service runs. None of these repeats the value, which may be a secret. */
export class UnknownSettingError extends ServiceError {
  constructor(name: string, known: readonly string[]) {
    const field = name.slice(0, 100);
    const nearest = findNearest(field, known) ?? 'none';
    super(errorText('UNKNOWN_SETTING', { name: field, nearest }), { context: { field } });
  }
}
