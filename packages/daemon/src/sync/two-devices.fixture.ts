/** Two devices with real stores and media folders that meet in memory, for tests of what sync does as a whole. */
import { join } from 'node:path';
import { type Clock, systemClock } from '#core/clock.ts';
import type { Keyring } from '#core/keys/keyring.ts';
import { silentLog } from '#core/log/log.ts';
import { openParts, type Parts } from '#store/compaction/parts.fixture.ts';
import { newStoreKey, sealingOf } from '#store/sealing/store-key.ts';
import type { SyncRole } from '#store/sync/records.ts';
import { temporaryFolder } from '#store/testing/temporary-store.ts';
import type { StoreSecrets } from '#store/vault/vault.ts';
import type { SyncBackend } from './backend.ts';
import { type MemoryBackend, memoryBackend } from './backends/memory/memory-backend.fixture.ts';
import type { SyncControl } from './control.ts';
import { keyKeeper } from './keys/kept-key.ts';
import type { SyncMode } from './media/remote-files.ts';
import { openSync } from './sync.ts';

/** A hundredth of what a password is worth. */
export const CHEAP_KEYS = { memoryKib: 19 * 1024, passes: 1, lanes: 1 };
export const ACCOUNT = { token: 't', password: 'pw' };

export interface SyncingDevice extends AsyncDisposable {
  parts: Parts;
  sync: SyncControl;
  /** As after a restart: another one on the same store, which runs its service until it is stopped. */
  restart(): { sync: SyncControl; stop: () => Promise<void> };
}

const HASTE = 20;
const startedAtMs = Date.now();
/** Twenty times as fast, for tests of what happens after some seconds. */
const hastyClock: Clock = {
  now: () => startedAtMs + (Date.now() - startedAtMs) * HASTE,
  monotonicMs: () => systemClock.monotonicMs() * HASTE,
  sleep: (ms, signal) => systemClock.sleep(ms / HASTE, signal),
};

export interface DeviceOptions {
  mode?: SyncMode;
  role?: SyncRole;
  isOnWifi?: boolean;
  holder?: string;
  /** The clock of the place where they meet. */
  backendNowMs?: () => number;
  keyring?: Keyring;
  /** Whether its store is encrypted. */
  isSealed?: boolean;
  clock?: Clock;
  intervalMs?: number;
}

export async function syncingDevice(
  backend: SyncBackend,
  options: DeviceOptions = {},
): Promise<SyncingDevice> {
  const { mode = 'text', role = 'device', isOnWifi, holder, keyring } = options;
  const { clock = hastyClock, intervalMs = 3_600_000 } = options;
  const folder = await temporaryFolder();
  const parts = await openParts(
    folder.path,
    options.isSealed ? newSecrets(folder.path) : undefined,
  );
  const { store, media } = parts;
  const open = () =>
    openSync({
      store,
      media,
      mode,
      role,
      clock,
      log: silentLog,
      keys: keyKeeper(folder.path, keyring),
      holder: holder ?? folder.path,
      url: 'memory',
      intervalMs,
      isWifiOnly: isOnWifi !== undefined,
      wifi: async () => (isOnWifi ? 'yes' : 'no'),
      openBackend: () => backend,
      keyCost: CHEAP_KEYS,
    });
  const sync = open();
  return {
    parts,
    sync,
    restart() {
      const { service, ...control } = open();
      const abort = new AbortController();
      const done = service.run(abort.signal);
      const stop = async () => {
        abort.abort();
        await done;
      };
      return { sync: control, stop };
    },
    async [Symbol.asyncDispose]() {
      await sync.lock();
      await parts[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

function newSecrets(dataDir: string): StoreSecrets {
  const key = newStoreKey('chacha20');
  return { key, sealing: sealingOf(key, join(dataDir, 'data')) };
}

export interface TwoDevices extends AsyncDisposable {
  a: SyncingDevice;
  b: SyncingDevice;
  backend: MemoryBackend;
}

/** Both are set up. */
export async function twoDevices(options: DeviceOptions = {}): Promise<TwoDevices> {
  const backend = memoryBackend(options.backendNowMs ?? hastyClock.now);
  const a = await syncingDevice(backend, options);
  const b = await syncingDevice(backend, options);
  await a.sync.init({ ...ACCOUNT, machineId: 'a' });
  await b.sync.init({ ...ACCOUNT, machineId: 'b' });
  return {
    a,
    b,
    backend,
    async [Symbol.asyncDispose]() {
      await a[Symbol.asyncDispose]();
      await b[Symbol.asyncDispose]();
    },
  };
}

export async function count({ parts }: SyncingDevice): Promise<number> {
  return (await parts.store.content.summary()).frames;
}

/** The code of the error with which a round ends. */
export async function failure(device: SyncingDevice): Promise<string> {
  const error = await device.sync.trigger().then(
    () => ({ code: 'none' }),
    (cause) => cause,
  );
  return error.code;
}
