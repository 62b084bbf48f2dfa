/**
 * Shows pictures of frames that another device has: fetches what that device has sent, or asks it to send it and waits a moment.
 * Where pictures are synced in full, they are fetched before anybody asks.
 */
import type { Clock } from '#core/clock.ts';
import { ServiceError } from '#core/errors.ts';
import type { Media } from '#store/media/media.ts';
import type { Frame } from '#store/records.ts';
import type { Store } from '#store/store.ts';
import type { Device, Traffic } from './engine.ts';
import { fetchPicture, sendNextPicture } from './picture-transfer.ts';

/** `text`: no pictures; `full`: all of them; `on-demand`: those that somebody looks at. */
export type SyncMode = 'text' | 'full' | 'on-demand';

/** Below the limit of a request for a frame, so that the caller learns what is going on instead of a time-out. */
const WAIT_MS = 3_000;
const LOOK_EVERY_MS = 400;
/** A device that has not been there for so long is asleep or off. */
const GONE_AFTER_MS = 5 * 60_000;
/** A wish stays with the device that was asked; this is only for one that lost it. */
const WISH_AGAIN_MS = 10 * 60_000;
/** Of one round: records are not to wait for a backlog of videos. */
const FILES_PER_ROUND = 8;

class FrameElsewhereError extends ServiceError {
  constructor(frame: Frame, why: string) {
    super(
      'FRAME_ON_OTHER_DEVICE',
      `frame ${frame.id}: its picture is on device ${frame.machineId}`,
      {
        hint: why,
        context: { frame_id: frame.id, machine_id: frame.machineId },
      },
    );
  }
}

class FrameRequestedError extends ServiceError {
  constructor(frame: Frame) {
    super(
      'FRAME_REQUESTED',
      `frame ${frame.id}: device ${frame.machineId} was asked for its picture`,
      {
        hint: 'It comes with the next round of sync there. Ask again in a minute.',
        context: { frame_id: frame.id, machine_id: frame.machineId },
      },
    );
  }
}

class FrameSourceUnreachableError extends ServiceError {
  constructor(frame: Frame, lastSeenAtMs: number | undefined) {
    super(
      'FRAME_SOURCE_UNREACHABLE',
      `frame ${frame.id}: its picture is on device ${frame.machineId}, which is not there now`,
      {
        hint: 'It was asked, and sends the picture when it is back.',
        context: {
          frame_id: frame.id,
          machine_id: frame.machineId,
          last_seen_at: lastSeenAtMs ? new Date(lastSeenAtMs).toISOString() : null,
        },
      },
    );
  }
}

export interface RemotePictures {
  /** Resolves when the picture of the frame is here. Rejects with one of the errors above, or the signal's reason. */
  fetch(frame: Frame, signal: AbortSignal): Promise<void>;
  /** Sends what others have asked for, and with `full` everything. True when something was sent. */
  send(device: Device, traffic: Traffic, signal: AbortSignal): Promise<boolean>;
  /** With `full`: fetches what is missing here. */
  receive(device: Device, signal: AbortSignal): Promise<void>;
}

export function remotePictures(deps: {
  store: Store;
  media: Media;
  clock: Clock;
  mode: SyncMode;
  /** Undefined while sync is locked. */
  device: () => Device | undefined;
  /** A round of sync. */
  round: () => Promise<unknown>;
  lastSeenAtMs: (machineId: string) => number | undefined;
}): RemotePictures {
  const { store, media, clock, mode } = deps;
  const parts = { store, media, nowMs: () => clock.now() };
  const wishedAtMs = new Map<number, number>();
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other: the frames of a chunk are often asked for together, and come together. */
  async function fetchKnown(device: Device, frame: Frame, signal: AbortSignal): Promise<boolean> {
    const before = last;
    const turn = Promise.withResolvers<void>();
    last = turn.promise;
    try {
      await before;
      const picture = await store.findPicture(frame.id, signal);
      if (picture) await fetchPicture(device, parts, frame, picture, signal);
      return picture !== undefined || (await isHere(frame, signal));
    } finally {
      turn.resolve();
    }
  }

  /** Whoever looks at a frame asks for it again and again until it is there. */
  async function wish(frameId: number): Promise<void> {
    const nowMs = clock.now();
    if (nowMs - (wishedAtMs.get(frameId) ?? 0) < WISH_AGAIN_MS) return;
    for (const [id, atMs] of wishedAtMs) {
      if (nowMs - atMs >= WISH_AGAIN_MS) wishedAtMs.delete(id);
    }
    wishedAtMs.set(frameId, nowMs);
    await store.wishPicture(frameId);
  }

  async function isHere(frame: Frame, signal: AbortSignal): Promise<boolean> {
    return ((await store.findFrame(frame.id, signal))?.filePath ?? '') !== '';
  }

  async function waitFor(device: Device, frame: Frame, signal: AbortSignal): Promise<boolean> {
    const untilMs = clock.now() + WAIT_MS;
    do {
      await deps.round();
      if (await fetchKnown(device, frame, signal)) return true;
      await clock.sleep(LOOK_EVERY_MS, signal);
      signal.throwIfAborted();
    } while (clock.now() < untilMs);
    return false;
  }

  return {
    async fetch(frame, signal) {
      const device = deps.device();
      if (mode === 'text') {
        throw new FrameElsewhereError(frame, 'Only text is synced (sync.textOnly).');
      }
      if (!device) throw new FrameElsewhereError(frame, 'Sync is locked: POST /sync/init.');
      if (await fetchKnown(device, frame, signal)) return;
      await wish(frame.id);
      if (await waitFor(device, frame, signal)) return;
      const seenAtMs = deps.lastSeenAtMs(frame.machineId ?? '');
      const isGone = seenAtMs === undefined || clock.now() - seenAtMs > GONE_AFTER_MS;
      throw isGone
        ? new FrameSourceUnreachableError(frame, seenAtMs)
        : new FrameRequestedError(frame);
    },
    async send(device, traffic, signal) {
      if (mode === 'text') return false;
      let sent = 0;
      while (sent < FILES_PER_ROUND) {
        if (!(await sendNextPicture(device, parts, mode === 'full', traffic, signal))) break;
        sent += 1;
      }
      return sent > 0;
    },
    async receive(device, signal) {
      if (mode !== 'full') return;
      for (let i = 0; i < FILES_PER_ROUND; i++) {
        const id = await store.nextMissingPicture(signal);
        const frame = id === undefined ? undefined : await store.findFrame(id, signal);
        if (!frame) return;
        await fetchKnown(device, frame, signal);
      }
    },
  };
}
