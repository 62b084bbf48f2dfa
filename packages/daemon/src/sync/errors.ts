/** What can go wrong with sync. Each has its own code, which `/sync/status` and the history show. */
import { errorText, ServiceError } from '#core/errors.ts';

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

/** The hub has less than it has shown before, or something else than was sent. */
export class SyncLostDataError extends ServiceError {
  constructor(machineId: string) {
    super(errorText('SYNC_HUB_LOST_DATA', { machineId }));
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

/** As it is shown in the status and the history. */
export function toErrorInfo(error: unknown): { code: string; message: string } {
  if (error instanceof ServiceError) return { code: error.code, message: error.message };
  const isAborted = error instanceof DOMException && error.name === 'AbortError';
  return isAborted
    ? { code: 'SYNC_STOPPED', message: 'sync was locked or the service stopped' }
    : { code: 'INTERNAL_ERROR', message: 'sync met an unexpected error' };
}
