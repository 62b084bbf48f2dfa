/** Refusals of the hub, and the status of each. */
import type { HubRefusalCode } from '@hindcast/client/hub-wire';

const REFUSALS: Readonly<Record<HubRefusalCode, { status: number; text: string }>> = {
  TOKEN_REFUSED: { status: 401, text: 'the token is missing, unknown or revoked' },
  NOT_FOUND: { status: 404, text: 'there is nothing here' },
  BAD_REQUEST: { status: 400, text: 'the request cannot be understood' },
  TOO_LARGE: { status: 413, text: 'the blob is too large' },
  QUOTA_EXCEEDED: { status: 507, text: 'the account has no room left' },
  SEQUENCE_TAKEN: { status: 409, text: 'other bytes have that number' },
  SEQUENCE_GAP: { status: 409, text: 'numbers before that one are missing' },
  LEASE_HELD: { status: 423, text: 'another process appends for this device' },
  KEYS_CHANGED: { status: 412, text: 'the key document is another one' },
  TOO_MANY_REQUESTS: { status: 429, text: 'too many requests; come back later' },
  INTERNAL_ERROR: { status: 500, text: 'the hub met an unexpected error' },
};

export class HubError extends Error {
  readonly code: HubRefusalCode;
  readonly statusCode: number;

  constructor(code: HubRefusalCode) {
    super(REFUSALS[code].text);
    this.code = code;
    this.statusCode = REFUSALS[code].status;
  }
}

/** An upload that took longer than any should: the device sends it again. */
export class BlobSweptError extends Error {
  constructor() {
    super('the blob was swept before its row was stored');
  }
}
