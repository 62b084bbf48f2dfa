/** Joins the background jobs over stored data: compaction, retention and the check of media files. Called by `compose/index.ts`. */
import type { Config } from '#config/schema.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log/log.ts';
import { openCompaction } from '#store/compaction/compaction.ts';
import type { Deletions } from '#store/deletion/job/deletions.ts';
import type { Media } from '#store/media/media.ts';
import { openScrub } from '#store/repair/scrub.ts';
import type { Sealing } from '#store/sealing/store-key.ts';
import type { Store } from '#store/store.ts';
import { compactionService } from '#upkeep/compaction.ts';
import type { Governor } from '#upkeep/governor/governor.ts';
import { openRetention } from '#upkeep/retention.ts';
import { scrubService } from '#upkeep/scrub.ts';
import { retentionRules } from './retention.ts';

export function composeUpkeep(deps: {
  config: Config;
  store: Store;
  media: Media;
  deletions: Deletions;
  sealing: Sealing | undefined;
  governor: Pick<Governor, 'levers' | 'machineLoad'>;
  lastFrameAtMs: () => number | undefined;
  awaitsKeeper: () => Promise<boolean>;
  clock: Clock;
  log: Log;
}) {
  const { config, store, media, deletions, sealing, governor, lastFrameAtMs, clock, log } = deps;
  const { dataDir } = config;
  const { machineLoad } = governor;
  const nowMs = () => clock.now();
  const compaction = compactionService({
    compaction: openCompaction({
      dataDir,
      store,
      media,
      sealing,
      nowMs,
      quality: () => governor.levers().videoQuality,
    }),
    enabled: config['vision.compaction'],
    machineLoad,
    lastFrameAtMs,
    clock,
    log,
  });
  const retention = openRetention({
    dataDir,
    store,
    media,
    deletions,
    machineLoad,
    clock,
    rules: retentionRules(config),
    awaitsKeeper: deps.awaitsKeeper,
  });
  const scrubbing = scrubService({
    scrub: openScrub({ dataDir, store, sealing, videos: media.videos, nowMs }),
    lastFrameAtMs,
    machineLoad,
    clock,
    log,
  });
  return { compaction, retention, scrubbing };
}
