/** Knows how a Chromium is found on this machine. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The first Chromium in the folders of a PATH; undefined when there is none.
 * @param {string} path
 * @returns {string | undefined}
 */
export function browserIn(path) {
  for (const folder of path.split(delimiter)) {
    for (const program of PROGRAMS) {
      const file = join(folder, program);
      if (folder !== '' && existsSync(file)) return file;
    }
  }
  return undefined;
}
