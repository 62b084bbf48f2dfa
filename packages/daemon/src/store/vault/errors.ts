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

export class WeakPassphraseError extends ServiceError {
  constructor(leastLength: number) {
    super(errorText('VAULT_WEAK_PASSPHRASE', { leastLength }));
  }
}

export class KeyFileDamagedError extends ServiceError {
  constructor(file: string, cause?: unknown) {
    super(errorText('VAULT_DAMAGED', { file }), { cause });
  }
}

export class VaultKeyringError extends ServiceError {
  constructor(cause?: unknown) {
    super(errorText('VAULT_KEYRING_UNAVAILABLE'), { cause });
  }
}

export class VaultSetUpError extends ServiceError {
  constructor() {
    super(errorText('VAULT_SET_UP'));
  }
}

export class VaultNotSetUpError extends ServiceError {
  constructor() {
    super(errorText('VAULT_NOT_SET_UP'));
  }
}

export class NoRoomToConvertError extends ServiceError {
  constructor(neededBytes: number, freeBytes: number) {
    const inGb = (bytes: number) => (bytes / 1e9).toFixed(1);
    super(errorText('DISK_FULL/convert', { neededGb: inGb(neededBytes), freeGb: inGb(freeBytes) }));
  }
}
