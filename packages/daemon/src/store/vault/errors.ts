import { ServiceError } from '#core/errors.ts';

export class WrongPassphraseError extends ServiceError {
  constructor() {
    super('VAULT_WRONG_PASSPHRASE', 'the passphrase is wrong', {
      hint: 'Try again. A lost passphrase cannot be replaced.',
    });
  }
}

export class TooManyTriesError extends ServiceError {
  constructor(waitMs: number) {
    const retry_after_secs = Math.ceil(waitMs / 1000);
    super('VAULT_TOO_MANY_TRIES', `too many wrong passphrases: wait ${retry_after_secs} s`, {
      hint: 'Wait, then try again.',
      context: { retry_after_secs },
    });
  }
}

export class WeakPassphraseError extends ServiceError {
  constructor(leastLength: number) {
    super('VAULT_WEAK_PASSPHRASE', `a passphrase has at least ${leastLength} characters`, {
      hint: 'Take four or more words that nobody would guess.',
    });
  }
}

export class KeyFileDamagedError extends ServiceError {
  constructor(file: string, cause?: unknown) {
    super('VAULT_DAMAGED', `the key file ${file} is damaged, missing or of a newer version`, {
      hint: 'Put the file back from a backup: without it nothing of the store can be read.',
      cause,
    });
  }
}

export class VaultKeyringError extends ServiceError {
  constructor(cause?: unknown) {
    super(
      'VAULT_KEYRING_UNAVAILABLE',
      'the keyring of the system is locked, not there, or has no key',
      {
        hint: 'Unlock the keyring, or unlock the store with its passphrase if it has one.',
        cause,
      },
    );
  }
}

export class VaultSetUpError extends ServiceError {
  constructor() {
    super('VAULT_SET_UP', 'the store is encrypted already');
  }
}

export class VaultNotSetUpError extends ServiceError {
  constructor() {
    super('VAULT_NOT_SET_UP', 'the store is not encrypted, so it has no lock', {
      hint: 'Encrypt it with "hindcast encrypt" or POST /vault/setup.',
    });
  }
}

export class NoRoomToConvertError extends ServiceError {
  constructor(neededBytes: number, freeBytes: number) {
    const inGb = (bytes: number) => (bytes / 1e9).toFixed(1);
    super(
      'DISK_FULL',
      `${inGb(neededBytes)} GB are needed on the disk of the data folder, ${inGb(freeBytes)} GB are free`,
      { hint: 'Free some space and try again. Nothing was changed.' },
    );
  }
}
