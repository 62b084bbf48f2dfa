/** Bodies, parameters and shapes of the routes under `/sync`. */
import { type Static, Type } from 'typebox';
import { limit, offset, parameters, wholeNumber } from '#serve/request/query.ts';
import { nullableInteger, nullableText, Pagination, Timestamp } from '#serve/request/schema.ts';

const tags = ['sync'];

const Done = Type.Object({ success: Type.Boolean(), message: Type.String() });

export const initSchema = {
  tags,
  summary: 'Set sync up on this device, or unlock it',
  description:
    'The password never leaves the device. The first device of an account decides it; on any other one a wrong password is refused and changes nothing. 409 when sync is unlocked already.',
  body: Type.Object({
    token: Type.String({ minLength: 1, maxLength: 200, description: 'Of the hub.' }),
    password: Type.String({ minLength: 1, maxLength: 1000 }),
    machine_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Default: one is made and kept.' }),
    ),
    sync_interval_secs: Type.Optional(Type.Integer({ minimum: 5, maximum: 86_400 })),
    stay_unlocked: Type.Optional(
      Type.Boolean({
        description:
          'Keeps the key in the keyring of the system, or in a file that only its owner can read, so that a restart needs no password. Default: false.',
      }),
    ),
  }),
  response: {
    200: Type.Object({
      success: Type.Boolean(),
      is_new_user: Type.Boolean({ description: 'Whether this device made the account.' }),
      machine_id: Type.String(),
    }),
  },
};

export const passwordSchema = {
  tags,
  summary: 'Change the password of the account',
  description:
    'Sync has to be unlocked here. What was sent stays as it is: only the key to it is wrapped again. The other devices lock with their next round and ask for the new password (SYNC_PASSWORD_CHANGED).',
  body: Type.Object({
    password: Type.String({ minLength: 1, maxLength: 1000, description: 'The present one.' }),
    new_password: Type.String({ minLength: 1, maxLength: 1000 }),
  }),
  response: { 200: Done },
};

const Status = Type.Object({
  role: Type.String({
    enum: ['device', 'keeper'],
    description: 'keeper: this machine holds everything of all devices (sync.role).',
  }),
  enabled: Type.Boolean({ description: 'Set up and unlocked.' }),
  is_syncing: Type.Boolean(),
  last_sync: nullableText('ISO 8601, UTC: the last round that went well.'),
  last_error: nullableText('Of the last round; null when it went well.'),
  last_error_code: nullableText('A stable word such as SYNC_UNREACHABLE.'),
  machine_id: nullableText(),
  last_download_at: nullableText(),
  next_sync_at: nullableText(),
  pending_changes: Type.Integer({ description: 'Not sent yet.' }),
  storage_used: nullableInteger('Bytes that the account uses at the hub, when it reports.'),
  on_wifi: nullableText(
    'Only with sync.wifiOnly, otherwise null: yes, no, or unknown where the system does not tell (anything but Linux); with the latter two nothing is sent.',
  ),
  devices: Type.Array(
    Type.Object({
      machine_id: Type.String(),
      segments: Type.Integer({ description: 'Sent by that device.' }),
      segments_read: Type.Integer({ description: 'Of these, read here.' }),
      last_seen_at: Timestamp,
      keeper: Type.Boolean({ description: 'Whether it holds everything of all devices.' }),
      former_name: Type.Boolean({
        description:
          'Whether this is a name that this device had before. What it sent under it still lies there; POST /data/delete-device removes it.',
      }),
    }),
    { description: 'The other devices of the account, and former names of this one.' },
  ),
});
export type WireStatus = Static<typeof Status>;

export const statusSchema = {
  tags,
  summary: 'How sync is doing',
  response: { 200: Status },
};

export const triggerSchema = {
  tags,
  summary: 'Sync now',
  description: 'Answers when the round is done, or after 20 seconds while it goes on.',
  response: { 200: Done },
};

export const historyParameters = parameters({
  limit: limit({ fallback: 20, max: 1000 }),
  offset: offset(),
});

const Run = Type.Object({
  id: Type.Integer(),
  direction: Type.String({ enum: ['upload', 'download'] }),
  started_at: Timestamp,
  completed_at: Timestamp,
  status: Type.String({ enum: ['success', 'failed'] }),
  blobs: Type.Integer(),
  bytes: Type.Integer(),
  records: Type.Integer({ description: 'Sent, or new here.' }),
  error: nullableText(),
  error_code: nullableText(),
});
export type WireRun = Static<typeof Run>;

export const historySchema = {
  tags,
  summary: 'What was synced, the newest first',
  description: 'Rounds in which there was nothing to do are left out. The last 1000 are kept.',
  querystring: historyParameters.schema,
  response: {
    200: Type.Object({ data: Type.Array(Run), pagination: Pagination }),
  },
};

export const lockStatusSchema = {
  tags,
  summary: 'Whether sync is locked',
  response: {
    200: Type.Object({
      locked: Type.Boolean(),
      enabled: Type.Boolean(),
      machine_id: nullableText(),
    }),
  },
};

export const lockSchema = {
  tags,
  summary: 'Stop sync and forget the keys',
  description: 'POST /sync/init unlocks it. No error when it is locked already.',
  response: { 200: Done },
};

export const downloadParameters = parameters({
  hours: wholeNumber(
    'Accepted for programs that send it; whatever is new is fetched, however old it is.',
    { min: 1 },
  ),
});

export const downloadSchema = {
  tags,
  summary: 'Fetch what other devices have sent',
  querystring: downloadParameters.schema,
  body: Type.Union([
    Type.Object({
      hours: Type.Optional(Type.Integer({ minimum: 1, description: 'As in the query.' })),
    }),
    Type.Null(),
  ]),
  response: {
    200: Type.Object({
      success: Type.Boolean(),
      blobs_downloaded: Type.Integer(),
      records_imported: Type.Integer(),
      imported: Type.Integer({ description: 'The same as `records_imported`.' }),
    }),
  },
};
