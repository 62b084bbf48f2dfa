/**
 * Files that pipes wrote into their output folders of the data folder. Nobody knows what they quote, and an encrypted store does not encrypt
 * them: a deletion removes those written since the beginning of its range, and the doctor counts them.
 */
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

interface PipeFile {
  readonly path: string;
  readonly bytes: number;
  /** When it was last changed. A pipe can set its time of writing, but not this one. */
  readonly changedAtMs: number;
}

/** In the output folders of all pipes. */
export async function listPipeFiles(dataDir: string): Promise<PipeFile[]> {
  const pipes = join(dataDir, 'pipes');
  const files: PipeFile[] = [];
  for (const id of await namesIn(pipes)) {
    files.push(...(await listOutput(join(pipes, id, 'output'))));
  }
  return files;
}

/** Whatever is no folder below `folder`. */
async function listOutput(folder: string): Promise<PipeFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files: PipeFile[] = [];
  for (const entry of entries.filter((each) => !each.isDirectory())) {
    const path = join(entry.parentPath, entry.name);
    const found = await lstat(path).catch(() => undefined);
    if (found) files.push({ path, bytes: found.size, changedAtMs: found.ctimeMs });
  }
  return files;
}

/** Removes the files that changed since then. */
export async function removePipeFiles(
  dataDir: string,
  sinceMs: number,
): Promise<{ count: number; bytes: number }> {
  return removeAll(await listPipeFiles(dataDir), sinceMs);
}

/** The same for the output folder of one pipe. */
export async function removeOutput(folder: string, sinceMs: number): Promise<void> {
  await removeAll(await listOutput(folder), sinceMs);
}

async function removeAll(files: readonly PipeFile[], sinceMs: number) {
  const gone = files.filter(({ changedAtMs }) => changedAtMs >= sinceMs);
  for (const { path } of gone) await rm(path, { force: true });
  return { count: gone.length, bytes: gone.reduce((sum, { bytes }) => sum + bytes, 0) };
}

async function namesIn(folder: string): Promise<string[]> {
  // No pipe was ever installed.
  return readdir(folder).catch(() => []);
}
