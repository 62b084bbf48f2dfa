/**
 * What media needs to know about files that were moved to a place of the person's own: bring one back, and whether there is one.
 * `offload/` implements it; `NO_OFFLOADED_FILES` is for stores without such files.
 */
import { stat } from 'node:fs/promises';

/** Paths are relative to the data folder, with forward slashes. */
export interface OffloadedFiles {
  /**
   * True when the file is here now, false when it is not an offloaded one. Without `isPatient` it waits a few seconds and rejects with
   * OFFLOAD_FETCHING while the transfer goes on. Rejects with OFFLOAD_UNREACHABLE, OFFLOAD_LOST or the signal's reason. A file that no
   * row knows may be at the place too: with `isPatient` it is not called missing before the place has answered.
   */
  bringBack(
    path: string,
    options: { signal?: AbortSignal | undefined; isPatient?: boolean },
  ): Promise<boolean>;
  /** Whether the content of this file lies at the place. */
  isOffloaded(path: string, signal?: AbortSignal): Promise<boolean>;
  /** Whether the place may have something under the name of this file: also what was deleted here and is still there. */
  isNameTaken(path: string): Promise<boolean>;
  /** The local copy is in use, and stays a while longer. */
  noteUse(path: string): void;
}

export const NO_OFFLOADED_FILES: OffloadedFiles = {
  bringBack: async () => false,
  isOffloaded: async () => false,
  isNameTaken: async () => false,
  noteUse() {},
};

/** Brings a file of the media folder back unless it is here. Rejects as `bringBack`; a file that is nowhere is no error. */
export async function ensureLocal(
  offloaded: OffloadedFiles,
  file: { absolute: string; path: string },
  options: { signal?: AbortSignal | undefined; isPatient?: boolean },
): Promise<void> {
  const isHere = await stat(file.absolute).then(
    () => true,
    () => false,
  );
  if (isHere) offloaded.noteUse(file.path);
  else await offloaded.bringBack(file.path, options);
}
