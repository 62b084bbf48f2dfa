/** Errors of the encrypted store and of backups. */
import type { ErrorTable } from './entry.ts';

export const vaultAndBackupErrors = {
  // There is none, it is not whole, or what is in it is not what was put in.
  BACKUP_DAMAGED: {
    status: 409,
    message: '{{folder}} is no whole backup: {{why}}',
    hint: 'Nothing was changed. Use another backup, or "hindcast restore --snapshot" for the text alone.',
  },
  BACKUP_FAILED: {
    status: 500,
    message: 'the process that makes backups ended early',
  },
  BACKUP_PLACE_REFUSED: {
    status: 400,
    message: '{{path}} cannot hold the backup: {{why}}',
    hint: 'Give the absolute path of a new folder, or of one that holds an earlier backup of this store.',
  },
  BACKUP_RUNNING: {
    status: 409,
    message: 'a backup is being made already',
    hint: 'GET /backup says how far it is.',
  },
  'DISK_FULL/convert': {
    status: 507,
    message: '{{neededGb}} GB are needed on the disk of the data folder, {{freeGb}} GB are free',
    hint: 'Free some space and try again. Nothing was changed.',
  },
  FOLDER_HAS_DATA: {
    status: 409,
    message: 'the data folder {{dataDir}} is not empty',
    hint: 'Choose another one with --data-dir, or give --force: what is there now is then kept next to it.',
  },
  SNAPSHOT_NOT_FOUND: {
    status: 404,
    message: 'there is no snapshot of {{date}}',
    hint: '{{hint}}',
  },
  VAULT_DAMAGED: {
    status: 500,
    message: 'the key file {{file}} is damaged, missing or of a newer version',
    hint: 'Put the file back from a backup: without it nothing of the store can be read.',
  },
  VAULT_KEYRING_UNAVAILABLE: {
    status: 503,
    message: 'the keyring of the system is locked, not there, or has no key',
    hint: 'Unlock the keyring, or unlock the store with its passphrase if it has one.',
  },
  'VAULT_LOCKED/restore': {
    status: 423,
    message: 'the copy is encrypted, and restoring it needs the key of the store',
    hint: 'Give the passphrase: in the terminal, or in the file that HINDCAST_PASSPHRASE_FILE names. Nothing was changed.',
  },
  VAULT_NOT_SET_UP: {
    status: 409,
    message: 'the store is not encrypted, so it has no lock',
    hint: 'Encrypt it with "hindcast encrypt" or POST /vault/setup.',
  },
  VAULT_SET_UP: {
    status: 409,
    message: 'the store is encrypted already',
  },
  VAULT_TOO_MANY_TRIES: {
    status: 429,
    message: 'too many wrong passphrases: wait {{seconds}} s',
    hint: 'Wait, then try again.',
  },
  VAULT_WEAK_PASSPHRASE: {
    status: 400,
    message: 'a passphrase has at least {{leastLength}} characters',
    hint: 'Take four or more words that nobody would guess.',
  },
  VAULT_WRONG_PASSPHRASE: {
    status: 403,
    message: 'the passphrase is wrong',
    hint: 'Try again. A lost passphrase cannot be replaced.',
  },
} as const satisfies ErrorTable;
