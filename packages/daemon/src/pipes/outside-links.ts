/**
 * Links in the folder of a pipe. The runtime's permission model judges the path that is asked for and not where it leads, so a
 * link out of the folder would open whatever it points to. Installing refuses links; this is for folders that were put there by hand.
 */
import { opendir, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Written by its runs, which cannot make links. */
const OUTPUT = 'output';

/** The path inside `folder` of a link that leads out of it. `folder` is a real path. */
export async function findOutsideLink(folder: string): Promise<string | undefined> {
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const inside = relative(folder, path);
    if (inside.startsWith(OUTPUT + sep)) continue;
    // One that leads nowhere today may lead somewhere tomorrow.
    const target = await realpath(path).catch(() => '');
    if (!target.startsWith(folder + sep)) return inside;
  }
  return undefined;
}
