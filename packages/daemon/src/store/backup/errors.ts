/** What can be wrong with a backup, or with the place for one. */
import { errorText, ServiceError } from '#core/errors.ts';

export class BackupPlaceRefusedError extends ServiceError {
  constructor(path: string, why: string) {
    super(errorText('BACKUP_PLACE_REFUSED', { path, why }));
  }
}

export class BackupRunningError extends ServiceError {
  constructor() {
    super(errorText('BACKUP_RUNNING'));
  }
}

export class BackupFailedError extends ServiceError {
  constructor(cause: unknown) {
    super(errorText('BACKUP_FAILED'), { cause });
  }
}

/** There is none, it is not whole, or what is in it is not what was put in. */
export class BackupDamagedError extends ServiceError {
  constructor(folder: string, why: string, cause?: unknown) {
    super(errorText('BACKUP_DAMAGED', { folder, why }), { cause });
  }
}

export class FolderHasDataError extends ServiceError {
  constructor(dataDir: string) {
    super(errorText('FOLDER_HAS_DATA', { dataDir }));
  }
}
