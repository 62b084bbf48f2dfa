import { ServiceError } from '#core/errors.ts';
import { findNearest } from '#core/nearest.ts';

/** A setting, a flag or the file cannot be used; the message names it and where it came from. */
export class ConfigError extends ServiceError {
  constructor(message: string, hint?: string, cause?: unknown) {
    super('CONFIG_INVALID', message, hint === undefined ? { cause } : { hint, cause });
  }
}

/** For changes while the service runs. None of these repeats the value, which may be a secret. */
export class UnknownSettingError extends ServiceError {
  constructor(name: string, known: readonly string[]) {
    super('UNKNOWN_SETTING', `there is no setting "${name.slice(0, 100)}"`, {
      hint: `The nearest is "${findNearest(name.slice(0, 100), known)}".`,
      context: { field: name.slice(0, 100) },
    });
  }
}

export class SettingUnusableError extends ServiceError {
  constructor(key: string, expects: string) {
    super('SETTING_UNUSABLE', `${key} must be ${expects}`, { context: { field: key } });
  }
}

export class SettingReadOnlyError extends ServiceError {
  constructor(key: string, origin: string) {
    super('SETTING_READ_ONLY', `${key} cannot be changed here: it is set by ${origin}`, {
      hint: 'Change it there and start the service again.',
      context: { field: key },
    });
  }
}
