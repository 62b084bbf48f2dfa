/**
 * Builds every part of the service and joins them; read this file to learn the system. Parts know nothing of each other beyond the
 * interfaces they are given here. Stopping is the reverse of starting.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadJournal } from '#capture/replay/load-journal.ts';
import { replayService } from '#capture/replay/replay.ts';
import type { Machine } from '#capture/sources.ts';
import type { LoadedConfig } from '#config/load.ts';
import { captureSides, type RunMode } from '#config/mode.ts';
import { type Config, LANGUAGE_NOTICE, schema } from '#config/schema.ts';
import { broadcast } from '#core/broadcast.ts';
import type { Clock } from '#core/clock.ts';
import { closeTogether } from '#core/close-together.ts';
import type { Log } from '#core/log/log.ts';
import { collectGarbage } from '#core/memory/collect-garbage.ts';
import { makeSupervisor, type Service } from '#core/service.ts';
import { lazyOcr } from '#extract/ocr/lazy-ocr.ts';
import { prometheusFigures } from '#health/prometheus.ts';
import { storeWatch } from '#health/store-watch.ts';
import { capturePause } from '#ingest/capture-pause.ts';
import { pauseHolders } from '#ingest/pause-holders.ts';
import type { AgreementControl } from '#serve/vault/agreement-control.ts';
import type { VaultControl } from '#serve/vault/vault-control.ts';
import type { StoredEvent } from '#store/announcing-store.ts';
import { lostSnapshotWatch, makeSnapshot, removeOldSnapshots } from '#store/backup/snapshots.ts';
import type { StoreSecrets } from '#store/vault/vault.ts';
import { meetingService } from '#upkeep/meetings.ts';
import { memoryService } from '#upkeep/memory.ts';
import { isStoreEmpty, snapshotService } from '#upkeep/snapshots.ts';
import type { composeAudio } from './audio.ts';
import { composeGovernor } from './governor.ts';
import { composeHealth } from './health.ts';
import { composeServer, LIMITS } from './http.ts';
import { composeAssistant, composeMeaning } from './meaning.ts';
import type { Door } from './open-door.ts';
import { addSamplePipe, composePipes } from './pipes.ts';
import { composeScreen } from './screen.ts';
import { composeStorage } from './storage.ts';
import { composeSync } from './sync.ts';
import { composeUpkeep } from './upkeep.ts';

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

interface ComposeDeps extends ServiceDeps {
  door: Door;
  vault: VaultControl;
  agreement: AgreementControl;
  /** Of an encrypted store. */
  secrets: StoreSecrets | undefined;
  /** From when on this process had it locked. */
  lockedSinceMs: number | undefined;
}

/** The caller holds the data folder. Rejects, with nothing left running, when a part cannot start. */
export async function compose(deps: ComposeDeps): Promise<Daemon> {
  const cleanup = new AsyncDisposableStack();
  try {
    const parts = await build(deps, cleanup);
    const url = await start(deps, parts, cleanup);
    return { url, stop: () => cleanup.disposeAsync() };
  } catch (error) {
    await cleanup.disposeAsync();
    throw error;
  }
}

/** Makes every part; nothing runs by itself yet. */
async function build(deps: ComposeDeps, cleanup: AsyncDisposableStack) {
  const { config, log, clock } = deps;
  const { dataDir } = config;
  const startedAtMs = clock.now();
  const news = broadcast<StoredEvent>((err) => log.error({ err }, 'a listener broke'));
  const supervisor = makeSupervisor({ clock, log });
  const prometheus = prometheusFigures();
  const watch = storeWatch(clock);
  const storage = await composeStorage({
    config,
    machineLoad: () => governor.machineLoad(),
    secrets: deps.secrets,
    lockedSinceMs: deps.lockedSinceMs,
    watch,
    onCall: prometheus.onCall,
    news,
    rawSqlTimeoutMs: LIMITS.searchTimeoutMs,
    cleanup,
    clock,
    log,
  });
  const { store, media } = storage;
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
    config,
    media,
    news,
    clock,
    log,
    async setPaused(isPaused) {
      await Promise.all([holds.screen('governor', isPaused), holds.sound('governor', isPaused)]);
    },
  });
  const upkeep = composeUpkeep({
    config,
    store,
    media,
    deletions: storage.deletions,
    sealing: deps.secrets?.sealing,
    governor,
    lastFrameAtMs: () => screen?.metrics().lastDbWriteAtMs,
    awaitsKeeper: async () => (await sync.group()).awaitsKeeper,
    clock,
    log,
  });
  const sampleDay = Promise.withResolvers<void>();
  const { enabled, isWaitingForAgreement } = captureState(deps);
  const { screen, audio } = await composeCapture(enabled, {
    config,
    machine: deps.machine,
    store,
    media,
    audioMedia: storage.audioMedia,
    ocr,
    governor,
    supervisor,
    stageTimes: prometheus.stageTimes,
    compactionFigures: upkeep.compaction.figures,
    sampleDay: deps.mode.kind === 'replay' ? sampleDay.promise : undefined,
    lastFrameAtMs: () => screen?.metrics().lastDbWriteAtMs,
    clock,
    log,
  });
  const meaning = composeMeaning({
    config,
    store,
    supervisor,
    machineLoad: governor.machineLoad,
    lastFrameAtMs: () => screen?.metrics().lastDbWriteAtMs,
    isSample: deps.mode.kind === 'replay',
    clock,
    log,
  });
  cleanup.defer(() => meaning.close());
  const pause = personPause(deps, holds);
  const sync = composeSync({ config, store, media, clock, log });
  const { platform, env } = deps.machine;
  const pipeParts = { dataDir, store, news, supervisor, clock, log, platform };
  const sessionBusAddress = env.DBUS_SESSION_BUS_ADDRESS;
  const pipes = await composePipes({ ...pipeParts, sessionBusAddress });
  storage.deletions.onForgotten(pipes.host.forgetOutput);
  const lostSnapshot = lostSnapshotWatch(dataDir, deps.secrets?.key);
  const health = await composeHealth({
    ...storage,
    ...upkeep,
    dataDir,
    watch,
    supervisor,
    screen,
    audio,
    pause,
    governor,
    meaning,
    sync,
    lostSnapshot: lostSnapshot.found,
    startedAtMs,
    clock,
    log,
    enabled,
    isWaitingForAgreement,
    replay: deps.mode.kind === 'replay',
  });
  return {
    ...storage,
    ...upkeep,
    news,
    supervisor,
    prometheus,
    ocr,
    governor,
    screen,
    audio,
    meaning,
    pause,
    sync,
    pipes,
    health,
    lostSnapshot,
    sampleDay,
  };
}

/** Which sides are captured. A keeper that captures nothing has no agreement to wait for. */
function captureState({ config, machine, agreement }: ComposeDeps) {
  const sides = captureSides(config, { ...machine, exists: existsSync });
  const isIdleKeeper = config['sync.role'] === 'keeper' && !sides.vision && !sides.audio;
  const isWaitingForAgreement = agreement.status().state === 'waiting' && !isIdleKeeper;
  const enabled = isWaitingForAgreement ? { vision: false, audio: false } : sides;
  return { enabled, isWaitingForAgreement };
}

type Hold = ReturnType<typeof pauseHolders<Holder>>;

/** A pause that a person asked for. */
function personPause({ config, clock, log }: ComposeDeps, holds: Record<'screen' | 'sound', Hold>) {
  return capturePause({
    file: join(config.dataDir, 'pause.json'),
    setPaused: {
      screen: (isPaused) => holds.screen('person', isPaused),
      sound: (isPaused) => holds.sound('person', isPaused),
    },
    clock,
    log,
  });
}

type Parts = Awaited<ReturnType<typeof build>>;

type CaptureParts = Omit<
  Parameters<typeof composeScreen>[0] & Parameters<typeof composeAudio>[0],
  'decode'
>;

/** The sides that capture; undefined where one is turned off, or waits for the person's agreement. */
async function composeCapture(enabled: { vision: boolean; audio: boolean }, parts: CaptureParts) {
  const { media } = parts;
  const screen = enabled.vision ? composeScreen(parts) : undefined;
  // Loaded when it is wanted: the runtime of its models takes 20 MB.
  const audio = enabled.audio
    ? (await import('./audio.ts')).composeAudio({ ...parts, decode: media.videos.sound.decode })
    : undefined;
  return { screen, audio };
}

/** Answers requests first, then starts what runs by itself, capture last. Resolves to the address. */
async function start(
  deps: ComposeDeps,
  parts: Parts,
  cleanup: AsyncDisposableStack,
): Promise<string> {
  const { clock, log } = deps;
  const { supervisor, prometheus, health, pipes, screen, audio } = parts;
  const streamFigures = { open: 0, dropped: 0 };
  prometheus.readFrom(() => ({
    facts: health.facts(),
    coverageMinutes: health.ledger.minutes(),
    streams: streamFigures,
  }));
  const app = await composeServer({
    ...parts,
    config: deps.config,
    loadConfig: deps.loadConfig,
    vault: deps.vault,
    agreement: deps.agreement,
    productVersion: deps.productVersion,
    assistant: composeAssistant(deps.config),
    pipes: pipes.host,
    health: health.report,
    coverage: health.ledger.list,
    audioSide: audio,
    compactionFigures: parts.compaction.figures,
    streamFigures,
    clock,
    log,
  });
  cleanup.defer(() => deps.door.retire(app));
  const url = await deps.door.open(app);
  const port = Number(new URL(url).port);
  pipes.connect(app, port);
  pipes.host.start();
  // Before the HTTP side, which its runs ask.
  cleanup.defer(() => pipes.host.close());
  const run = (service: Service) => {
    const running = supervisor.supervise(service);
    cleanup.defer(() => running.stop());
  };
  run(parts.deletions.service);
  run(parts.retention.service);
  run(parts.sync.service);
  run(parts.offload.service);
  run(dailySnapshots(deps, parts));
  run(parts.compaction);
  run(meetingService({ store: parts.store, news: parts.news, clock }));
  parts.meaning.start();
  run(parts.pause.service);
  run(parts.scrubbing);
  run(parts.governor.service);
  run(restingMemory(deps, parts));
  // Each may take its two seconds, and the stop as a whole has its limit.
  cleanup.defer(() => closeTogether([screen, audio]));
  screen?.setOwnPort(port);
  screen?.start();
  audio?.open();
  if (deps.mode.kind === 'replay') run(sampleReplay(deps, parts));
  // The last to start and the first to stop: it sees only ends that nobody requested.
  health.start();
  cleanup.defer(() => health.close());
  return url;
}

function restingMemory({ clock }: ComposeDeps, { screen }: Parts): Service {
  const lastFrameAtMs = () => screen?.metrics().lastDbWriteAtMs;
  return memoryService({ collect: collectGarbage, lastFrameAtMs, clock });
}

function dailySnapshots(deps: ComposeDeps, { store, lostSnapshot, governor }: Parts): Service {
  const { config, clock, log } = deps;
  const { dataDir } = config;
  const key = deps.secrets?.key;
  return snapshotService({
    // The sample day is rebuilt whenever it is wanted.
    enabled: deps.mode.kind === 'live' && config['backup.snapshots'],
    removeOld: async (nowMs) => {
      lostSnapshot.lookAgain();
      await removeOldSnapshots(dataDir, nowMs, key);
    },
    make: (nowMs, signal) =>
      makeSnapshot({
        dataDir,
        key,
        nowMs,
        signal,
        isStoreEmpty: () => isStoreEmpty(store, signal),
        changes: store.snapshots,
      }),
    machineLoad: governor.machineLoad,
    clock,
    log,
  });
}

function sampleReplay(deps: ComposeDeps, { store, media, pipes, sampleDay }: Parts): Service {
  const { config, clock, log } = deps;
  return replayService({
    store,
    media,
    journal: loadJournal(join(config.dataDir, 'sample-day.loading')),
    clock,
    log,
    onStored: (signal) => addSamplePipe(pipes.host, signal),
    onThere: sampleDay.resolve,
  });
}
