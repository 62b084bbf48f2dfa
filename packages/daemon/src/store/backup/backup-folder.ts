/**
 * The folder that a backup is made in. Files go next to those of the backup that is there already and are used again when they are the same;
 * that one stays whole, and is the backup, until the new list of files takes its place. What was copied before an interruption
 * is found again by the next attempt.
 */
import { appendFile, mkdir, readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { serviceError } from '#core/errors.ts';
import { syncFolder } from '../media/snapshot-folder.ts';
import { hasCode } from '../media/system-error.ts';
import { copyFile, draftOf, readThrough } from './copy-file.ts';
import { type BackupFile, type Manifest, readManifest, writeManifest } from './manifest.ts';
import { ROWS_FOLDER } from './rows/back-up-rows.ts';
import { removeOtherChunks } from './rows/chunk-files.ts';
import { chunksOf, readCopyList } from './rows/copy-list.ts';

/** Distinguishes a backup that was broken off before it had a list from somebody's own folder. */
const MARK = '.hindcast-backup';
/** What was written since the last list, a name a line: of all that lies in the folder, only this is ours to remove. */
const JOURNAL = join(MARK, 'written');

export interface BackupFolder {
  /** How many of the files it was given were there already. */
  kept(): number;
  /** Where a file of this name can be written that no earlier backup has. */
  freshName(name: string): Promise<string>;
  /**
   * A file of the data folder; undefined when it is not there. `grows`: what is copied is what there is now. `orEarlier`: the copy of
   * the backup before, when the store has lost it.
   */
  take(
    path: string,
    options?: { grows?: boolean; orEarlier?: boolean },
  ): Promise<BackupFile | undefined>;
  /** Makes it the backup, and removes what only earlier ones needed. */
  finish(manifest: Manifest): Promise<void>;
}

/** Rejects with BACKUP_PLACE_REFUSED. */
export async function openBackupFolder(folder: string, dataDir: string): Promise<BackupFolder> {
  const earlier = await prepare(folder, dataDir);
  const known = new Map(earlier?.files.map((file) => [file.path, file]));
  const inUse = new Set(earlier && namesOf(earlier));
  const isWritten = new Set(await readJournal(folder));
  const taken = new Map<string, BackupFile>();
  const folders = new Set<string>([folder]);
  let kept = 0;

  /** Its size and time are as they were; the copy is still there. */
  async function keptCopy(path: string): Promise<BackupFile | undefined> {
    const file = await earlierCopy(path);
    if (file === undefined) return undefined;
    const now = await stat(join(dataDir, path));
    if (now.size !== file.bytes || Math.round(now.mtimeMs) !== file.writtenAtMs) return undefined;
    kept += 1;
    return file;
  }

  async function earlierCopy(path: string): Promise<BackupFile | undefined> {
    const file = known.get(path);
    const copy = file && (await stat(join(folder, file.file)).catch(() => undefined));
    return file && copy?.size === file.bytes ? file : undefined;
  }

  async function noteWriting(file: string): Promise<void> {
    if (isWritten.has(file)) return;
    await appendFile(join(folder, JOURNAL), `${file}\n`, { mode: 0o600 });
    isWritten.add(file);
  }

  async function copyAnew(path: string, grows: boolean): Promise<BackupFile> {
    const file = inUse.has(path) ? `${path}.${Date.now().toString(36)}` : path;
    const [from, to] = [join(dataDir, path), join(folder, file)];
    folders.add(dirname(to));
    await noteWriting(file);
    // Of an attempt that was broken off: it has the time of the original only when it is whole.
    const isThere = !grows && (await areAlike(from, to));
    const copied = isThere ? await readThrough(to) : await copyFile(from, to, { mayLink: !grows });
    return { path, file, ...copied };
  }

  return {
    kept: () => kept,
    async freshName(name) {
      for (let copy = 1; ; copy += 1) {
        const file = `${name}-${copy}`;
        if (inUse.has(file)) continue;
        await noteWriting(file);
        return file;
      }
    },
    async take(path, { grows = false, orEarlier = false } = {}) {
      const before = taken.get(path);
      if (before && !grows) return before;
      try {
        const file = (await keptCopy(path)) ?? (await copyAnew(path, grows));
        taken.set(path, file);
        return file;
      } catch (cause) {
        const isMissing = hasCode(cause, 'ENOENT', 'ELOOP') || cause instanceof TypeError;
        if (!isMissing) throw cause;
        return orEarlier ? await earlierCopy(path) : undefined;
      }
    },
    async finish(manifest) {
      // Names first: the list must not outlive them.
      for (const each of folders) await syncFolder(each);
      writeManifest(folder, manifest);
      await syncFolder(folder);
      const named = new Set(namesOf(manifest));
      await removeUnnamed(folder, [...new Set([...inUse, ...isWritten])], named);
      removeOldRows(folder, manifest.database);
      await rm(join(folder, JOURNAL), { force: true });
      isWritten.clear();
    },
  };
}

async function prepare(folder: string, dataDir: string): Promise<Manifest | undefined> {
  const refuse = (why: string) => serviceError('BACKUP_PLACE_REFUSED', { path: folder, why });
  if (!isAbsolute(folder)) throw refuse('the path is not absolute');
  const away = relative(resolve(dataDir), resolve(folder));
  const isInside = away === '' || !(away === '..' || away.startsWith(`..${sep}`));
  if (isInside && !isAbsolute(away)) throw refuse('it is inside the data folder');
  let names: string[];
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    names = await readdir(folder);
  } catch (cause) {
    throw refuse((cause as NodeJS.ErrnoException).code ?? 'it cannot be used');
  }
  const earlier = names.length === 0 ? undefined : await readManifest(folder);
  const isOurs = names.length === 0 || earlier !== undefined || names.includes(MARK);
  if (!isOurs) throw refuse('it holds other files');
  if (earlier && earlier.source !== resolve(dataDir)) {
    throw refuse(`it holds a backup of ${earlier.source}`);
  }
  await mkdir(join(folder, MARK), { recursive: true, mode: 0o700 });
  return earlier;
}

function namesOf({ files, database }: Manifest): string[] {
  return [...files.map(({ file }) => file), ...(database === undefined ? [] : [database])];
}

/** Those that only earlier backups needed. */
function removeOldRows(folder: string, database: string | undefined): void {
  const list = database === undefined ? undefined : readCopyList(join(folder, database));
  if (database !== undefined && !list) return;
  removeOtherChunks(join(folder, ROWS_FOLDER), new Set(list ? chunksOf(list) : []));
}

async function areAlike(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((path) => stat(path).catch(() => {})));
  if (!first || !second || first.size !== second.size) return false;
  return Math.round(first.mtimeMs) === Math.round(second.mtimeMs);
}

async function readJournal(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, JOURNAL), 'utf8').catch(() => '');
  const names = text.split('\n').slice(0, -1);
  // Whoever can write here could name any file.
  return names.filter((name) => !isAbsolute(name) && !name.split('/').includes('..'));
}

async function removeUnnamed(
  folder: string,
  ours: readonly string[],
  named: ReadonlySet<string>,
): Promise<void> {
  const emptied = new Set<string>();
  for (const name of ours) {
    const path = join(folder, name);
    await rm(draftOf(path), { force: true });
    if (named.has(name)) continue;
    await rm(path, { force: true });
    emptied.add(dirname(path));
  }
  for (const each of emptied) {
    // Of a day whose files are all deleted.
    if (each !== folder) await rmdir(each).catch(() => undefined);
  }
}
