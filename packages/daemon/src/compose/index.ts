/**
 * Builds every part of the service and joins them; read this file to learn the system. Parts know nothing of each other beyond the
 * interfaces they are given here. Stopping is the reverse of starting.
 */
import { join } from 'node:path';
import { loadJournal } from '#capture/replay/load-journal.ts';
import { replayService } from '#capture/replay/replay.ts';
import type { Machine } from '#capture/sources.ts';
import type { LoadedConfig } from '#config/load.ts';
import type { RunMode } from '#config/mode.ts';
import { type Config, LANGUAGE_NOTICE, schema } from '#config/schema.ts';
import { settingsOf } from '#config/settings.ts';
import { broadcast } from '#core/broadcast.ts';
import type { Clock } from '#core/clock.ts';
import { closeTogether } from '#core/close-together.ts';
import type { Log } from '#core/log/log.ts';
import { makeSupervisor } from '#core/service.ts';
import { lazyOcr } from '#extract/ocr/lazy-ocr.ts';
import { redactTexts } from '#extract/pii/in-thread.ts';
import { redactFrame } from '#extract/pii/redact/redactor.ts';
import { prometheusFigures } from '#health/prometheus.ts';
import { storeWatch } from '#health/store-watch.ts';
import { absentAudio } from '#ingest/absent-audio.ts';
import { capturePause } from '#ingest/capture-pause.ts';
import { pauseHolders } from '#ingest/pause-holders.ts';
import { absentVision } from '#ingest/screen/absent-vision.ts';
import { readAgain } from '#ingest/screen/read-again.ts';
import { makeAccessLog } from '#serve/access/access-log.ts';
import { openAccessTokens } from '#serve/access/access-tokens.ts';
import { buildServer } from '#serve/server.ts';
import type { VaultControl } from '#serve/vault/vault-control.ts';
import { announcingStore, type StoredEvent } from '#store/announcing-store.ts';
import { openBackups } from '#store/backup/backups.ts';
import { lostSnapshotWatch, makeSnapshot, removeOldSnapshots } from '#store/backup/snapshots.ts';
import { openCompaction } from '#store/compaction/compaction.ts';
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
import { openScrub } from '#store/repair/scrub.ts';
import type { Store } from '#store/store.ts';
import type { StoreSecrets } from '#store/vault/vault.ts';
import { compactionService } from '#upkeep/compaction.ts';
import { meetingService } from '#upkeep/meetings.ts';
import { openRetention } from '#upkeep/retention.ts';
import { historyRules } from '#upkeep/rules.ts';
import { scrubService } from '#upkeep/scrub.ts';
import { isStoreEmpty, snapshotService } from '#upkeep/snapshots.ts';
import { BUDGET_KEYS, budgetOf, composeGovernor } from './governor.ts';
import { composeHealth } from './health.ts';
import type { Door } from './open-door.ts';
import { addSamplePipe, composePipes } from './pipes.ts';
import { RETENTION_KEYS, retentionRules } from './retention.ts';
import { composeScreen, EXCLUSION_KEYS } from './screen.ts';
import { composeSync } from './sync.ts';

/** Where the build of the web page lies; it may be missing, and the page says so then. */
export const WEB_FOLDER = join(import.meta.dirname, '..', '..', '..', 'web', 'dist');

/** The limits of the interface. They are part of its contract, so they are not settings. */
export const LIMITS = {
  searchTimeoutMs: 30_000,
  frameTimeoutMs: 5_000,
  bodyBytes: 4 * 1024 * 1024,
  // A day of transcripts in one POST /add is a few megabytes; images come as paths, not as bodies.
  addBytes: 32 * 1024 * 1024,
  // Tokens and pipes ask; the longest list that they may send is far smaller.
  tokenBytes: 256 * 1024,
};
const RAW_SQL_MAX_ROWS = 10_000;

/** Who may stop capture. */
type Holder = 'person' | 'governor';

export interface Daemon {
  /** Where it answers, such as http://127.0.0.1:3030. */
  readonly url: string;
  /** Ends everything in the reverse order of the start. */
  stop(): Promise<void>;
}

export interface ServiceDeps {
  config: Config;
  mode: RunMode;
  log: Log;
  clock: Clock;
  machine: Machine;
  productVersion: string;
  /** Reads the settings again, as a start would. */
  loadConfig: () => LoadedConfig;
}

/** The caller holds the data folder. Rejects, with nothing left running, when a part cannot start. */
export async function compose(
  deps: ServiceDeps & {
    door: Door;
    vault: VaultControl;
    /** Of an encrypted store. */
    secrets: StoreSecrets | undefined;
    /** From when on this process had it locked. */
    lockedSinceMs: number | undefined;
  },
): Promise<Daemon> {
  const { config, mode, log, clock, productVersion } = deps;
  const { key, sealing } = deps.secrets ?? {};
  const { dataDir } = config;
  const startedAtMs = clock.now();
  const cleanup = new AsyncDisposableStack();
  try {
    const news = broadcast<StoredEvent>((err) => log.error({ err }, 'a listener broke'));
    const supervisor = makeSupervisor({ clock, log });
    const prometheus = prometheusFigures();
    const { stageTimes } = prometheus;
    const streamFigures = { open: 0, dropped: 0 };
    const watch = storeWatch(clock);
    const onCall = (call: StoreCall) => {
      watch.onCall(call);
      prometheus.onCall(call);
    };
    const store = announcingStore(
      await openStore({ dataDir, key, onCall, onBegin: watch.onBegin }),
      news,
    );
    cleanup.defer(() => store.close());
    if (deps.lockedSinceMs !== undefined)
      await noteLockedTime(store, deps.lockedSinceMs, clock.now());
    const reserve = await openDiskReserve(dataDir);
    const allMedia = await openMedia({ dataDir, sealing });
    const media = guardMedia(allMedia, reserve);
    const audioMedia = guardAudioMedia(
      openAudioMedia({ dataDir, sealing, sound: media.videos.sound }),
      reserve,
    );
    const exports = await openExports({ dataDir, media, sealing });
    const deletions = openDeletions({
      ...{ dataDir, store, audioMedia, redactTexts, clock, log, sealing, reserve },
      media: allMedia,
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
      timeoutMs: LIMITS.searchTimeoutMs,
      maxRows: RAW_SQL_MAX_ROWS,
      key,
    });
    cleanup.defer(() => rawSql.close());

    if (config['vision.language'] !== schema['vision.language'].fallback)
      log.warn({}, LANGUAGE_NOTICE);
    const ocr = lazyOcr({ log });
    cleanup.defer(() => ocr.close());
    supervisor.show(ocr.part);
    const holds = {
      screen: pauseHolders<Holder>(async (isPaused) => screen?.setPaused(isPaused)),
      sound: pauseHolders<Holder>(async (isPaused) => audio?.setPaused(isPaused)),
    };
    const governor = composeGovernor({
      ...{ config, media, news, clock, log },
      async setPaused(isPaused) {
        await Promise.all([holds.screen('governor', isPaused), holds.sound('governor', isPaused)]);
      },
    });
    const { machineLoad } = governor;
    const compaction = compactionService({
      compaction: openCompaction({
        ...{ dataDir, store, media, sealing, nowMs: () => clock.now() },
        quality: () => governor.levers().videoQuality,
      }),
      enabled: config['vision.compaction'],
      machineLoad,
      lastFrameAtMs: () => screen?.metrics().lastDbWriteAtMs,
      clock,
      log,
    });
    const retention = openRetention({
      ...{ dataDir, store, media, deletions, machineLoad, clock },
      rules: retentionRules(config),
    });
    const lostSnapshot = lostSnapshotWatch(dataDir, key);
    const scrubbing = scrubService({
      scrub: openScrub({
        ...{ dataDir, store, sealing, videos: media.videos, nowMs: () => clock.now() },
      }),
      lastFrameAtMs: () => screen?.metrics().lastDbWriteAtMs,
      ...{ machineLoad, clock, log },
    });
    const isSample = mode.kind === 'replay';
    const sampleDay = Promise.withResolvers<void>();
    const screen = config['vision.enabled']
      ? composeScreen({
          ...{ config, machine: deps.machine, supervisor, stageTimes },
          ...{ store, media, ocr, governor, clock, log },
          sampleDay: isSample ? sampleDay.promise : undefined,
          compactionFigures: compaction.figures,
        })
      : undefined;

    const audio = config['audio.enabled']
      ? // Loaded when it is wanted: the runtime of its models takes 20 MB.
        (await import('./audio.ts')).composeAudio({
          ...{ config, machine: deps.machine, supervisor, stageTimes },
          ...{ store, audioMedia, governor, clock, log },
          sampleDay: isSample ? sampleDay.promise : undefined,
          decode: media.videos.sound.decode,
        })
      : undefined;

    const pause = capturePause({
      file: join(dataDir, 'pause.json'),
      setPaused: {
        screen: (isPaused) => holds.screen('person', isPaused),
        sound: (isPaused) => holds.sound('person', isPaused),
      },
      clock,
      log,
    });
    const sync = composeSync({ config, store, media, clock, log });
    const pipes = await composePipes({
      ...{ dataDir, store, news, supervisor, clock, log, platform: deps.machine.platform },
      sessionBusAddress: deps.machine.env.DBUS_SESSION_BUS_ADDRESS,
    });
    deletions.onForgotten(pipes.host.forgetOutput);

    const health = await composeHealth({
      ...{
        dataDir,
        store,
        media,
        watch,
        supervisor,
        screen,
        audio,
        pause,
        governor,
        scrubbing,
        lostSnapshot: lostSnapshot.found,
        retention,
        startedAtMs,
        clock,
        log,
      },
      enabled: { vision: config['vision.enabled'], audio: config['audio.enabled'] },
      replay: isSample,
    });

    prometheus.readFrom(() => ({
      facts: health.facts(),
      coverageMinutes: health.ledger.minutes(),
      streams: streamFigures,
    }));
    const app = await buildServer({
      store,
      news,
      media,
      audioMedia,
      exports,
      deletions,
      retention,
      governor,
      rules: historyRules({ store, deletions, redactTexts }),
      backups,
      redactFrame,
      readAgain: readAgain(ocr.get),
      rawSql,
      pipes: pipes.host,
      health: health.report,
      coverage: health.ledger.list,
      pause,
      settings: settingsOf({
        load: deps.loadConfig,
        running: config,
        live: {
          keys: [...EXCLUSION_KEYS, ...RETENTION_KEYS, ...BUDGET_KEYS],
          apply(changed) {
            screen?.useExclusions(changed);
            retention.use(retentionRules(changed));
            governor.use(budgetOf(changed));
          },
        },
      }),
      vision:
        screen ??
        absentVision('it is turned off (vision.enabled)', () => clock.now(), compaction.figures),
      retranscribe: audio?.retranscribe,
      audio: audio ?? absentAudio('it is turned off (audio.enabled)', () => clock.now()),
      sync,
      vault: deps.vault,
      prometheus,
      accessTokens: await openAccessTokens(store, () => clock.now()),
      accessLog: makeAccessLog({
        store,
        nowMs: () => clock.now(),
        log: log.child({ part: 'serve' }),
      }),
      streamFigures,
      log: log.child({ part: 'serve' }),
      guard: guardSettings(config),
      limits: LIMITS,
      productVersion,
      webFolder: WEB_FOLDER,
      nowMs: () => clock.now(),
    });
    cleanup.defer(() => deps.door.retire(app));
    const url = await deps.door.open(app);
    pipes.connect(app, Number(new URL(url).port));
    pipes.host.start();
    // Before the HTTP side, which its runs ask.
    cleanup.defer(() => pipes.host.close());

    const deleting = supervisor.supervise(deletions.service);
    cleanup.defer(() => deleting.stop());
    const retaining = supervisor.supervise(retention.service);
    cleanup.defer(() => retaining.stop());
    const syncing = supervisor.supervise(sync.service);
    cleanup.defer(() => syncing.stop());
    const snapshotting = supervisor.supervise(
      snapshotService({
        // The sample day is rebuilt whenever it is wanted.
        enabled: mode.kind === 'live' && config['backup.snapshots'],
        removeOld: async (nowMs) => {
          lostSnapshot.lookAgain();
          await removeOldSnapshots(dataDir, nowMs, key);
        },
        make: (nowMs, signal) =>
          makeSnapshot({
            ...{ dataDir, key, nowMs, signal },
            isStoreEmpty: () => isStoreEmpty(store, signal),
          }),
        ...{ machineLoad, clock, log },
      }),
    );
    cleanup.defer(() => snapshotting.stop());
    const compacting = supervisor.supervise(compaction);
    cleanup.defer(() => compacting.stop());
    const meeting = supervisor.supervise(meetingService({ store, news, clock }));
    cleanup.defer(() => meeting.stop());
    const pausing = supervisor.supervise(pause.service);
    cleanup.defer(() => pausing.stop());
    const scrubber = supervisor.supervise(scrubbing);
    cleanup.defer(() => scrubber.stop());
    const governing = supervisor.supervise(governor.service);
    cleanup.defer(() => governing.stop());
    // Each may take its two seconds, and the stop as a whole has its limit.
    cleanup.defer(() => closeTogether([screen, audio]));
    screen?.setOwnPort(Number(new URL(url).port));
    screen?.start();
    audio?.open();
    if (isSample) {
      const onStored = (signal: AbortSignal) => addSamplePipe(pipes.host, signal);
      const journal = loadJournal(join(dataDir, 'sample-day.loading'));
      const replay = supervisor.supervise(
        replayService({ store, media, journal, clock, log, onStored, onThere: sampleDay.resolve }),
      );
      cleanup.defer(() => replay.stop());
    }
    // The last to start and the first to stop: it sees only ends that nobody requested.
    health.start();
    cleanup.defer(() => health.close());
    return { url, stop: () => cleanup.disposeAsync() };
  } catch (error) {
    await cleanup.disposeAsync();
    throw error;
  }
}

export function guardSettings({ allowedOrigins, accessToken, allowOtherUsers }: Config) {
  const token = accessToken === '' ? undefined : accessToken;
  return { allowedOrigins, accessToken: token, allowOtherUsers };
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
