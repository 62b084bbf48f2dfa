/**
 * Deletes what a filter means, piece by piece, and then its files. Ended half way it leaves a whole store that has less in it;
 * asked again it goes on. A video keeps the pixels of deleted frames until the last of its frames goes.
 */
import type { AudioMedia } from './media/audio/audio-media.ts';
import { removeDiscardedFiles } from './media/audio/discarded-files.ts';
import type { Media } from './media/media.ts';
import { isPictureFile } from './media/picture-file.ts';
import type { Deleted, DeletionFilter } from './overview-records.ts';
import type { Store } from './store.ts';

/** Some tens of milliseconds of the writer's time. */
const PIECE = 200;

interface Parts {
  store: Store;
  media: Pick<Media, 'discard'>;
  audioMedia: Pick<AudioMedia, 'remove'>;
}

export async function deleteMatching(
  parts: Parts,
  filter: DeletionFilter,
  signal: AbortSignal,
): Promise<Deleted> {
  const { store } = parts;
  const before = new Set(await store.listDiscardedFiles());
  const deleted = { frames: 0, texts: 0, transcriptions: 0, uiTexts: 0, inputEvents: 0 };
  let audioChunks = 0;
  for (;;) {
    signal.throwIfAborted();
    const { ocr, audio, ui, input, chunks, texts } = await store.listDeletion(
      filter,
      PIECE,
      signal,
    );
    if ([ocr, audio, ui, input, chunks].every((ids) => ids.length === 0)) break;
    if (ocr.length > 0) deleted.frames += await store.delete('ocr', ocr);
    if (audio.length > 0) deleted.transcriptions += await store.delete('audio', audio);
    if (ui.length > 0) deleted.uiTexts += await store.delete('ui', ui);
    if (input.length > 0) deleted.inputEvents += await store.deleteInputEvents(input);
    if (chunks.length > 0) audioChunks += await store.deleteEmptyRecordings([...new Set(chunks)]);
    deleted.texts += texts;
  }
  await forgetMeetings(store, filter);
  const freed = (await store.listDiscardedFiles()).filter((path) => !before.has(path));
  await removeFiles(parts, freed);
  const count = (ending: string) => freed.filter((path) => path.endsWith(ending)).length;
  return { ...deleted, audioChunks, audioFiles: count('.ogg'), videoFiles: count('.mp4') };
}

/** They tell of what was said; only a range of time, whole, means them. */
async function forgetMeetings(store: Store, filter: DeletionFilter): Promise<void> {
  const { startMs, endMs, ...narrowing } = filter;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  if (isNarrowed || startMs === undefined || endMs === undefined) return;
  await store.forgetMeetings(startMs, endMs);
}

/** Only those that this deletion has freed: compaction knows of the others who may still be reading them. */
async function removeFiles(parts: Parts, freed: readonly string[]): Promise<void> {
  const { store, media, audioMedia } = parts;
  await removeDiscardedFiles(store, audioMedia);
  const pictures = await store.listUnnamedFiles(freed.filter(isPictureFile));
  for (const path of pictures) await media.discard(path);
  await store.forgetFiles(pictures);
}
