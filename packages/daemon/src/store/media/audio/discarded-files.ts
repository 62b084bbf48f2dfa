/** Removes the recordings whose rows are gone: right after, or at the next start when the process ended in between. */
import type { Store } from '../../store.ts';
import type { AudioMedia } from './audio-media.ts';

export async function removeDiscardedFiles(
  store: Pick<Store, 'listDiscardedFiles' | 'forgetFiles'>,
  audioMedia: Pick<AudioMedia, 'remove'>,
): Promise<void> {
  const paths = await store.listDiscardedFiles();
  if (paths.length === 0) return;
  await audioMedia.remove(paths);
  await store.forgetFiles(paths);
}
