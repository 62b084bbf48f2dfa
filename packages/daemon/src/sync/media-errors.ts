/** Why a picture or recording of another device cannot be had now. Codes begin with `FRAME_` or `AUDIO_`. */
import { ServiceError } from '#core/errors.ts';
import type { MediaTarget } from '#store/sync/incoming-files.ts';

/** A picture or recording of another device. */
export interface RemoteMedia extends MediaTarget {
  machineId: string;
}

interface Words {
  code: string;
  /** What is asked for, and what of it is not here. */
  name: string;
  what: string;
  context: Record<string, unknown>;
}

function wordsFor({ of, id, machineId }: RemoteMedia): Words {
  return of === 'frame'
    ? {
        ...{ code: 'FRAME', name: `frame ${id}`, what: 'picture' },
        context: { frame_id: id, machine_id: machineId },
      }
    : {
        ...{ code: 'AUDIO', name: `audio chunk ${id}`, what: 'sound' },
        context: { audio_chunk_id: id, machine_id: machineId },
      };
}

export class MediaElsewhereError extends ServiceError {
  constructor(media: RemoteMedia, why: string) {
    const { code, name, what, context } = wordsFor(media);
    super(`${code}_ON_OTHER_DEVICE`, `${name}: its ${what} is on device ${media.machineId}`, {
      ...{ hint: why, context },
    });
  }
}

export class MediaRequestedError extends ServiceError {
  constructor(media: RemoteMedia) {
    const { code, name, what, context } = wordsFor(media);
    super(`${code}_REQUESTED`, `${name}: device ${media.machineId} was asked for its ${what}`, {
      hint: 'It comes with the next round of sync there. Ask again in a minute.',
      context,
    });
  }
}

export class MediaSourceUnreachableError extends ServiceError {
  constructor(media: RemoteMedia, lastSeenAtMs: number | undefined) {
    const { code, name, what, context } = wordsFor(media);
    super(
      `${code}_SOURCE_UNREACHABLE`,
      `${name}: its ${what} is on device ${media.machineId}, which is not there now`,
      {
        hint: `It was asked, and sends the ${what} when it is back.`,
        context: {
          ...context,
          last_seen_at: lastSeenAtMs ? new Date(lastSeenAtMs).toISOString() : null,
        },
      },
    );
  }
}
