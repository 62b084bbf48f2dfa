/** Errors of sync with other devices. */
import type { ErrorTable } from './entry.ts';

export const syncErrors = {
  AUDIO_ON_OTHER_DEVICE: {
    status: 410,
    message: 'audio chunk {{id}}: its sound is on device {{machineId}}',
    hint: '{{hint}}',
  },
  AUDIO_REQUESTED: {
    status: 503,
    message: 'audio chunk {{id}}: device {{machineId}} was asked for its sound',
    hint: 'It comes with the next round of sync there. Ask again in a minute.',
  },
  AUDIO_SOURCE_UNREACHABLE: {
    status: 503,
    message: 'audio chunk {{id}}: its sound is on device {{machineId}}, which is not there now',
    hint: 'It was asked, and sends the sound when it is back.',
  },
  'AUDIO_SOURCE_UNREACHABLE/keeper': {
    status: 503,
    message:
      'audio chunk {{id}}: its sound is on the keeper {{machineId}}, which does not answer now (last seen: {{lastSeen}})',
    hint: 'It was asked, and sends the sound when it is back.',
  },
  FRAME_ON_OTHER_DEVICE: {
    status: 410,
    message: 'frame {{id}}: its picture is on device {{machineId}}',
    hint: '{{hint}}',
  },
  FRAME_REQUESTED: {
    status: 503,
    message: 'frame {{id}}: device {{machineId}} was asked for its picture',
    hint: 'It comes with the next round of sync there. Ask again in a minute.',
  },
  FRAME_SOURCE_UNREACHABLE: {
    status: 503,
    message: 'frame {{id}}: its picture is on device {{machineId}}, which is not there now',
    hint: 'It was asked, and sends the picture when it is back.',
  },
  'FRAME_SOURCE_UNREACHABLE/keeper': {
    status: 503,
    message:
      'frame {{id}}: its picture is on the keeper {{machineId}}, which does not answer now (last seen: {{lastSeen}})',
    hint: 'It was asked, and sends the picture when it is back.',
  },
  'INVALID_BODY/machine_id': {
    status: 400,
    message: 'machine_id: letters, digits, "_" and "-", at most 64',
  },
  // The place is there and empty: a disk that is not mounted, or a hub that was rebuilt.
  SYNC_ACCOUNT_MISSING: {
    status: 503,
    message: 'sync: the hub or folder does not have the account',
    hint: 'Is the disk mounted, and sync.url the right one? To start over there: POST /sync/lock, then /sync/init.',
  },
  SYNC_ALREADY_INITIALISED: {
    status: 409,
    message: 'sync is set up and unlocked already',
    hint: 'POST /sync/lock first to use another token or password.',
  },
  SYNC_BAD_ANSWER: {
    status: 502,
    message: 'sync: the hub answered with {{what}}',
    hint: 'Is sync.url the address of a Hindcast hub of this version?',
  },
  SYNC_BLOB_REFUSED: {
    status: 502,
    message: '{{where}}: {{why}}',
    hint: 'It was damaged or exchanged on the way or at the hub. Nothing of it was used; it is asked for again.',
  },
  SYNC_BUSY: {
    status: 503,
    message: 'sync: the hub asks to come back later',
    hint: 'It is tried again by itself.',
  },
  SYNC_DEVICE_CLONED: {
    status: 409,
    message: 'device {{machineId}}: something else was sent under this name',
    hint: 'The data folder was copied or set back. It goes on under a new name.',
  },
  SYNC_FULL: {
    status: 507,
    message: 'sync: there is no room left at the hub',
    hint: 'Ask for a greater quota, or free space there.',
  },
  SYNC_HUB_LOST_DATA: {
    status: 502,
    message: 'device {{machineId}}: the hub no longer has what it had',
    hint: 'It may have been set back to an older state. Records that are here stay here. On the device that it names, POST /sync/lock and then /sync/init with a new machine_id sends everything again.',
  },
  SYNC_KEYRING_UNAVAILABLE: {
    status: 503,
    message: 'sync: the keyring of the system is locked or not there',
    hint: 'Unlock it and start Hindcast again, or unlock sync: POST /sync/init.',
  },
  SYNC_LEASE_HELD: {
    status: 503,
    message: 'sync: another process sends as this device',
    hint: 'Two services may use copies of one data folder. It is tried again by itself.',
  },
  SYNC_NEWER_VERSION: {
    status: 409,
    message: 'sync: another device writes version {{version}}, unknown here',
    hint: 'Update Hindcast on this device. Nothing is lost.',
  },
  SYNC_NOT_CONFIGURED: {
    status: 409,
    message: 'sync: nobody has said where to',
    hint: 'Set sync.url (HINDCAST_SYNC_URL) to the address of a hub or to the path of a shared folder.',
  },
  SYNC_NOT_INITIALISED: {
    status: 400,
    message: 'sync is not set up, or it is locked',
    hint: 'POST /sync/init with token and password, or run: hindcast sync init',
  },
  SYNC_PASSWORD_CHANGED: {
    status: 409,
    message: 'sync: the password was changed on another device',
    hint: 'Sync is locked. Unlock it with the new password: POST /sync/init.',
  },
  SYNC_TOKEN_REFUSED: {
    status: 403,
    message: 'sync: the hub does not know the token, or it was revoked',
    hint: 'Ask for a new token, then POST /sync/lock and /sync/init.',
  },
  // It is there, and does not come to an end.
  SYNC_TOO_SLOW: {
    status: 503,
    message: 'sync: the hub or folder takes too long to answer',
    hint: 'It is tried again by itself, and goes on where it was.',
  },
  SYNC_UNREACHABLE: {
    status: 503,
    message: 'sync: the hub or folder does not answer',
    hint: 'It is tried again by itself.',
  },
  SYNC_WAITS_FOR_WIFI: {
    status: 409,
    message: '{{message}}',
    hint: '{{hint}}',
  },
  // Not 401: the caller of this interface does not have to log in.
  SYNC_WRONG_PASSWORD: {
    status: 403,
    message: 'sync: this is not the password of the account',
    hint: 'All devices use the same password. Nothing was changed.',
  },
} as const satisfies ErrorTable;
