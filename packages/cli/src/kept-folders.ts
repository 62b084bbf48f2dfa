/**
 * Folders that `hindcast restore` has left next to the data folder: with `--force` the data that was there before, and what a killed one had
 * copied. Nothing that is deleted or encrypted is so in them, and whoever wanted that has to hear of it.
 */
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** As the service names them. */
const ENDS = /^\.(restoring$|before-restore-)/;

/** Lines for a person; none when there is no such folder. */
export async function keptFolderLines(dataDir: string): Promise<string[]> {
  const [folder, name] = [dirname(dataDir), basename(dataDir)];
  // Where only the data folder may be opened, nothing could be kept either.
  const names = await readdir(folder).catch(() => []);
  const kept = names.filter(
    (other) => other.startsWith(name) && ENDS.test(other.slice(name.length)),
  );
  if (kept.length === 0) return [];
  return [
    'A restore has left these, and they are as they were; delete them when you do not need them:',
    ...kept.map((other) => `  ${join(folder, other)}`),
  ];
}
