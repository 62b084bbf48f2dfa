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
  if (S3.test(url)) {
    const bucket = { url: url.replace(S3, ''), keyId, secret, region };
    return limited(s3Place({ ...bucket, storeName }), bandwidth);
  }
  const backend = openBackend({ url, token: secret, bandwidth });
  return backendPlace({ backend, storeName, holder });
}

/** Parts go and come whole, so the limit holds from one to the next. Backends of sync do this themselves. */
function limited(place: OffloadPlace, bandwidth: Bandwidth): OffloadPlace {
  return {
    ...place,
    async write(spot, bytes, signal) {
      await bandwidth.take(bytes.length, signal);
      await place.write(spot, bytes, signal);
    },
    async read(spot, signal) {
      const bytes = await place.read(spot, signal);
      await bandwidth.take(bytes?.length ?? 0, signal);
      return bytes;
    },
  };
}
