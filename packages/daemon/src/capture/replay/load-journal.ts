/**
 * Notes the files that are kept for the sample day until all of the day is stored, so that a start after a kill knows what is missing.
 * The journal is there exactly while the day is being loaded. Called by `replay.ts`.
 */
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';

export interface LoadJournal {
  /** The paths that an earlier process noted; undefined when none was stopped while it loaded the day. */
  read(): Promise<string[] | undefined>;
  begin(): Promise<void>;
  note(path: string): Promise<void>;
  end(): Promise<void>;
}

export function loadJournal(file: string): LoadJournal {
  return {
    async read() {
      try {
        // A line that a kill cut short names no file.
        return (await readFile(file, 'utf8')).split('\n').slice(0, -1);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    begin: () => writeFile(file, '', { mode: 0o600 }),
    note: (path) => appendFile(file, `${path}\n`),
    end: () => rm(file, { force: true }),
  };
}
