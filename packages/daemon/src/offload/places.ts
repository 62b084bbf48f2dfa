/** Which place an address means. A new kind is a file in `places/` and a line here. */
import { openBackend } from '#sync/backends.ts';
import type { Bandwidth } from '#sync/media/bandwidth.ts';
import type { OffloadPlace } from './place.ts';
import { backendPlace } from './places/backend-place.ts';
import { s3Place } from './places/s3-place.ts';

export interface PlaceSettings {
  /** The path of a folder, the address of a hub, or `s3+https://host/bucket`. */
  url: string;
  /** Of an S3-compatible store. */
  keyId: string;
  /** Its secret, or the token of a hub. */
  secret: string;
  region: string;
  bandwidth: Bandwidth;
  holder: string;
}

const S3 = /^s3\+(?=https?:)/i;

/** A place that needs no secret, so that its address is enough. */
export function isFolder(url: string): boolean {
  return !S3.test(url) && !/^https?:/i.test(url);
}

export function openPlace(settings: PlaceSettings, storeName: string): OffloadPlace {
  const { url, keyId, secret, region, bandwidth, holder } = settings;
  if (S3.test(url)) return s3Place({ url: url.replace(S3, ''), keyId, secret, region, storeName });
  const backend = openBackend({ url, token: secret, bandwidth });
  return backendPlace({ backend, storeName, holder });
}
