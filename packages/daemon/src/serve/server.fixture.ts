/**
 * A server over real parts for tests: a store, a media folder and a SQL child on a temporary data
 * folder, all removed afterwards. A test replaces single parts to play a fault that real ones do
 * not have on demand, such as a query that never ends.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PipeData } from '@hindcast/pipe-sdk';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { broadcast } from '#core/broadcast.ts';
import { systemClock } from '#core/clock.ts';
import { silentLog } from '#core/log/log.ts';
import { makeSupervisor } from '#core/service.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import { coverageLedger } from '#health/ledger.ts';
import { prometheusFigures } from '#health/prometheus.ts';
import { healthReport } from '#health/report.ts';
import { absentAudio } from '#ingest/absent-audio.ts';
import { capturePause } from '#ingest/capture-pause.ts';
import { absentMeaning } from '#ingest/meaning/meaning-control.ts';
import { absentVision } from '#ingest/screen/absent-vision.ts';
import { openOffload } from '#offload/offload.ts';
import { facilities } from '#pipes/facilities.ts';
import { openPipeHost, type PipeHost } from '#pipes/host.ts';
import { pipeInstaller } from '#pipes/install/install.ts';
import { announcingStore, type StoredEvent } from '#store/announcing-store.ts';
import { openBackups } from '#store/backup/backups.ts';
import { openDeletions } from '#store/deletion/job/deletions.ts';
import type { RedactTexts } from '#store/deletion/job/redaction.ts';
import { openAudioMedia } from '#store/media/audio/audio-media.ts';
import { openExports } from '#store/media/exports/exports.ts';
import { openMedia } from '#store/media/media.ts';
import { openRawSql } from '#store/raw-sql/raw-sql.ts';
import type { Store } from '#store/store.ts';
import { openTestStore } from '#store/testing/test-store.ts';
import { memoryBackend } from '#sync/backends/memory/memory-backend.fixture.ts';
import { keyKeeper } from '#sync/keys/kept-key.ts';
import { openSync } from '#sync/sync.ts';
import { openGovernor } from '#upkeep/governor/governor.ts';
import { openRetention } from '#upkeep/retention.ts';
import { historyRules } from '#upkeep/rules.ts';
import { makeAccessLog } from './access/access-log.ts';
import { openAccessTokens } from './access/access-tokens.ts';
import { toWireItem } from './items/wire-item.ts';
import { buildServer, type ServerDeps } from './server.ts';
import type { StreamFigures } from './server-deps.ts';
import { serviceAsker } from './service-asker.ts';

/** The clock of all route tests. */
export const NOW_MS = Date.parse('2026-02-03T12:00:00.000Z');

/** In place of the real recogniser, which is no part of the HTTP side: addresses only. */
const redactTexts: RedactTexts = async (texts) =>
  texts.map((text) => {
    const redacted = text.replace(/\S+@\S+/g, '[EMAIL]');
    return redacted === text ? null : { text: redacted, count: 1 };
  });

const LEAVE_WITHIN_MS = 500;

export interface TestServer extends AsyncDisposable {
  app: FastifyInstance;
  store: Store;
  pipes: PipeHost;
  dataDir: string;
  /** Sends a body as JSON to `POST /add` and returns the ids. */
  add(contentType: string, data: unknown, deviceName?: string): Promise<number[]>;
  /** The path of a new image of one colour, outside the data folder. */
  makeImage(options?: { width?: number; height?: number }): Promise<string>;
  streams(): Readonly<StreamFigures>;
  close(): Promise<void>;
}

export async function testServer(
  replace: (real: ServerDeps) => Partial<ServerDeps> = () => ({}),
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'hindcast-serve-'));
  const dataDir = join(folder, 'data-dir');
  await mkdir(dataDir, { mode: 0o700 });
  const news = broadcast<StoredEvent>((error) => {
    throw error;
  });
  const store = announcingStore(await openTestStore({ dataDir }), news);
  const rawSql = openRawSql({
    databaseFile: join(dataDir, 'db.sqlite'),
    // A child takes seconds to start when every core is busy.
    timeoutMs: 6_000,
    maxRows: 10_000,
  });
  const offload = openOffload({
    dataDir,
    store,
    sealing: undefined,
    afterDays: 0,
    to: '',
    cacheBytes: 0,
    isCompacting: true,
    openPlace: () => {
      throw new Error('no place is set in this test');
    },
    isMachineFree: async () => true,
    mayUseNetwork: async () => true,
    assertRoom: () => {},
    clock: systemClock,
    log: silentLog,
  });
  const media = await openMedia({ dataDir, offloaded: offload.files });
  const audioMedia = openAudioMedia({ dataDir, offloaded: offload.files });
  const deletions = openDeletions({
    dataDir,
    store,
    media,
    audioMedia,
    clock: systemClock,
    log: silentLog,
    redactTexts,
  });
  const backups = openBackups({ dataDir, log: silentLog });
  const ledger = coverageLedger({
    store,
    observe: () => ({ screen: undefined, audio: undefined, input: undefined }),
    clock: manualClock(NOW_MS),
    log: silentLog,
  });
  const asker = serviceAsker();
  const pipes = await openPipeHost({
    dataDir,
    store,
    news,
    clock: systemClock,
    log: silentLog,
    supervisor: makeSupervisor({ clock: systemClock, log: silentLog }),
    callFacility: facilities({
      store,
      askService: asker.ask,
      nowMs: Date.now,
      notifier: { notify: async () => false },
      fetchSettings: { servicePort: () => undefined },
    }),
    installer: pipeInstaller({ pipesFolder: join(dataDir, 'pipes') }),
    toWireItem: (item) => toWireItem(item) as PipeData['items'][number],
  });
  deletions.onForgotten(pipes.forgetOutput);
  const real: ServerDeps = {
    store,
    news,
    media,
    audioMedia,
    deletions,
    rules: historyRules({ store, deletions, redactTexts }),
    retention: openRetention({
      dataDir,
      store,
      media,
      deletions,
      rules: {},
      machineLoad: async () => 'free',
      awaitsKeeper: async () => false,
      clock: manualClock(NOW_MS),
    }),
    // As on a machine that does nothing else.
    governor: openGovernor({
      file: join(dataDir, 'governor.json'),
      budget: { cpuPercent: 50, diskBytesPerMonth: undefined, battery: 'reduced' },
      cores: 2,
      processTime: () => ({ cpuMs: 0, processes: 1 }),
      measureDisk: async () => ({ bytesPerMonth: 0, databaseSizes: {} }),
      isOnBattery: async () => false,
      machineLoad: async () => 'free',
      setPaused: async () => {},
      onAction: () => {},
      clock: manualClock(NOW_MS),
      log: silentLog,
    }),
    offload,
    backups,
    exports: await openExports({ dataDir, media }),
    // The real one is no part of the HTTP side; a test about redaction hands it in.
    redactFrame: async () => ({ outcome: 'impossible', obstacle: 'nothing_was_read' }),
    rawSql,
    pipes,
    health: async () =>
      healthReport({
        dataDir,
        newest: await store.content.newest(NOW_MS),
        vision: { enabled: true },
        audio: { enabled: true },
        startedAtMs: NOW_MS - 60_000,
        nowMs: NOW_MS,
        replay: false,
        store: {
          fault: undefined,
          captureFault: undefined,
          canaryPassedAtMs: NOW_MS,
          freeBytes: 1e12,
        },
        parts: [],
      }),
    coverage: ledger.list,
    accessTokens: await openAccessTokens(store, () => NOW_MS),
    accessLog: makeAccessLog({ store, nowMs: () => NOW_MS, log: silentLog }),
    prometheus: prometheusFigures(),
    readAgain: async () => ({
      lines: [{ text: 'words read again', left: 0, top: 0, width: 1, height: 0.1 }],
      boxes: [],
      rawLines: [],
      engine: 'test',
    }),
    vision: absentVision('this is a test', () => NOW_MS),
    audio: absentAudio('this is a test', () => NOW_MS),
    settings: {
      file: join(dataDir, 'config.json'),
      list: () => [],
      change: () => {},
    },
    pause: capturePause({
      file: join(dataDir, 'pause.json'),
      setPaused: { screen: async () => {}, sound: async () => {} },
      clock: { ...systemClock, now: () => NOW_MS },
      log: silentLog,
    }),
    // Its own server has it; see `vault-server.test.ts`.
    vault: {
      status: () => ({ state: 'unlocked', isSetUp: false, progress: undefined }),
      lock: async () => {},
      unlock: async () => {},
      setUp: async () => {},
      changePassphrase: async () => {},
    },
    agreement: {
      status: () => ({ state: 'not_required', givenAtMs: undefined, startsAtLogin: false }),
      give: async () => {},
      dataDir,
      startCommand: 'npm start',
    },
    sync: openSync({
      store,
      clock: systemClock,
      log: silentLog,
      keys: keyKeeper(dataDir),
      url: '',
      holder: 'test',
      media,
      mode: 'text',
      role: 'device',
      intervalMs: 30_000,
      isWifiOnly: false,
      wifi: async () => 'yes' as const,
      // Never used: there is no address.
      openBackend: () => memoryBackend(),
    }),
    // A test about meaning hands in the real one.
    meaning: absentMeaning(),
    streamFigures: { open: 0, dropped: 0 },
    log: silentLog,
    guard: {
      allowedOrigins: ['https://trusted.example'],
      accessToken: undefined,
      allowOtherUsers: false,
    },
    limits: {
      searchTimeoutMs: 30_000,
      frameTimeoutMs: 5000,
      bodyBytes: 4 * 1024 * 1024,
      addBytes: 10 * 1024 * 1024,
      tokenBytes: 256 * 1024,
    },
    productVersion: '0.0.0-test',
    nowMs: () => NOW_MS,
  };
  const app = await buildServer({ ...real, ...replace(real) });
  asker.connect(app);
  pipes.start();
  let images = 0;

  async function close(): Promise<void> {
    // Clients keep spare connections open, which nothing else would end.
    const timer = setTimeout(() => app.server.closeAllConnections(), LEAVE_WITHIN_MS);
    await pipes.close();
    await app.close();
    clearTimeout(timer);
    await rawSql.close();
    await deletions.close();
    await backups.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }

  return {
    app,
    store,
    pipes,
    dataDir,
    streams: () => real.streamFigures,
    async add(contentType, data, deviceName = 'monitor_1') {
      const reply = await app.inject({
        method: 'POST',
        url: '/add',
        payload: { device_name: deviceName, content: { content_type: contentType, data } },
      });
      if (reply.statusCode !== 200) throw new Error(`/add answered ${reply.body}`);
      return reply.json<{ ids: number[] }>().ids;
    },
    async makeImage({ width = 40, height = 20 } = {}) {
      images += 1;
      const path = join(folder, `image-${images}.png`);
      const background = { r: (images * 40) % 256, g: 80, b: 120 };
      await sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toFile(path);
      return path;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
