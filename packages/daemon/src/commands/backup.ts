/** `hindcast backup` and `hindcast restore` while no service runs: what they do, said in sentences or as JSON. */
import { join } from 'node:path';
import { claimDataFolder } from '#core/folders/data-folder.ts';
import { copyClosedStore, type MadeBackup, makeBackup } from '#store/backup/make-backup.ts';
import { restoreBackup } from '#store/backup/restore.ts';
import { restoreSnapshot } from '#store/backup/restore-snapshot.ts';
import { DATABASE_FILE_NAME } from '#store/kernel/database.ts';
import type { StoreKey } from '#store/sealing/store-key.ts';
import { isSealedDatabase } from '#store/vault/convert-database.ts';

interface Wanted {
  readonly dataDir: string;
  readonly folder: string;
  readonly json: boolean;
  readonly say: (line: string) => void;
}

/** Rejects with DATA_FOLDER_IN_USE when a service runs: that one makes the backup then. */
export async function backUpByHand({ dataDir, folder, json, say }: Wanted): Promise<void> {
  const claim = await claimDataFolder(dataDir);
  try {
    // Nobody has typed the passphrase, and nothing of it has to be read to be copied.
    const made = isSealedDatabase(join(dataDir, DATABASE_FILE_NAME))
      ? await copyClosedStore({ dataDir, folder })
      : await makeBackup({ dataDir, folder, key: undefined });
    if (json) say(JSON.stringify(made));
    else for (const line of linesOf(made)) say(line);
  } finally {
    claim.release();
  }
}

export async function restoreByHand(
  wanted: Wanted & {
    force: boolean;
    findKey: (folder: string) => Promise<StoreKey | undefined>;
  },
): Promise<void> {
  const { dataDir, folder, force, findKey, json, say } = wanted;
  const restored = await restoreBackup({ backup: folder, dataDir, force, findKey });
  if (json) {
    say(JSON.stringify(restored));
    return;
  }
  const { manifest, files, missing, aside } = restored;
  say(`Restored ${files} files of ${new Date(manifest.madeAtMs).toLocaleString()} to ${dataDir}.`);
  if (manifest.rows) say(`${manifest.rows.frames} frames, ${manifest.rows.recordings} recordings.`);
  say(
    manifest.isEncrypted
      ? 'Every file is as it was; the database is encrypted.'
      : 'Every file is as it was, and the database is intact.',
  );
  if (missing > 0) say(`${missing} media files were missing already when the backup was made.`);
  if (aside !== undefined) say(`What was there before is in ${aside}.`);
}

export async function restoreDayByHand(
  wanted: Omit<Wanted, 'folder'> & { date: string; key: StoreKey | undefined },
): Promise<void> {
  const { dataDir, date, key, json, say } = wanted;
  const aside = await restoreSnapshot(dataDir, date, key);
  if (json) say(JSON.stringify({ dataDir, date, aside }));
  else {
    say(`The database is as it was on ${date}. The one that was there before is ${aside}.`);
    say('Media of later days stays in the folder; "hindcast doctor" counts it.');
  }
}

function linesOf({ folder, files, kept, bytes, missing }: MadeBackup): string[] {
  const lines = [
    `Backup made: ${files} files, ${Math.ceil(bytes / 1e6)} MB; ${kept} of them were there already.`,
    `It is in ${folder}. Bring it back with: hindcast restore ${folder}`,
  ];
  if (missing > 0) lines.push(`${missing} media files that rows name are missing in the store.`);
  return lines;
}
