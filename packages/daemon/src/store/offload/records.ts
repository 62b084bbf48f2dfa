/** The shapes of offloaded files: media files whose content lies at a place of the person's own. */

export type OffloadState = 'sending' | 'away' | 'removing';

export interface OffloadedFile {
  id: number;
  /** Relative to the data folder, with forward slashes. */
  path: string;
  /** The address of the place. */
  place: string;
  bytes: number;
  parts: number;
  /** SHA-256 of the content, hexadecimal. */
  digest: string;
  state: OffloadState;
  isCached: boolean;
  /** When the place no longer had it; null: it has it as far as is known. */
  lostMs: number | null;
}

export type NewOffloadedFile = Pick<OffloadedFile, 'path' | 'place' | 'bytes' | 'parts' | 'digest'>;

/** Of the whole store. */
export interface OffloadCounts {
  moved: number;
  movedBytes: number;
  /** Of those that were moved: no longer at the place. */
  lost: number;
  /** Deleted here, and not yet at the place. */
  removing: number;
}
