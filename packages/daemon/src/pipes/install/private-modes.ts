/** Gives every file and folder of a pipe to its owner alone, whatever modes the source or npm set. Nothing in a pipe is executed. */
import { chmod, opendir } from 'node:fs/promises';
import { join } from 'node:path';

export async function makePrivate(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for await (const entry of await opendir(folder, { recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    // Links are left: `chmod` would follow them.
    if (entry.isDirectory()) await chmod(path, 0o700);
    else if (entry.isFile()) await chmod(path, 0o600);
  }
}
