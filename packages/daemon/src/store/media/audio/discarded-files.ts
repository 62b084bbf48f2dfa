/**
 * Removes the recordings whose rows were deleted: right after, or at the next start when the process ended in between.
 * Pictures are left to compaction, which knows how long readers may still have their path.
 */
import type { Store } from '../../store.ts';
import { isPictureFile } from '../picture-file.ts';
import type { AudioMedia } from './audio-media.ts';

export async function removeDiscardedFiles(
  store: Pick<Store, 'audio'>,
  audioMedia: Pick<AudioMedia, 'remove'>,
): Promise<void> {
  const paths = (await store.audio.listDiscardedFiles()).filter((path) => !isPictureFile(path));
  if (paths.length === 0) return;
  await audioMedia.remove(paths);
  await store.audio.forgetFiles(paths);
}
