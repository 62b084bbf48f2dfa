/** Why a picture or recording of another device cannot be had now. Codes begin with `FRAME_` or `AUDIO_`. */
import { errorText, ServiceError } from '#core/errors.ts';
import type { MediaTarget } from '#store/sync/records.ts';

/** A picture or recording that is not here. */
export interface RemoteMedia extends MediaTarget {
  /** The device that made it; null: this one, which no longer has it. */
  machineId: string | null;
}

/** Who was asked for it: the device that made it, or a keeper. */
export interface AskedDevice {
  machineId: string;
  lastSeenAtMs: number | undefined;
  isKeeper: boolean;
}

/** The beginning of the codes, and the context on the wire. */
function describe({ of, id, machineId }: RemoteMedia) {
  return of === 'frame'
    ? ({ code: 'FRAME', context: { frame_id: id, machine_id: machineId } } as const)
    : ({ code: 'AUDIO', context: { audio_chunk_id: id, machine_id: machineId } } as const);
}

const KEEPER_AWAY = {
  FRAME: 'FRAME_SOURCE_UNREACHABLE/keeper',
  AUDIO: 'AUDIO_SOURCE_UNREACHABLE/keeper',
} as const;

export class MediaElsewhereError extends ServiceError {
  constructor(media: RemoteMedia, hint: string) {
    const { code, context } = describe(media);
    const { id } = media;
    const machineId = media.machineId ?? 'keeper';
    super(errorText(`${code}_ON_OTHER_DEVICE`, { id, machineId, hint }), { context });
  }
}

export class MediaRequestedError extends ServiceError {
  constructor(media: RemoteMedia, { machineId }: AskedDevice) {
    const { code, context } = describe(media);
    super(errorText(`${code}_REQUESTED`, { id: media.id, machineId }), {
      context: { ...context, machine_id: machineId },
    });
  }
}

export class MediaSourceUnreachableError extends ServiceError {
  constructor(media: RemoteMedia, { machineId, lastSeenAtMs, isKeeper }: AskedDevice) {
    const { code, context } = describe(media);
    const last_seen_at = lastSeenAtMs ? new Date(lastSeenAtMs).toISOString() : null;
    const { id } = media;
    const lastSeen = last_seen_at ?? 'never';
    const text = isKeeper
      ? errorText(KEEPER_AWAY[code], { id, machineId, lastSeen })
      : errorText(`${code}_SOURCE_UNREACHABLE`, { id, machineId });
    super(text, { context: { ...context, machine_id: machineId, last_seen_at } });
  }
}
