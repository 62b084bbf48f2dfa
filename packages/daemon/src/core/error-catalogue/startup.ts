/** Errors of settings, the data folder and the start of the service. Commands print them too. */
import type { ErrorTable } from './entry.ts';

export const startupErrors = {
  AGREEMENT_NOT_LOCAL: {
    status: 403,
    message: 'only the person at this machine can agree to be recorded',
    hint: 'Open the page on this machine, or run: hindcast accept',
  },
  CANNOT_LISTEN: {
    status: 500,
    message: 'port {{port}} of {{host}} {{problem}}',
    hint: '{{hint}}',
  },
  CONFIG_INVALID: {
    status: 409,
    message: '{{problem}}',
  },
  DATA_FOLDER_IN_USE: {
    status: 409,
    message: 'the data folder {{path}} is in use by {{owner}}',
    hint: 'Stop that one first, or choose another folder with --data-dir.',
  },
  DATA_FOLDER_UNUSABLE: {
    status: 500,
    message: 'the data folder {{path}} cannot be used: {{reason}}',
    hint: '{{hint}}',
  },
  LOGIN_START_FAILED: {
    status: 500,
    message: 'starting at login could not be changed: {{reason}}',
    hint: 'Leave it as it is, and look at: hindcast service status',
  },
  NO_PASSPHRASE: {
    status: 400,
    message: 'there is no passphrase',
    hint: 'Run it in a terminal, or set HINDCAST_PASSPHRASE_FILE to a file that holds it.',
  },
  PASSPHRASES_DIFFER: {
    status: 400,
    message: 'the two passphrases are not the same',
    hint: 'Try again.',
  },
  PASSPHRASE_UNREADABLE: {
    status: 400,
    message: 'the passphrase cannot be read from {{file}}',
    hint: 'Give the path of a file that holds the passphrase and nothing else.',
  },
  SETTING_READ_ONLY: {
    status: 409,
    message: '{{key}} cannot be changed here: it is set by {{origin}}',
    hint: 'Change it there and start the service again.',
    facts: { field: 'key' },
  },
  SETTING_UNUSABLE: {
    status: 400,
    message: '{{key}} must be {{expects}}',
    facts: { field: 'key' },
  },
  STORE_NOT_ENCRYPTED: {
    status: 409,
    message: 'encryption is asked for, but the store has content that is not',
    hint: 'Run "hindcast encrypt" to encrypt it, or start without --encrypt.',
  },
  UNKNOWN_SETTING: {
    status: 400,
    message: 'there is no setting "{{name}}"',
    hint: 'The nearest is "{{nearest}}".',
  },
} as const satisfies ErrorTable;
