/**
 * Opens the store and everything that keeps files next to it: images, recordings, exports, backups, deletions and raw SQL.
 * Called by `compose/index.ts`; `cleanup` closes it all in the reverse order.
 */
import { join } from 'node:path';
import type { Config } from '#config/schema.ts';
import type { Broadcast } from '#core/broadcast.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log/log.ts';
import { redactTexts } from '#extract/pii/in-thread.ts';
import type { StoreWatch } from '#health/store-watch.ts';
import { announcingStore, type StoredEvent } from '#store/announcing-store.ts';
import { openBackups } from '#store/backup/backups.ts';
import { openDeletions } from '#store/deletion/job/deletions.ts';
import { DATABASE_FILE_NAME } from '#store/kernel/database.ts';
import { openAudioMedia } from '#store/media/audio/audio-media.ts';
import { removeDiscardedFiles } from '#store/media/audio/discarded-files.ts';
import { openDiskReserve } from '#store/media/disk-reserve.ts';
import { openExports } from '#store/media/exports/exports.ts';
import { guardAudioMedia, guardMedia } from '#store/media/guarded-media.ts';
import { openMedia } from '#store/media/media.ts';
import { openStore, type StoreCall } from '#store/open-store.ts';
import { openRawSql } from '#store/raw-sql/raw-sql.ts';
import type { Store } from '#store/store.ts';
import type { StoreSecrets } from '#store/vault/vault.ts';
import type { MachineLoad } from '#upkeep/machine-load.ts';
import { composeOffload } from './offload.ts';

const RAW_SQL_MAX_ROWS = 10_000;

export async function composeStorage(deps: {
  config: Config;
  secrets: StoreSecrets | undefined;
  /** From when on this process had the store locked. */
  lockedSinceMs: number | undefined;
  watch: StoreWatch;
  onCall: (call: StoreCall) => void;
  news: Broadcast<StoredEvent>;
  rawSqlTimeoutMs: number;
  machineLoad: () => Promise<MachineLoad>;
  cleanup: AsyncDisposableStack;
  clock: Clock;
  log: Log;
}) {
  const { config, cleanup, clock, log } = deps;
  const { dataDir } = config;
  const { key, sealing } = deps.secrets ?? {};
  const onCall = (call: StoreCall) => {
    deps.watch.onCall(call);
    deps.onCall(call);
  };
  const store = announcingStore(
    await openStore({ dataDir, key, onCall, onBegin: deps.watch.onBegin }),
    deps.news,
  );
  cleanup.defer(() => store.close());
  if (deps.lockedSinceMs !== undefined) {
    await noteLockedTime(store, deps.lockedSinceMs, clock.now());
  }
  const reserve = await openDiskReserve(dataDir);
  const offload = composeOffload({ ...deps, store, sealing, reserve });
  cleanup.defer(() => offload.close());
  const offloaded = offload.files;
  const allMedia = await openMedia({ dataDir, sealing, offloaded });
  const media = guardMedia(allMedia, reserve);
  const audioMedia = guardAudioMedia(
    openAudioMedia({ dataDir, sealing, sound: media.videos.sound, offloaded }),
    reserve,
  );
  const exports = await openExports({ dataDir, media, sealing });
  const deletions = openDeletions({
    dataDir,
    store,
    media: allMedia,
    audioMedia,
    redactTexts,
    sealing,
    reserve,
    removeOffloaded: offload.removeDeleted,
    clock,
    log,
  });
  cleanup.defer(() => deletions.close());
  const backups = openBackups({ dataDir, key, log: log.child({ part: 'backup' }) });
  cleanup.defer(() => backups.close());
  // Only tidies up: what cannot be removed now is tried again at the next start.
  await removeDiscardedFiles(store, audioMedia).catch((err) =>
    log.warn({ err }, 'discarded recordings could not be removed'),
  );
  const rawSql = openRawSql({
    databaseFile: join(dataDir, DATABASE_FILE_NAME),
    timeoutMs: deps.rawSqlTimeoutMs,
    maxRows: RAW_SQL_MAX_ROWS,
    key,
  });
  cleanup.defer(() => rawSql.close());
  return { store, media, audioMedia, exports, deletions, backups, rawSql, offload };
}

/** Nobody saw that time, as if the service had not run; but it did, and the ledger says why. */
async function noteLockedTime(store: Store, startMs: number, endMs: number): Promise<void> {
  const span = { startMs, endMs, state: 'off', cause: 'the store was locked' } as const;
  await store.coverage.add([
    { ...span, stream: 'screen' },
    { ...span, stream: 'audio' },
    { ...span, stream: 'input' },
  ]);
}
