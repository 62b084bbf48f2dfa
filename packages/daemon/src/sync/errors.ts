/** What can go wrong with sync. Each has its own code, which `/sync/status` and the history show. */
import { ServiceError } from '#core/errors.ts';

export class SyncNotInitialisedError extends ServiceError {
  constructor() {
    super('SYNC_NOT_INITIALISED', 'sync is not set up, or it is locked', {
      hint: 'POST /sync/init with token and password, or run: hindcast sync init',
    });
  }
}

export class SyncAlreadyInitialisedError extends ServiceError {
  constructor() {
    super('SYNC_ALREADY_INITIALISED', 'sync is set up and unlocked already', {
      hint: 'POST /sync/lock first to use another token or password.',
    });
  }
}

export class SyncNotConfiguredError extends ServiceError {
  constructor() {
    super('SYNC_NOT_CONFIGURED', 'sync: nobody has said where to', {
      hint: 'Set sync.url (HINDCAST_SYNC_URL) to the address of a hub or to the path of a shared folder.',
    });
  }
}

export class WrongSyncPasswordError extends ServiceError {
  constructor() {
    super('SYNC_WRONG_PASSWORD', 'sync: this is not the password of the account', {
      hint: 'All devices use the same password. Nothing was changed.',
    });
  }
}

export class SyncPasswordChangedError extends ServiceError {
  constructor() {
    super('SYNC_PASSWORD_CHANGED', 'sync: the password was changed on another device', {
      hint: 'Sync is locked. Unlock it with the new password: POST /sync/init.',
    });
  }
}

export class SyncTokenRefusedError extends ServiceError {
  constructor() {
    super('SYNC_TOKEN_REFUSED', 'sync: the hub does not know the token, or it was revoked', {
      hint: 'Ask for a new token, then POST /sync/lock and /sync/init.',
    });
  }
}

export class SyncUnreachableError extends ServiceError {
  constructor(cause?: unknown) {
    super('SYNC_UNREACHABLE', 'sync: the hub or folder does not answer', {
      hint: 'It is tried again by itself.',
      cause,
    });
  }
}

/** It is there, and does not come to an end. */
export class SyncSlowError extends ServiceError {
  constructor(cause?: unknown) {
    super('SYNC_TOO_SLOW', 'sync: the hub or folder takes too long to answer', {
      hint: 'It is tried again by itself, and goes on where it was.',
      cause,
    });
  }
}

export class SyncFullError extends ServiceError {
  constructor() {
    super('SYNC_FULL', 'sync: there is no room left at the hub', {
      hint: 'Ask for a greater quota, or free space there.',
    });
  }
}

export class SyncBusyError extends ServiceError {
  constructor() {
    super('SYNC_BUSY', 'sync: the hub asks to come back later', {
      hint: 'It is tried again by itself.',
    });
  }
}

export class SyncAnswerError extends ServiceError {
  constructor(what: string) {
    super('SYNC_BAD_ANSWER', `sync: the hub answered with ${what}`, {
      hint: 'Is sync.url the address of a Hindcast hub of this version?',
    });
  }
}

/** A blob that is not what its author sealed, or not where its author put it. */
export class SyncBlobRefusedError extends ServiceError {
  constructor(where: string, why: string) {
    super('SYNC_BLOB_REFUSED', `${where}: ${why}`, {
      hint: 'It was damaged or exchanged on the way or at the hub. Nothing of it was used; it is asked for again.',
    });
  }
}

export class SyncNewerVersionError extends ServiceError {
  constructor(version: number) {
    super('SYNC_NEWER_VERSION', `sync: another device writes version ${version}, unknown here`, {
      hint: 'Update Hindcast on this device. Nothing is lost.',
    });
  }
}

/** The hub has less than it has shown before, or something else than was sent. */
export class SyncLostDataError extends ServiceError {
  constructor(machineId: string) {
    super('SYNC_HUB_LOST_DATA', `device ${machineId}: the hub no longer has what it had`, {
      hint: 'It may have been set back to an older state. Records that are here stay here. On the device that it names, POST /sync/lock and then /sync/init with a new machine_id sends everything again.',
    });
  }
}

/** The place is there and empty: a disk that is not mounted, or a hub that was made anew. */
export class SyncAccountMissingError extends ServiceError {
  constructor() {
    super('SYNC_ACCOUNT_MISSING', 'sync: the hub or folder does not have the account', {
      hint: 'Is the disk mounted, and sync.url the right one? To begin anew there: POST /sync/lock, then /sync/init.',
    });
  }
}

export class SyncLeaseHeldError extends ServiceError {
  constructor() {
    super('SYNC_LEASE_HELD', 'sync: another process sends as this device', {
      hint: 'Two services may use copies of one data folder. It is tried again by itself.',
    });
  }
}

/** What this device wants to send is there already, with other content. */
export class SyncDeviceClonedError extends ServiceError {
  constructor(machineId: string) {
    super('SYNC_DEVICE_CLONED', `device ${machineId}: something else was sent under this name`, {
      hint: 'The data folder was copied or set back. It goes on under a new name.',
    });
  }
}

export class SyncWaitsForWifiError extends ServiceError {
  constructor(wifi: 'no' | 'unknown') {
    const message =
      wifi === 'no'
        ? 'sync: this machine is not on Wi-Fi'
        : 'sync: whether this machine is on Wi-Fi cannot be told on this system';
    super('SYNC_WAITS_FOR_WIFI', message, {
      hint:
        wifi === 'no'
          ? 'sync.wifiOnly (HINDCAST_SYNC_WIFI_ONLY) is set.'
          : 'sync.wifiOnly (HINDCAST_SYNC_WIFI_ONLY) is set: nothing is sent here until it is unset.',
    });
  }
}

export class InvalidMachineIdError extends ServiceError {
  constructor() {
    super('INVALID_BODY', 'machine_id: letters, digits, "_" and "-", at most 64', {
      context: { field: 'machine_id' },
    });
  }
}

export class SyncKeyringError extends ServiceError {
  constructor(cause?: unknown) {
    super('SYNC_KEYRING_UNAVAILABLE', 'sync: the keyring of the system is locked or not there', {
      hint: 'Unlock it and start Hindcast again, or unlock sync: POST /sync/init.',
      cause,
    });
  }
}

/** As it is shown in the status and the history. */
export function told(error: unknown): { code: string; message: string } {
  if (error instanceof ServiceError) return { code: error.code, message: error.message };
  const isAborted = error instanceof DOMException && error.name === 'AbortError';
  return isAborted
    ? { code: 'SYNC_STOPPED', message: 'sync was locked or the service stopped' }
    : { code: 'INTERNAL_ERROR', message: 'sync met an unexpected error' };
}
