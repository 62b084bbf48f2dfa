/** Media for capture and callers: while a deletion uses the disk reserve, new pictures and recordings are refused with DISK_FULL. */
import type { DiskReserve } from '../disk-reserve.ts';
import type { AudioMedia } from './audio/audio-media.ts';
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
