/**
 * Media for capture, imports and sync: while the disk reserve is released, new pictures, videos and recordings are refused with
 * DISK_FULL. Rows of the database are not refused. Deletions use the unguarded media.
 */
import type { AudioMedia } from './audio/audio-media.ts';
import type { DiskReserve } from './disk-reserve.ts';
import type { Media } from './media.ts';

export function guardMedia(media: Media, reserve: Pick<DiskReserve, 'assertKept'>): Media {
  return {
    ...media,
    async keepJpeg(...given) {
      reserve.assertKept();
      return media.keepJpeg(...given);
    },
    async importImage(...given) {
      reserve.assertKept();
      return media.importImage(...given);
    },
    async keepVideoFile(...given) {
      reserve.assertKept();
      return media.keepVideoFile(...given);
    },
    async keepSoundFile(...given) {
      reserve.assertKept();
      return media.keepSoundFile(...given);
    },
  };
}

export function guardAudioMedia(
  media: AudioMedia,
  reserve: Pick<DiskReserve, 'assertKept'>,
): AudioMedia {
  return {
    ...media,
    async record(recording) {
      reserve.assertKept();
      return media.record(recording);
    },
  };
}
