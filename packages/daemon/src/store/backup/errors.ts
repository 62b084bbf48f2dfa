/** What can be wrong with a backup, or with the place for one. */
import { ServiceError } from '#core/errors.ts';

export class BackupPlaceRefusedError extends ServiceError {
  constructor(path: string, why: string) {
    super('BACKUP_PLACE_REFUSED', `${path} cannot hold the backup: ${why}`, {
      hint: 'Give the absolute path of a new folder, or of one that holds an earlier backup of this store.',
    });
  }
}

export class BackupRunningError extends ServiceError {
  constructor() {
    super('BACKUP_RUNNING', 'a backup is being made already', {
      hint: 'GET /backup says how far it is.',
    });
  }
}

export class BackupFailedError extends ServiceError {
  constructor(cause: unknown) {
    super('BACKUP_FAILED', 'the process that makes backups ended early', { cause });
  }
}

/** There is none, it is not whole, or what is in it is not what was put in. */
export class BackupDamagedError extends ServiceError {
  constructor(folder: string, why: string, cause?: unknown) {
    super('BACKUP_DAMAGED', `${folder} is no whole backup: ${why}`, {
      hint: 'Nothing was changed. Use another backup, or "hindcast restore --snapshot" for the text alone.',
      cause,
    });
  }
}

export class FolderHasDataError extends ServiceError {
  constructor(dataDir: string) {
    super('FOLDER_HAS_DATA', `the data folder ${dataDir} is not empty`, {
      hint: 'Choose another one with --data-dir, or give --force: what is there now is then kept beside it.',
    });
  }
}
