import { errorText, ServiceError } from '#core/errors.ts';

export class WrongPassphraseError extends ServiceError {
  constructor() {
    super(errorText('VAULT_WRONG_PASSPHRASE'));
  }
}

export class TooManyTriesError extends ServiceError {
  constructor(waitMs: number) {
    const retry_after_secs = Math.ceil(waitMs / 1000);
    super(errorText('VAULT_TOO_MANY_TRIES', { seconds: retry_after_secs }), {
      context: { retry_after_secs },
    });
  }
}

export class VaultKeyringError extends ServiceError {
  constructor(cause?: unknown) {
    super(errorText('VAULT_KEYRING_UNAVAILABLE'), { cause });
  }
}

export class NoRoomToConvertError extends ServiceError {
  constructor(neededBytes: number, freeBytes: number) {
    const inGb = (bytes: number) => (bytes / 1e9).toFixed(1);
    super(errorText('DISK_FULL/convert', { neededGb: inGb(neededBytes), freeGb: inGb(freeBytes) }));
  }
}
