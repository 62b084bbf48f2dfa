/**
 * What pipes wrote into their output folders of the data folder. The service cannot know what files and names quote, and an encrypted
 * store does not encrypt them: a deletion removes what changed since the start of its range, and the doctor counts the files.
 */
import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Inclusive, by the clock of the file system. */
export interface ChangeSpan {
  readonly sinceMs: number;
  readonly atMs: number;
}

interface Entry {
  readonly path: string;
  readonly isFolder: boolean;
  readonly bytes: number;
  /** When it was last changed. A pipe can set its time of writing, but not this one. */
  readonly changedAtMs: number;
  /** 0 where the file system does not know. */
  readonly madeAtMs: number;
}

/** In the output folders of all pipes; no folders. */
export async function listPipeFiles(dataDir: string): Promise<Entry[]> {
  return (await listOutput(dataDir)).filter(({ isFolder }) => !isFolder);
}

/** How many files `removePipeFiles` would remove. */
export async function countPipeFiles(dataDir: string, sinceMs: number): Promise<number> {
  return changedFiles(await listOutput(dataDir), { sinceMs, atMs: Infinity }).length;
}

/** Files that changed in a span, and folders whose names come from it. */
export async function countLeftFiles(
  dataDir: string,
  spans: readonly ChangeSpan[],
): Promise<number> {
  if (spans.length === 0) return 0;
  const entries = await listOutput(dataDir);
  const filled = new Set(entries.map(({ path }) => dirname(path)));
  const empty = entries.filter(({ isFolder, path }) => isFolder && !filled.has(path));
  const left = spans.flatMap((span) => [
    ...changedFiles(entries, span),
    ...madeFolders(entries, span),
    ...empty.filter(({ changedAtMs }) => isIn(span, changedAtMs)),
  ]);
  return new Set(left).size;
}

/** Removes files that changed since then, and folders that were made since then or are empty afterwards. */
export async function removePipeFiles(
  dataDir: string,
  sinceMs: number,
): Promise<{ count: number; bytes: number }> {
  const entries = await listOutput(dataDir);
  const files = changedFiles(entries, { sinceMs, atMs: Infinity });
  for (const { path } of files) await rm(path, { force: true });
  const emptied = new Set(files.flatMap(({ path }) => foldersAbove(path)));
  const touched = entries.filter(
    ({ isFolder, changedAtMs, path }) => isFolder && (changedAtMs >= sinceMs || emptied.has(path)),
  );
  // The deepest first.
  for (const { path } of touched.toSorted((a, b) => b.path.length - a.path.length)) {
    await rmdir(path).catch(ignoreKept);
  }
  return { count: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

function changedFiles(entries: readonly Entry[], span: ChangeSpan): Entry[] {
  const made = new Set(madeFolders(entries, span).map(({ path }) => path));
  return entries.filter(
    ({ isFolder, changedAtMs, path }) =>
      !isFolder &&
      (isIn(span, changedAtMs) ||
        (made.size > 0 && foldersAbove(path).some((folder) => made.has(folder)))),
  );
}

/** Up to the root: an output folder can hold a hundred thousand files, so no list is searched for each of them. */
function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    folders.push(folder);
  }
  return folders;
}

function madeFolders(entries: readonly Entry[], span: ChangeSpan): Entry[] {
  return entries.filter(({ isFolder, madeAtMs }) => isFolder && isIn(span, madeAtMs));
}

function isIn({ sinceMs, atMs }: ChangeSpan, timeMs: number): boolean {
  return timeMs >= sinceMs && timeMs <= atMs;
}

/** Folders that still hold older files stay; one that is deleted already needs no removal. */
function ignoreKept(error: NodeJS.ErrnoException): void {
  if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(error.code ?? '')) throw error;
}

async function listOutput(dataDir: string): Promise<Entry[]> {
  const pipes = join(dataDir, 'pipes');
  const entries: Entry[] = [];
  for (const id of await namesIn(pipes)) {
    const folder = join(pipes, id, 'output');
    const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(noFolder);
    for (const { parentPath, name } of found) {
      const path = join(parentPath, name);
      // Removed meanwhile.
      const entry = await lstat(path).catch(() => undefined);
      if (entry) entries.push(toEntry(path, entry));
    }
  }
  return entries;
}

function toEntry(path: string, found: Awaited<ReturnType<typeof lstat>>): Entry {
  return {
    path,
    isFolder: found.isDirectory(),
    bytes: Number(found.size),
    changedAtMs: Number(found.ctimeMs),
    madeAtMs: Number(found.birthtimeMs),
  };
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(noFolder);
}

/** No pipe was ever installed, or this one has not run. A folder that cannot be read is an error: it may hold what was deleted. */
function noFolder(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
  throw error;
}
