/** Why a picture or recording of another device cannot be had now. Codes begin with `FRAME_` or `AUDIO_`. */
import { errorText, ServiceError } from '#core/errors.ts';
import type { MediaTarget } from '#store/sync/incoming-files.ts';

/** A picture or recording of another device. */
export interface RemoteMedia extends MediaTarget {
  machineId: string;
}

/** The beginning of the codes, and the context on the wire. */
function describe({ of, id, machineId }: RemoteMedia) {
  return of === 'frame'
    ? ({ code: 'FRAME', context: { frame_id: id, machine_id: machineId } } as const)
    : ({ code: 'AUDIO', context: { audio_chunk_id: id, machine_id: machineId } } as const);
}

export class MediaElsewhereError extends ServiceError {
  constructor(media: RemoteMedia, hint: string) {
    const { code, context } = describe(media);
    const { id, machineId } = media;
    super(errorText(`${code}_ON_OTHER_DEVICE`, { id, machineId, hint }), { context });
  }
}

export class MediaRequestedError extends ServiceError {
  constructor(media: RemoteMedia) {
    const { code, context } = describe(media);
    const { id, machineId } = media;
    super(errorText(`${code}_REQUESTED`, { id, machineId }), { context });
  }
}

export class MediaSourceUnreachableError extends ServiceError {
  constructor(media: RemoteMedia, lastSeenAtMs: number | undefined) {
    const { code, context } = describe(media);
    const { id, machineId } = media;
    const last_seen_at = lastSeenAtMs ? new Date(lastSeenAtMs).toISOString() : null;
    super(errorText(`${code}_SOURCE_UNREACHABLE`, { id, machineId }), {
      context: { ...context, last_seen_at },
    });
  }
}
