/**
 * Sends, fetches and removes the files that pictures and sound are in. A file goes in parts of a megabyte, each sealed for its place in
 * its own stream, so that an interrupted transfer goes on with the part that is missing.
 */
import type { Media } from '#store/media/media.ts';
import type { Store } from '#store/store.ts';
import type { IncomingFile } from '#store/sync/incoming-files.ts';
import { SyncBlobRefusedError, SyncLeaseHeldError, SyncLostDataError } from '../errors.ts';
import { open, seal } from '../keys/envelope.ts';
import type { Device, Traffic } from '../rounds/engine.ts';

export const PART_BYTES = 1024 * 1024;
/** Of one round. */
const REMOVED_AT_ONCE = 100;
const CONFIRMED_AT_ONCE = 200;

export interface TransferDeps {
  store: Pick<Store, 'sync'>;
  media: Media;
  nowMs: () => number;
}

/**
 * False when there was nothing to send. A file that is missing is no longer waited for; one that cannot be read now becomes one of the
 * faults and is tried again in another round.
 */
export async function sendNextFile(
  device: Device,
  { store, media, nowMs }: TransferDeps,
  { isFull, faults }: { isFull: boolean; faults: Map<string, unknown> },
  traffic: Traffic,
  signal: AbortSignal,
): Promise<boolean> {
  const next = await store.sync.nextFile(isFull, nowMs(), [...faults.keys()]);
  if (!next) return false;
  let bytes: Buffer | undefined;
  try {
    bytes = await media.readFile(next.filePath);
  } catch (error) {
    faults.set(next.record.id, error);
    await store.sync.fileUnread(next, nowMs());
    return true;
  }
  const parts = bytes && (await sendParts(device, next.record.id, bytes, traffic, signal));
  await store.sync.fileSent(next, parts, nowMs());
  return true;
}

async function sendParts(
  { account, backend, machineId, holder }: Device,
  stream: string,
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
    const bytes = await seal(account.masterKey, place, part);
    await backend.append({ machineId, stream, sequence }, bytes, holder, signal);
    traffic.blobs += 1;
    traffic.bytes += bytes.length;
  }
  return parts;
}

/** Whatever shows or plays the file then has it here. False when it is not there (any more). */
export async function fetchFile(
  { account, backend }: Device,
  { store, media, nowMs }: TransferDeps,
  file: IncomingFile,
  signal: AbortSignal,
): Promise<boolean> {
  const { machineId, stream, parts } = file;
  const pieces: Buffer[] = [];
  for (let sequence = 0; sequence < parts; sequence++) {
    let bytes: Buffer;
    try {
      bytes = await backend.read({ machineId, stream, sequence }, signal);
    } catch (error) {
      if (!(error instanceof SyncLostDataError)) throw error;
      // Its device took it back: it was deleted, or is part of a video now, which the log contains.
      await store.sync.fileLost(stream);
      return false;
    }
    const place = { accountId: account.accountId, machineId, stream, sequence };
    pieces.push(await open(account.masterKey, place, bytes));
  }
  const content = Buffer.concat(pieces);
  if (content.length === 0) throw new SyncBlobRefusedError(`stream ${stream}`, 'it is empty');
  const path = await keep(media, file, content);
  let isNeeded = false;
  try {
    isNeeded = await store.sync.fileReceived(file, path, nowMs());
  } finally {
    if (!isNeeded) await media.discard(path);
  }
  return isNeeded;
}

function keep(media: Media, file: IncomingFile, content: Buffer): Promise<string> {
  const { kind, atMs, deviceName, machineId, extension } = file;
  if (kind === 'video') return media.keepVideoFile(content, atMs, deviceName);
  if (kind === 'picture') return media.keepJpeg(content, atMs, deviceName);
  // Not a name that a recording of this device could get.
  return media.keepSoundFile(content, atMs, `from-${machineId}`, extension);
}

/** A keeper confirms what lies on its disk, and asks again for what does not any more. */
export async function confirmFiles(
  { store, media }: Pick<TransferDeps, 'store' | 'media'>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const claims = await store.sync.listClaims(CONFIRMED_AT_ONCE, signal);
    const held: string[] = [];
    for (const { stream, paths } of claims) {
      const missing = await media.listMissing(paths);
      if (missing === undefined) return;
      if (missing.length === 0) held.push(stream);
      else await store.sync.claimLost({ stream, paths: missing });
      signal.throwIfAborted();
    }
    if (held.length > 0) await store.sync.confirmClaims(held);
    if (claims.length < CONFIRMED_AT_ONCE) return;
  }
}

/** Files that nothing here has any more go where devices meet, too. */
export async function removeFilesOver(
  { backend, machineId, holder }: Device,
  { store, nowMs }: Pick<TransferDeps, 'store' | 'nowMs'>,
  signal: AbortSignal,
): Promise<void> {
  for (const file of await store.sync.listFilesOver(REMOVED_AT_ONCE, nowMs())) {
    try {
      await backend.removeStream(file.nameBefore ?? machineId, file.stream, holder, signal);
    } catch (error) {
      // The name that this device had before is that of another one, which is at work.
      if (file.nameBefore !== null && error instanceof SyncLeaseHeldError) continue;
      throw error;
    }
    await store.sync.fileRemoved(file);
  }
}
