/**
 * Sends and fetches the files that pictures are in. A file goes in parts of a megabyte, each sealed for its place in a stream of its
 * own, so that an interrupted transfer goes on with the part that is missing.
 */
import type { Media } from '#store/media/media.ts';
import type { Frame } from '#store/records.ts';
import type { IncomingPicture, OutgoingPicture } from '#store/sync/pictures.ts';
import type { SyncStore } from '#store/sync/sync-store.ts';
import type { Device, Traffic } from './engine.ts';
import { open, seal } from './envelope.ts';
import { SyncBlobRefusedError } from './errors.ts';

const PART_BYTES = 1024 * 1024;

export interface PictureParts {
  store: SyncStore;
  media: Media;
  nowMs: () => number;
}

/** False when there was nothing to send. A file that is gone is no longer waited for. */
export async function sendNextPicture(
  device: Device,
  { store, media, nowMs }: PictureParts,
  isFull: boolean,
  traffic: Traffic,
  signal: AbortSignal,
): Promise<boolean> {
  const picture = await store.nextPicture(isFull);
  if (!picture) return false;
  const file = await media.readFile(picture.filePath);
  const parts = file && (await sendParts(device, picture, file, traffic, signal));
  await store.pictureSent(picture, parts, nowMs());
  return true;
}

async function sendParts(
  { account, backend, machineId, holder }: Device,
  { stream }: OutgoingPicture,
  file: Buffer,
  traffic: Traffic,
  signal: AbortSignal,
): Promise<number> {
  const parts = Math.max(1, Math.ceil(file.length / PART_BYTES));
  // Files never change, so what is there is the beginning of this one.
  const sent = await backend.countSegments(machineId, stream, signal);
  for (let sequence = sent; sequence < parts; sequence++) {
    const part = file.subarray(sequence * PART_BYTES, (sequence + 1) * PART_BYTES);
    const place = { accountId: account.accountId, machineId, stream, sequence };
    const bytes = seal(account.masterKey, place, part);
    await backend.append({ machineId, stream, sequence }, bytes, holder, signal);
    traffic.blobs += 1;
    traffic.bytes += bytes.length;
  }
  return parts;
}

/** The frame, and all that share its file, then have a picture here. */
export async function fetchPicture(
  { account, backend }: Device,
  { store, media, nowMs }: PictureParts,
  frame: Frame,
  picture: IncomingPicture,
  signal: AbortSignal,
): Promise<void> {
  const { machineId, stream, parts, isVideo } = picture;
  const pieces: Buffer[] = [];
  for (let sequence = 0; sequence < parts; sequence++) {
    const bytes = await backend.read({ machineId, stream, sequence }, signal);
    const place = { accountId: account.accountId, machineId, stream, sequence };
    pieces.push(open(account.masterKey, place, bytes));
  }
  const file = Buffer.concat(pieces);
  if (file.length === 0) throw new SyncBlobRefusedError(`stream ${stream}`, 'it is empty');
  const { atMs, deviceName } = frame;
  const path = isVideo
    ? await media.keepVideoFile(file, atMs, deviceName)
    : await media.keepJpeg(file, atMs, deviceName);
  try {
    await store.pictureReceived(picture, path, deviceName, nowMs());
  } catch (error) {
    await media.discard(path);
    throw error;
  }
}
