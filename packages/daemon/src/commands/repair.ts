/** `hindcast doctor --fix`, and what to do about a store that it cannot repair. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '#core/clock.ts';
import { ServiceError } from '#core/errors.ts';
import { claimDataFolder } from '#core/folders/data-folder.ts';
import { listKeptFolders } from '#store/backup/kept-folders.ts';
import { newestGoodSnapshot } from '#store/backup/snapshots.ts';
import { listPipeFiles } from '#store/deletion/job/pipe-files.ts';
import { videoProcess } from '#store/media/video/process/video-process.ts';
import type { Finding } from '#store/repair/examine.ts';
import { repairStore } from '#store/repair/repair.ts';
import { confirmBroken } from '#store/repair/scrub.ts';
import { readScrubState } from '#store/repair/scrub-book.ts';
import { type StoreKey, sealingOf } from '#store/sealing/store-key.ts';

/** Says what it did. Rejects with DATA_FOLDER_IN_USE when a service runs. */
export async function mendStore(
  dataDir: string,
  tell: (line: string) => void,
  key: StoreKey | undefined,
): Promise<void> {
  process.umask(0o077);
  const hadLock = existsSync(join(dataDir, 'owner.json'));
  const folder = await claimDataFolder(dataDir);
  try {
    if (hadLock) tell('fixed  lock: forgot an owner that does not run any more');
    const broken = await damagedFiles(dataDir, key);
    const done = repairStore(dataDir, systemClock.now(), { key, broken });
    for (const line of done) tell(`fixed  ${line}`);
    if (done.length === 0) tell('There was nothing to repair.');
  } finally {
    folder.release();
  }
}

/** Those that the service found while it ran, if they still do not open. */
async function damagedFiles(dataDir: string, key: StoreKey | undefined): Promise<string[]> {
  const noted = readScrubState(dataDir)?.broken ?? [];
  if (noted.length === 0) return [];
  const sealing = key && sealingOf(key, join(dataDir, 'data'));
  const { signal } = new AbortController();
  return confirmBroken(dataDir, noted, { videos: videoProcess({ sealing }), sealing, signal });
}

/** Nothing that is deleted or encrypted here is so in them. */
export function keptFoldersFinding(dataDir: string): Finding {
  const kept = listKeptFolders(dataDir);
  const detail =
    kept.length === 0
      ? 'no restore has left a folder'
      : `left by a restore, and neither deletion nor encryption reaches it; delete it when you do not need it: ${kept.join(', ')}`;
  return { check: 'restores', isOk: kept.length === 0, detail };
}

/** An encrypted store does not encrypt them. */
export async function pipeFilesFinding(dataDir: string): Promise<Finding> {
  const files = await listPipeFiles(dataDir);
  const isEncrypted = existsSync(join(dataDir, 'vault.json'));
  const kept = `${files.length} files in ${join(dataDir, 'pipes', '*', 'output')}`;
  const detail = isEncrypted
    ? `${kept}, which encryption does not reach; delete them when you do not need them`
    : `${kept}; a deletion removes those changed since the start of its range, or all where it has none`;
  return { check: 'output', isOk: files.length === 0 || !isEncrypted, detail };
}

/** For a person whose store has faults. */
export function adviceFor(dataDir: string, isMended: boolean): string {
  const good = newestGoodSnapshot(dataDir);
  const way = good ? ` or "hindcast restore --snapshot ${good.date}"` : '';
  return isMended
    ? `the store is still damaged. Use a backup ("hindcast restore <folder>")${way}.`
    : `the store is damaged. Nothing was changed; keep a copy of the folder, then try --fix${way}.`;
}

/** A database that is damaged: the newest copy of it that is not. */
export function withWayBack(error: unknown, dataDir: string): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'STORE_CORRUPT') return error;
  const good = newestGoodSnapshot(dataDir);
  const way = good
    ? `The newest copy that is whole is of ${good.date}: hindcast restore --snapshot ${good.date}`
    : 'There is no daily snapshot that is whole; bring a backup back with: hindcast restore <folder>';
  return new ServiceError({
    code: error.code,
    message: error.message,
    hint: `${error.hint ?? ''}\n${way}`,
  });
}
