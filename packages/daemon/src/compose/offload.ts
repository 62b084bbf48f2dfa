/** Joins the settings of offloading to its places and to the store. Called by `compose/storage.ts`. */
import { createHash } from 'node:crypto';
import { homedir, hostname } from 'node:os';
import type { Config } from '#config/schema.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log/log.ts';
import { openOffload } from '#offload/offload.ts';
import { isFolder, openPlace } from '#offload/places.ts';
import type { DiskReserve } from '#store/media/disk-reserve.ts';
import type { Sealing } from '#store/sealing/store-key.ts';
import type { Store } from '#store/store.ts';
import { makeBandwidth } from '#sync/media/bandwidth.ts';
import { onWifi } from '#sync/rounds/network.ts';
import type { MachineLoad } from '#upkeep/machine-load.ts';

const GB = 1e9;

export function composeOffload(deps: {
  config: Config;
  store: Store;
  sealing: Sealing | undefined;
  reserve: Pick<DiskReserve, 'assertKept'>;
  machineLoad: () => Promise<MachineLoad>;
  clock: Clock;
  log: Log;
}) {
  const { config, store, sealing, reserve, clock, log } = deps;
  const { dataDir } = config;
  const to = config['retention.offload.to'].replace(/^~(?=[\\/])/, homedir());
  const limit = config['sync.bandwidthLimit'];
  const bandwidth = makeBandwidth(limit === 0 ? undefined : limit * 1000, clock);
  const holder = createHash('sha256').update(`${hostname()}\n${dataDir}`).digest('hex');
  return openOffload({
    dataDir,
    store,
    sealing,
    afterDays: config['retention.offload.afterDays'],
    to,
    cacheBytes: config['retention.offload.cacheGb'] * GB,
    isCompacting: config['vision.compaction'],
    openPlace: (url, storeName) =>
      openPlace(
        {
          url,
          keyId: config['retention.offload.keyId'],
          secret: config['retention.offload.secret'],
          region: config['retention.offload.region'],
          bandwidth,
          holder,
        },
        storeName,
      ),
    isMachineFree: async () => (await deps.machineLoad()) === 'free',
    async mayUseNetwork() {
      const isCostly = config['sync.wifiOnly'] && !isFolder(to);
      return !isCostly || (await onWifi()) === 'yes';
    },
    assertRoom: () => reserve.assertKept(),
    clock,
    log,
  });
}
