/** What can go wrong with sync. Each has its own code, which `/sync/status` and the history show. */
import { errorText, ServiceError } from '#core/errors.ts';

export class SyncNotInitialisedError extends ServiceError {
  constructor() {
    super(errorText('SYNC_NOT_INITIALISED'));
  }
}

export class SyncAlreadyInitialisedError extends ServiceError {
  constructor() {
    super(errorText('SYNC_ALREADY_INITIALISED'));
  }
}

export class SyncNotConfiguredError extends ServiceError {
  constructor() {
    super(errorText('SYNC_NOT_CONFIGURED'));
  }
}

export class WrongSyncPasswordError extends ServiceError {
  constructor() {
    super(errorText('SYNC_WRONG_PASSWORD'));
  }
}

export class SyncPasswordChangedError extends ServiceError {
  constructor() {
    super(errorText('SYNC_PASSWORD_CHANGED'));
  }
}

export class SyncTokenRefusedError extends ServiceError {
  constructor() {
    super(errorText('SYNC_TOKEN_REFUSED'));
  }
}

export class SyncUnreachableError extends ServiceError {
  constructor(cause?: unknown) {
    super(errorText('SYNC_UNREACHABLE'), { cause });
  }
}

/** It is there, and does not come to an end. */
export class SyncSlowError extends ServiceError {
  constructor(cause?: unknown) {
    super(errorText('SYNC_TOO_SLOW'), { cause });
  }
}

export class SyncFullError extends ServiceError {
  constructor() {
    super(errorText('SYNC_FULL'));
  }
}

export class SyncBusyError extends ServiceError {
  constructor() {
    super(errorText('SYNC_BUSY'));
  }
}

export class SyncAnswerError extends ServiceError {
  constructor(what: string) {
    super(errorText('SYNC_BAD_ANSWER', { what }));
  }
}

/** A blob that is not what its author sealed, or not where its author put it. */
export class SyncBlobRefusedError extends ServiceError {
  constructor(where: string, why: string) {
    super(errorText('SYNC_BLOB_REFUSED', { where, why }));
  }
}

export class SyncNewerVersionError extends ServiceError {
  constructor(version: number) {
    super(errorText('SYNC_NEWER_VERSION', { version }));
  }
}

/** The hub has less than it has shown before, or something else than was sent. */
export class SyncLostDataError extends ServiceError {
  constructor(machineId: string) {
    super(errorText('SYNC_HUB_LOST_DATA', { machineId }));
  }
}

/** The place is there and empty: a disk that is not mounted, or a hub that was rebuilt. */
export class SyncAccountMissingError extends ServiceError {
  constructor() {
    super(errorText('SYNC_ACCOUNT_MISSING'));
  }
}

export class SyncLeaseHeldError extends ServiceError {
  constructor() {
    super(errorText('SYNC_LEASE_HELD'));
  }
}

/** What this device wants to send is there already, with other content. */
export class SyncDeviceClonedError extends ServiceError {
  constructor(machineId: string) {
    super(errorText('SYNC_DEVICE_CLONED', { machineId }));
  }
}

export class SyncWaitsForWifiError extends ServiceError {
  constructor(wifi: 'no' | 'unknown') {
    const message =
      wifi === 'no'
        ? 'sync: this machine is not on Wi-Fi'
        : 'sync: whether this machine is on Wi-Fi is unknown on this system';
    super(
      errorText('SYNC_WAITS_FOR_WIFI', {
        message,
        hint:
          wifi === 'no'
            ? 'sync.wifiOnly (HINDCAST_SYNC_WIFI_ONLY) is set.'
            : 'sync.wifiOnly (HINDCAST_SYNC_WIFI_ONLY) is set: nothing is sent here until it is unset.',
      }),
    );
  }
}

export class InvalidMachineIdError extends ServiceError {
  constructor() {
    super(errorText('INVALID_BODY/machine_id'), { context: { field: 'machine_id' } });
  }
}

export class SyncKeyringError extends ServiceError {
  constructor(cause?: unknown) {
    super(errorText('SYNC_KEYRING_UNAVAILABLE'), { cause });
  }
}

/** As it is shown in the status and the history. */
export function toErrorInfo(error: unknown): { code: string; message: string } {
  if (error instanceof ServiceError) return { code: error.code, message: error.message };
  const isAborted = error instanceof DOMException && error.name === 'AbortError';
  return isAborted
    ? { code: 'SYNC_STOPPED', message: 'sync was locked or the service stopped' }
    : { code: 'INTERNAL_ERROR', message: 'sync met an unexpected error' };
}
