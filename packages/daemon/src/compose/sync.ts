/** Joins the parts of sync: keys, the place where devices meet, the store. Called by `compose/index.ts`. */
import { createHash } from 'node:crypto';
import { homedir, hostname } from 'node:os';
import type { Config } from '#config/schema.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log/log.ts';
import type { Media } from '#store/media/media.ts';
import type { Store } from '#store/store.ts';
import { openBackend } from '#sync/backends.ts';
import { keyKeeper } from '#sync/keys/kept-key.ts';
import { systemKeyring } from '#sync/keys/keyring.ts';
import { makeBandwidth } from '#sync/media/bandwidth.ts';
import type { SyncMode } from '#sync/media/remote-files.ts';
import { onWifi } from '#sync/rounds/network.ts';
import { openSync } from '#sync/sync.ts';

export function composeSync(deps: {
  config: Config;
  store: Store;
  media: Media;
  clock: Clock;
  log: Log;
}) {
  const { config, store, media, clock } = deps;
  const url = config['sync.url'].replace(/^~(?=[\\/])/, homedir());
  const limit = config['sync.bandwidthLimit'];
  const bandwidth = makeBandwidth(limit === 0 ? undefined : limit * 1000, clock);
  const holder = createHash('sha256').update(`${hostname()}\n${config.dataDir}`).digest('hex');
  return openSync({
    store,
    media,
    clock,
    log: deps.log.child({ part: 'sync' }),
    keys: keyKeeper(config.dataDir, systemKeyring(holder)),
    holder,
    url,
    intervalMs: config['sync.interval'] * 1000,
    mode: modeOf(config),
    role: config['sync.role'],
    isWifiOnly: config['sync.wifiOnly'],
    wifi: onWifi,
    openBackend: (token) => openBackend({ url, token, bandwidth }),
  });
}

function modeOf(config: Config): SyncMode {
  // A keeper answers for the others, whatever it sends of what it captured itself.
  if (config['sync.textOnly']) return config['sync.role'] === 'keeper' ? 'on-demand' : 'text';
  return config['sync.onDemand'] ? 'on-demand' : 'full';
}
