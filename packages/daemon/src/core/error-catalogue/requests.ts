/** Errors of the HTTP interface: who may ask, and what a request must look like. */
import type { ErrorTable } from './entry.ts';

export const requestsErrors = {
  ACCESS_TOKEN_REQUIRED: {
    status: 401,
    message: 'callers from other machines must send the access token',
    hint: 'Send the header "Authorization: Bearer <token>".',
  },
  BAD_REQUEST: {
    status: 400,
    message: '{{reason}}',
  },
  BODY_TOO_LARGE: {
    status: 413,
    message: 'the request body is larger than {{limitBytes}} bytes',
    hint: 'Send the content in several smaller requests.',
  },
  // A body whose size is fine, but not what it would cost to store it.
  'BODY_TOO_LARGE/content': {
    status: 413,
    message: 'the request body has more than {{limit}} {{what}} in all',
    hint: 'Send the content in several smaller requests.',
    facts: { limit: 'limit' },
  },
  'BODY_TOO_LARGE/values': {
    status: 413,
    message: 'the request body has more than {{limit}} values',
    hint: 'Send the content in several smaller requests.',
  },
  // Not a registered status: no client receives it, it only marks such requests in the log.
  // Nobody reads the answer any more; the error only stops the work.
  CLIENT_GONE: {
    status: 499,
    message: 'the client closed the connection',
  },
  CONNECTION_NOT_FOUND: {
    status: 404,
    message: 'connection: no such connection',
    hint: 'There are no connections to other programs; a pipe can do that work.',
  },
  CROSS_SITE_REQUEST: {
    status: 403,
    message: 'requests that another web site started are refused',
  },
  FRAME_TIMEOUT: {
    status: 408,
    message: 'the request took longer than {{seconds}} s and was stopped',
    hint: 'Try again, with a shorter time range or fewer results.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    message: 'the address and headers are too long',
    hint: 'Shorten the query.',
  },
  // Not 408: a monitor has to see that the service is not healthy.
  HEALTH_TIMEOUT: {
    status: 503,
    message: 'the request took longer than {{seconds}} s and was stopped',
    hint: 'Try again, with a shorter time range or fewer results.',
  },
  HOST_NOT_ALLOWED: {
    status: 403,
    message: 'the Host header does not name this machine',
    hint: 'Use http://localhost, http://127.0.0.1 or http://[::1].',
  },
  INTERNAL_ERROR: {
    status: 500,
    message: 'the service met an unexpected error',
    hint: 'The log of the service has the details.',
  },
  INVALID_BODY: {
    status: 400,
    message: '{{field}} {{problem}}',
  },
  'INVALID_BODY/recordings': {
    status: 400,
    message: 'audio_chunk_ids, or start and end, must be given',
  },
  INVALID_EVENT: {
    status: 400,
    message: 'an event is {"name": string, "data": any}, with a name that is not our own',
  },
  INVALID_JSON: {
    status: 400,
    message: 'the request body is not valid JSON',
    hint: 'Send one JSON object. The keys "__proto__" and "constructor.prototype" are refused.',
  },
  INVALID_PARAMETER: {
    status: 400,
    message: '{{field}} must be {{accepted}}{{got}}',
  },
  JSON_TOO_DEEP: {
    status: 400,
    message: 'the request body is nested more than {{limit}} levels deep',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: '{{method}} is not possible here',
    hint: 'Use {{allowed}}.',
    facts: { allowed: 'allowed' },
  },
  // A stream of something that is not recorded would stay silent for ever.
  NOTHING_TO_STREAM: {
    status: 403,
    message: '{{what}} is turned off',
    hint: 'GET /health says what is recorded.',
  },
  // Sound is turned off.
  'NOT_LISTENING/off': {
    status: 409,
    message: 'nothing transcribes speech here: the audio side is turned off',
    hint: 'Set audio.enabled and start the service again.',
  },
  // `what` begins the sentence; for things that programs ask for because other services have them.
  NOT_SUPPORTED: {
    status: 501,
    message: '{{what}}: not supported by this service',
    hint: '{{hint}}',
  },
  NO_VALID_FRAME: {
    status: 404,
    message: 'frame {{frameId}}: no readable frame among the {{checkedCount}} next to it',
    hint: 'Try a larger limit or the other direction.',
    facts: { frame_id: 'frameId', checked_count: 'checkedCount' },
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    message: 'web pages of this origin may not use the service',
    hint: 'Add the origin to the allowed origins in the settings, if you trust it with all you see and hear.',
  },
  OTHER_USER: {
    status: 403,
    message: 'this memory belongs to another user of this machine',
    hint: 'Send the access token of its owner, or let the owner set "allowOtherUsers".',
  },
  PIPE_NOT_PERMITTED: {
    status: 403,
    message: 'this pipe may not {{what}}',
    hint: 'What a pipe may do stands under "permissions" in its package.json, and has to be granted.',
  },
  // Not 403: with another token the same request may be fine.
  PIPE_TOKEN_UNKNOWN: {
    status: 401,
    message: 'this pipe token is not valid, or its run has ended',
    hint: 'Pipes ask with ctx.query. Programs of this machine need no token.',
  },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    message: 'audio chunk {{chunkId}}: it has only {{sizeBytes}} bytes',
    facts: { audio_chunk_id: 'chunkId', size_bytes: 'sizeBytes' },
  },
  // What is stored of the frame does not say where personal data stands, so there is no safe image to send. A conflict with the state of
  // the frame (409) and no fault of the service: reading its text with positions resolves it.
  REDACTION_IMPOSSIBLE: {
    status: 409,
    message: 'frame {{frameId}}: it is not known what to cover',
    hint: 'Ask without redact_pii if the unredacted image may be shown.',
    facts: { frame_id: 'frameId', reason: 'obstacle' },
  },
  REQUEST_INCOMPLETE: {
    status: 408,
    message: 'the request did not arrive in time',
  },
  ROUTE_NOT_FOUND: {
    status: 404,
    message: 'there is no such endpoint',
    hint: 'All endpoints are described at /docs and in /openapi.json.',
  },
  SEARCH_TIMEOUT: {
    status: 408,
    message: 'the request took longer than {{seconds}} s and was stopped',
    hint: 'Try again, with a shorter time range or fewer results.',
  },
  SERVICE_STOPPING: {
    status: 503,
    message: 'the service is stopping',
  },
  TOKEN_NOT_PERMITTED: {
    status: 403,
    message: 'this token may not {{what}}',
    hint: 'Tokens may read what they were given. Make another one with: hindcast token add <name>',
  },
  TOKEN_UNKNOWN: {
    status: 401,
    message: 'this token is not valid, was revoked or is over',
    hint: 'Make another one with: hindcast token add <name>',
  },
  // All streams together have one limit.
  TOO_MANY_STREAMS: {
    status: 503,
    message: '{{most}} streams are open already',
    hint: 'Close one that is not needed and try again.',
  },
  VAULT_LOCKED: {
    status: 423,
    message: 'vault is locked{{state}}',
    hint: 'Unlock the store with "hindcast vault unlock" or POST /vault/unlock.',
  },
  'VAULT_LOCKED/empty': {
    status: 423,
    message: 'vault is locked{{state}}',
    hint: 'Choose a passphrase with "hindcast vault setup" or POST /vault/setup.',
  },
  WEBSOCKET_REQUIRED: {
    status: 426,
    message: 'this address speaks WebSocket only',
    hint: 'Connect with a WebSocket client; GET /sse/events is the same as plain HTTP.',
  },
} as const satisfies ErrorTable;
