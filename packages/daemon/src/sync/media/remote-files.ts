/**
 * Shows pictures and plays recordings that another device has: fetches what was sent, or asks the devices that have it and waits a
 * moment. Where files are synced in full, and on a keeper, they are fetched before anybody asks.
 */
import type { Clock } from '#core/clock.ts';
import type { Media } from '#store/media/media.ts';
import type { Store } from '#store/store.ts';
import type { MediaTarget } from '#store/sync/records.ts';
import { SyncBlobRefusedError } from '../errors.ts';
import type { Device, Traffic } from '../rounds/engine.ts';
import { receivedCheck } from './check-received.ts';
import {
  confirmFiles,
  fetchFile,
  PART_BYTES,
  removeFilesOver,
  sendNextFile,
} from './file-transfer.ts';
import {
  type AskedDevice,
  MediaElsewhereError,
  MediaRequestedError,
  MediaSourceUnreachableError,
  type RemoteMedia,
} from './media-errors.ts';

/** `text`: no files; `full`: all of them; `on-demand`: those that somebody looks at or listens to. */
export type SyncMode = 'text' | 'full' | 'on-demand';

/** Below the limit of a request for a frame, so that the caller learns what is going on instead of a time-out. */
const WAIT_MS = 3_000;
const LOOK_EVERY_MS = 400;
/** A device that has not been there for so long is asleep or off. */
const GONE_AFTER_MS = 5 * 60_000;
/** A request stays with the device that was asked; this is only for one that lost it. */
const WISH_AGAIN_MS = 10 * 60_000;
/** Of one round: records are not to wait for a backlog of videos, and snapshots of half a minute have to fit in. */
const FILES_PER_ROUND = 100;
const PARTS_PER_ROUND = 20;

export interface RemoteFiles {
  /** Resolves when the file is here. Rejects with an error that says why it cannot be, or the signal's reason. */
  fetch(media: RemoteMedia, signal: AbortSignal): Promise<void>;
  /**
   * Sends what others have asked for, and with `full`, or where there is a keeper, everything; removes what was deleted here. Says
   * whether something was sent, and why the first of those that could not be read was not.
   */
  send(
    device: Device,
    traffic: Traffic,
    signal: AbortSignal,
  ): Promise<{ isSent: boolean; fault?: unknown }>;
  /** With `full`, and on a keeper: fetches what is missing here. */
  receive(device: Device, signal: AbortSignal): Promise<void>;
}

export function remoteFiles(deps: {
  store: Store;
  media: Media;
  clock: Clock;
  mode: SyncMode;
  isKeeper: boolean;
  /** Undefined while sync is locked. */
  device: () => Device | undefined;
  /** A round of sync. */
  round: () => Promise<unknown>;
  lastSeenAtMs: (machineId: string) => number | undefined;
}): RemoteFiles {
  const { store, media, clock, mode, isKeeper } = deps;
  const parts = { store, media, nowMs: () => clock.now() };
  const checkReceived = receivedCheck(parts);
  const wishedAtMs = new Map<string, number>();
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other: the frames of a chunk are often asked for together, and come together. */
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const before = last;
    const turn = Promise.withResolvers<void>();
    last = turn.promise;
    try {
      await before;
      return await work();
    } finally {
      turn.resolve();
    }
  }

  function fetchKnown(device: Device, target: MediaTarget, signal: AbortSignal): Promise<boolean> {
    return inTurn(async () => {
      const file = await store.sync.findFile(target, signal);
      if (file && (await fetchFile(device, parts, file, signal))) return true;
      return isHere(target, signal);
    });
  }

  /** Whoever looks at a frame asks for it again and again until it is there. */
  async function wanted({ of, id }: MediaTarget): Promise<void> {
    const nowMs = clock.now();
    const name = `${of} ${id}`;
    if (nowMs - (wishedAtMs.get(name) ?? 0) < WISH_AGAIN_MS) return;
    for (const [other, atMs] of wishedAtMs) {
      if (nowMs - atMs >= WISH_AGAIN_MS) wishedAtMs.delete(other);
    }
    wishedAtMs.set(name, nowMs);
    await store.sync.requestFile({ of, id });
  }

  async function isHere({ of, id }: MediaTarget, signal: AbortSignal): Promise<boolean> {
    const found =
      of === 'frame'
        ? await store.frames.find(id, signal)
        : await store.audio.findChunk(id, signal);
    return (found?.filePath ?? '') !== '';
  }

  async function waitFor(device: Device, target: MediaTarget, signal: AbortSignal) {
    const untilMs = clock.now() + WAIT_MS;
    do {
      await deps.round();
      if (await fetchKnown(device, target, signal)) return true;
      await clock.sleep(LOOK_EVERY_MS, signal);
      signal.throwIfAborted();
    } while (clock.now() < untilMs);
    return false;
  }

  /** Of the device that made it and the keepers, the one that was there last. */
  async function likeliestSource(target: RemoteMedia, signal: AbortSignal): Promise<AskedDevice> {
    const keepers = await store.sync.listKeepers(signal);
    const { machineId } = target;
    const names = machineId === null ? keepers : [machineId, ...keepers];
    const sources = names.map((name) => ({
      machineId: name,
      lastSeenAtMs: deps.lastSeenAtMs(name),
      isKeeper: keepers.includes(name),
    }));
    const [latest] = sources.toSorted((a, b) => (b.lastSeenAtMs ?? 0) - (a.lastSeenAtMs ?? 0));
    if (!latest) throw new MediaElsewhereError(target, 'No device is known that has it.');
    return latest;
  }

  return {
    async fetch(target, signal) {
      const device = deps.device();
      if (mode === 'text') {
        throw new MediaElsewhereError(target, 'Only text is synced (sync.textOnly).');
      }
      if (!device) throw new MediaElsewhereError(target, 'Sync is locked: POST /sync/init.');
      if (await fetchKnown(device, target, signal)) return;
      await wanted(target);
      if (await waitFor(device, target, signal)) return;
      const source = await likeliestSource(target, signal);
      const seenAtMs = source.lastSeenAtMs;
      const isGone = seenAtMs === undefined || clock.now() - seenAtMs > GONE_AFTER_MS;
      throw isGone
        ? new MediaSourceUnreachableError(target, source)
        : new MediaRequestedError(target, source);
    },
    async send(device, traffic, signal) {
      // First, so that another file can take its place; also with text only: there may be files of a time when it was not.
      await removeFilesOver(device, parts, signal);
      if (mode === 'text') return { isSent: false };
      const keepers = await store.sync.listKeepers(signal);
      const isFull = mode === 'full' || keepers.length > 0;
      const faults = new Map<string, unknown>();
      let tried = 0;
      const isDue = () => tried < FILES_PER_ROUND && traffic.bytes < PARTS_PER_ROUND * PART_BYTES;
      while (isDue()) {
        if (!(await sendNextFile(device, parts, { isFull, faults }, traffic, signal))) break;
        tried += 1;
      }
      const [fault] = faults.values();
      return { isSent: tried > faults.size, fault };
    },
    async receive(device, signal) {
      if (mode !== 'full' && !isKeeper) return;
      const faults = new Map<string, unknown>();
      // Many small ones fit into a part.
      for (let left = FILES_PER_ROUND; left > 0; ) {
        const file = await inTurn(async () => {
          const next = await store.sync.nextMissingFile(isKeeper, [...faults.keys()], signal);
          if (next) {
            await fetchFile(device, parts, next, signal).catch((error: unknown) => {
              signal.throwIfAborted();
              // One that cannot be read must not keep the others from coming.
              if (!(error instanceof SyncBlobRefusedError)) throw error;
              faults.set(next.stream, error);
            });
          }
          return next;
        });
        if (!file) break;
        left -= Math.max(1, (file.parts - 1) * (FILES_PER_ROUND / PARTS_PER_ROUND));
      }
      if (isKeeper) {
        await confirmFiles(parts, signal);
        await checkReceived(signal);
      }
      const [fault] = faults.values();
      if (fault !== undefined) throw fault;
    },
  };
}
