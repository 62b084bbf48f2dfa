/**
 * What devices and a hub say to each other over HTTP, besides the sealed bytes themselves. Everything here is visible to the hub: names
 * of devices and streams, numbers, sizes, times. Nothing that was captured ever is.
 */

/** Of every request below it. A hub of another version answers 404, which a device reports. */
export const HUB_PREFIX = '/v1';

/** The stream of records of a device; others hold media. */
export const LOG_STREAM = 'log';

/** Names of devices and streams. */
export const HUB_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Who appends: one running service. Two that send as the same device are distinguished by it. */
export const HOLDER_HEADER = 'x-hindcast-holder';

/** The size of a body that a device streams without a content length, because of a bandwidth limit. */
export const SIZE_HEADER = 'x-hindcast-size';

/** Devices and hubs abandon a transfer that is slower. */
export const SLOWEST_BYTES_PER_SEC = 4_000;

/** How long a device's stream belongs to whoever appended last. */
export const LEASE_MS = 90_000;

/** Of one sealed blob. */
export const MAX_BLOB_BYTES = 4 * 1024 * 1024;

/** `GET /v1/heads?device=…` */
export interface HubHeads {
  /** Changes with the password; null before the first device. */
  keys_revision: string | null;
  devices: { device_id: string; segments: number; last_seen_ms: number }[];
  used_bytes: number;
  /** Null: as much as there is room for. */
  quota_bytes: number | null;
}

/** `GET /v1/devices/{device}/streams/{stream}` */
export interface HubStream {
  segments: number;
}

/** Body of every refusal. */
export interface HubRefusal {
  code: HubRefusalCode;
  error: string;
}

export type HubRefusalCode =
  | 'TOKEN_REFUSED'
  | 'NOT_FOUND'
  | 'BAD_REQUEST'
  | 'TOO_LARGE'
  | 'QUOTA_EXCEEDED'
  /** The number is taken by other bytes. */
  | 'SEQUENCE_TAKEN'
  /** The numbers before it are missing. */
  | 'SEQUENCE_GAP'
  | 'LEASE_HELD'
  /** The key document is not the one that the caller knows. */
  | 'KEYS_CHANGED'
  | 'TOO_MANY_REQUESTS'
  | 'INTERNAL_ERROR';
