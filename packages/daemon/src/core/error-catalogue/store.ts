/** Errors of the database and of what it does not have. */
import type { ErrorTable } from './entry.ts';

export const storeErrors = {
  AUDIO_CHUNK_NOT_FOUND: {
    status: 404,
    message: 'audio chunk {{chunkId}}: no such audio chunk',
    facts: { audio_chunk_id: 'chunkId' },
  },
  CANARY_LATE: {
    status: 503,
    message: 'the store does not answer in time',
    hint: 'Look at the disk of the data folder, and at what else keeps the machine busy.',
  },
  CANARY_LOST: {
    status: 500,
    message: 'a text that was just stored could not be found again',
    hint: 'Run "hindcast doctor" to look for damage in the database.',
  },
  DATA_FILE_GONE: {
    status: 503,
    message: 'the database file {{file}} was removed or replaced',
    hint: 'Put the file back, or start the service again: what is recorded meanwhile is lost.',
  },
  DATA_FILE_REFUSED: {
    status: 503,
    message: 'the database file {{file}} may not be written any more',
    hint: 'Let the service read and write its data folder.',
  },
  DELETION_NOT_FOUND: {
    status: 404,
    message: 'deletion {{id}}: there is none of that number',
    facts: { deletion_id: 'id' },
  },
  DISK_FULL: {
    status: 507,
    message: 'the disk is full: nothing was stored',
    hint: 'Free some space on the disk that holds the data folder; reading still works.',
  },
  FRAME_GONE: {
    status: 410,
    message: 'frame {{frameId}}: its image file is missing or unreadable',
    hint: 'Ask /frames/next-valid for the nearest readable frame.',
  },
  'FRAME_GONE/removed': {
    status: 410,
    message: 'frame {{frameId}}: {{details}}',
    hint: 'Its text is still there: GET /frames/{frame_id}/text.',
  },
  FRAME_NOT_FOUND: {
    status: 404,
    message: 'frame {{frameId}}: no such frame',
    facts: { frame_id: 'frameId' },
  },
  HOUR_FULL: {
    status: 409,
    message: 'too many documents for the hour of {{hour}}',
    hint: 'An hour holds about a million documents; give imported documents their real times.',
  },
  'INVALID_PARAMETER/time': {
    status: 400,
    message: 'timestamp {{atMs}} ms: only the years 1970 to 9999 can be stored',
  },
  'INVALID_PARAMETER/voice': {
    status: 400,
    message: 'a voice must have 128 finite components that are not all zero',
  },
  // What is on it now would be there again afterwards.
  MEDIA_AWAY: {
    status: 503,
    message: 'the folder of pictures and sound is empty or not there',
    hint: 'Connect the disk it lies on; the deletion goes on by itself.',
  },
  MEDIA_REFUSED: {
    status: 503,
    message: 'the data folder takes no files: it may not be written',
    hint: 'Let the service read and write its data folder, on a disk that is not read-only.',
  },
  MEETING_NOT_FOUND: {
    status: 404,
    message: 'meeting {{id}}: no such meeting',
  },
  'MEETING_NOT_FOUND/none': {
    status: 404,
    message: 'no meeting goes on',
  },
  MEMORY_NOT_FOUND: {
    status: 404,
    message: 'memory {{id}}: no such memory',
    facts: { memory_id: 'id' },
  },
  // It was never read again, or something else was changed since.
  OLDER_TEXT_MISSING: {
    status: 404,
    message: 'audio chunk {{chunkId}}: there is no older text to go back to',
    hint: 'Only a recording that was read again, and not changed since, has one.',
    facts: { audio_chunk_id: 'chunkId' },
  },
  'PIPE_NOT_PERMITTED/scope': {
    status: 403,
    message: 'this is not open to a caller with restricted permissions',
  },
  PIPE_STATE_FULL: {
    status: 409,
    message: 'pipe {{pipeId}}: its state would be larger than {{mostBytes}} bytes',
    hint: 'Keep less, or write larger things into a file of a folder that is granted.',
  },
  QUERY_CANCELLED: {
    status: 408,
    message: 'the query was stopped before it was done',
  },
  RAW_SQL_BUSY: {
    status: 503,
    message: 'too many SQL statements are waiting to run',
    hint: 'Try again when earlier statements have ended.',
  },
  SAME_SPEAKER: {
    status: 400,
    message: 'speaker {{speakerId}}: cannot be merged with itself',
    facts: { speaker_id: 'speakerId' },
  },
  'SERVICE_STOPPING/store': {
    status: 503,
    message: 'the store is closed',
  },
  SPEAKER_NOT_FOUND: {
    status: 404,
    message: 'speaker {{speakerId}}: no such speaker',
    hint: 'POST /speakers/search lists the speakers with a name, GET /speakers/unnamed the others.',
    facts: { speaker_id: 'speakerId' },
  },
  SQLITE_TOO_OLD: {
    status: 501,
    message: 'SQLite {{found}} is too old: at least {{needed}} is needed',
    hint: 'Run "npm ci" to install the version that belongs to this release.',
  },
  SQL_REFUSED: {
    status: 400,
    message: 'the SQL statement was refused: {{reason}}',
    hint: 'Only one read-only SELECT (or WITH … SELECT) statement is accepted.',
  },
  SQL_TIMEOUT: {
    status: 408,
    message: 'the SQL statement was stopped after {{seconds}} s',
    hint: 'Narrow the statement with a time range, an index column or a LIMIT.',
  },
  STORE_CORRUPT: {
    status: 500,
    message: 'the database file {{file}} is damaged or is not a Hindcast database',
    hint: 'Run "hindcast doctor" to see what can be saved. Nothing was changed.',
  },
  // The same code as a damaged database: for the user both are the loss of the database.
  'STORE_CORRUPT/lost': {
    status: 500,
    message:
      'the database file {{file}} is missing or empty, but the media, snapshots or key of a store are there',
    hint: 'Nothing was changed. To begin a new store, choose another --data-dir or move this folder away.',
  },
  STORE_TOO_NEW: {
    status: 409,
    message: 'the database file {{file}} was written by a newer Hindcast (schema {{version}})',
    hint: 'Update Hindcast, or choose another --data-dir.',
  },
  TOKEN_NAME_TAKEN: {
    status: 409,
    message: 'there is a token named "{{name}}" already',
    hint: 'Choose another name, or revoke the old token first.',
  },
  TOKEN_NOT_FOUND: {
    status: 404,
    message: 'there is no token named "{{name}}"',
  },
  UNREADABLE_IMAGE: {
    status: 400,
    message: 'image file "{{path}}" is missing or is not a readable image',
    hint: 'Give the absolute path of a PNG, JPEG or WebP file that the service may read.',
  },
  WRITE_LATE: {
    status: 503,
    message: 'the store does not answer in time',
    hint: 'Look at the disk of the data folder, and at what else keeps the machine busy.',
  },
} as const satisfies ErrorTable;
