/** Two devices with real stores and media folders that meet in memory, for tests of what sync does as a whole. */
import { systemClock } from '#core/clock.ts';
import { silentLog } from '#core/log.ts';
import { openParts, type Parts } from '#store/compaction/parts.fixture.ts';
import { temporaryFolder } from '#store/testing/temporary-store.ts';
import type { SyncBackend } from './backend.ts';
import { type MemoryBackend, memoryBackend } from './backends/memory/memory-backend.ts';
import type { SyncControl } from './control.ts';
import { keyFile } from './kept-key.ts';
import type { SyncMode } from './remote-pictures.ts';
import { openSync } from './sync.ts';

export const ACCOUNT = { token: 't', password: 'pw' };

export interface SyncingDevice extends AsyncDisposable {
  parts: Parts;
  sync: SyncControl;
  /** As after a restart: another one on the same store, which runs its service until it is stopped. */
  restart(): { sync: SyncControl; stop: () => Promise<void> };
}

export interface DeviceOptions {
  mode?: SyncMode;
  isOnWifi?: boolean;
  holder?: string;
}

export async function syncingDevice(
  backend: SyncBackend,
  { mode = 'text', isOnWifi, holder }: DeviceOptions = {},
): Promise<SyncingDevice> {
  const folder = await temporaryFolder();
  const parts = await openParts(folder.path);
  const { store, media } = parts;
  const open = () =>
    openSync({
      ...{ store, media, mode, clock: systemClock, log: silentLog, keyFile: keyFile(folder.path) },
      ...{ holder: holder ?? folder.path, url: 'memory', intervalMs: 3_600_000 },
      isWifiOnly: isOnWifi !== undefined,
      wifi: async () => (isOnWifi ? 'yes' : 'no'),
      openBackend: () => backend,
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

export interface TwoDevices extends AsyncDisposable {
  a: SyncingDevice;
  b: SyncingDevice;
  backend: MemoryBackend;
}

/** Both are set up. */
export async function twoDevices(options: DeviceOptions = {}): Promise<TwoDevices> {
  const backend = memoryBackend();
  const a = await syncingDevice(backend, options);
  const b = await syncingDevice(backend, options);
  await a.sync.init({ ...ACCOUNT, machineId: 'a' });
  await b.sync.init({ ...ACCOUNT, machineId: 'b' });
  return {
    ...{ a, b, backend },
    async [Symbol.asyncDispose]() {
      await a[Symbol.asyncDispose]();
      await b[Symbol.asyncDispose]();
    },
  };
}
