/** How large a pipe may be, however it arrives. */
import { InvalidPipeError } from '../errors.ts';

export const MOST_ARCHIVE_BYTES = 50 * 1024 * 1024;
const MOST_BYTES = 200 * 1024 * 1024;
const MOST_FILES = 20_000;
/** With the headers and the padding of as many files. */
export const MOST_TAR_BYTES = MOST_BYTES + MOST_FILES * 2 * 1024;
const MOST_DEPTH = 32;

/** Throws INVALID_PIPE as soon as it is too much, before it is written. */
export function sizeCounter(): { addFile(path: string): void; addBytes(count: number): void } {
  let bytes = 0;
  let files = 0;
  return {
    addFile(path) {
      files += 1;
      if (files > MOST_FILES) throw new InvalidPipeError(`it has more than ${MOST_FILES} files`);
      if (path.split(/[\\/]/).length > MOST_DEPTH) {
        throw new InvalidPipeError('its folders are nested too deeply');
      }
    },
    addBytes(count) {
      bytes += count;
      if (bytes > MOST_BYTES) {
        throw new InvalidPipeError(`it is larger than ${MOST_BYTES / 1024 / 1024} MB`);
      }
    },
  };
}
