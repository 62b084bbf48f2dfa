/** Joins the parts that watch the others: the canary, the coverage ledger, the health report. Called by `compose/index.ts`. */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log/log.ts';
import type { Supervisor } from '#core/service.ts';
import { canaryService } from '#health/canary.ts';
import { observe } from '#health/coverage-rules.ts';
import { type HealthFacts, needsProof } from '#health/facts.ts';
import { coverageLedger, type Ledger } from '#health/ledger.ts';
import { type HealthReport, healthReport } from '#health/report.ts';
import type { StoreWatch } from '#health/store-watch.ts';
import type { AudioSide } from '#ingest/audio/audio.ts';
import type { CapturePause } from '#ingest/capture-pause.ts';
import type { MeaningControl } from '#ingest/meaning/meaning-control.ts';
import type { ScreenSide } from '#ingest/screen/screen.ts';
import type { Offload } from '#offload/offload.ts';
import { watchDataFile } from '#store/kernel/data-file.ts';
import type { Media } from '#store/media/media.ts';
import type { Store } from '#store/store.ts';
import type { SyncControl, SyncGroup } from '#sync/control.ts';
import type { Governor } from '#upkeep/governor/governor.ts';
import type { Retention } from '#upkeep/retention.ts';
import type { ScrubService } from '#upkeep/scrub.ts';

export interface HealthSide {
  report(signal?: AbortSignal): Promise<HealthReport>;
  facts(): HealthFacts;
  ledger: Ledger;
  start(): void;
  close(): Promise<void>;
}

export async function composeHealth(deps: {
  dataDir: string;
  store: Store;
  media: Media;
  watch: StoreWatch;
  supervisor: Supervisor;
  screen: ScreenSide | undefined;
  audio: AudioSide | undefined;
  pause: Pick<CapturePause, 'state'>;
  governor: Pick<Governor, 'note' | 'levers'>;
  retention: Pick<Retention, 'ranAtMs' | 'waitingForKeeper'>;
  sync: Pick<SyncControl, 'group'>;
  scrubbing: Pick<ScrubService, 'figures'>;
  offload: Pick<Offload, 'figures'>;
  meaning: Pick<MeaningControl, 'availability'>;
  lostSnapshot: () => HealthFacts['lostSnapshot'];
  enabled: { vision: boolean; audio: boolean };
  isWaitingForAgreement: boolean;
  replay: boolean;
  startedAtMs: number;
  clock: Clock;
  log: Log;
}): Promise<HealthSide> {
  const { store, watch, supervisor, screen, audio, enabled, clock, log } = deps;
  let newest: HealthFacts['newest'] = { lastFrameAtMs: null, lastTranscriptAtMs: null };
  let meaning: HealthFacts['meaning'];
  let group: SyncGroup | undefined;

  function factsNow(): HealthFacts {
    return {
      newest,
      vision: {
        enabled: enabled.vision,
        capture: screen && {
          isRunning: screen.isRunning(),
          status: screen.status(),
          metrics: screen.metrics(),
          activity: screen.activity(),
        },
      },
      audio: {
        enabled: enabled.audio,
        listening: audio && {
          isRunning: audio.isRunning(),
          status: audio.status(),
          devices: audio.listDevices(),
          metrics: audio.metrics(),
        },
      },
      pauses: deps.pause.state(),
      isWaitingForAgreement: deps.isWaitingForAgreement,
      governor: { note: deps.governor.note(), isPaused: deps.governor.levers().isPaused },
      dataDir: deps.dataDir,
      store: watch.facts(),
      retentionRanAtMs: deps.retention.ranAtMs(),
      scrub: deps.scrubbing.figures(),
      offload: deps.offload.figures(),
      keeper: group && keeperFacts(group, deps.retention.waitingForKeeper()),
      meaning,
      lostSnapshot: deps.lostSnapshot(),
      parts: supervisor.parts(),
      startedAtMs: deps.startedAtMs,
      nowMs: clock.now(),
      replay: deps.replay,
    };
  }

  const ledger = coverageLedger({ store, observe: () => observe(factsNow()), clock, log });
  const canary = canaryService({
    store,
    media: deps.media,
    watch,
    clock,
    log,
    needsProof: () => needsProof(factsNow()),
    dataFile: await watchDataFile(deps.dataDir),
  });
  let running: ReturnType<Supervisor['supervise']>[] = [];
  return {
    async report(signal) {
      try {
        newest = await store.content.newest(clock.now(), signal);
        const waiting = await store.meaning.waiting(signal);
        group = await deps.sync.group(signal);
        meaning = { availability: await deps.meaning.availability(), ...waiting };
      } catch (error) {
        signal?.throwIfAborted();
        // A store that cannot be read is no reason to say nothing about the rest.
        watch.readFailed(error);
      }
      return healthReport(factsNow());
    },
    facts: factsNow,
    ledger,
    start() {
      running = [canary, ledger].map(supervisor.supervise);
    },
    async close() {
      await Promise.all(running.map((part) => part.stop()));
    },
  };
}

/** Devices without a keeper have nothing to say about it, unless something waits until it is known whether there is one. */
function keeperFacts(group: SyncGroup, waitingFiles: number): HealthFacts['keeper'] {
  const isWaiting = group.awaitsKeeper && waitingFiles > 0;
  const hasKeeper = group.role === 'keeper' || group.keepers.length > 0;
  return hasKeeper || isWaiting ? { ...group, waitingFiles } : undefined;
}
