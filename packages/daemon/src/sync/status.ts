/** How sync is doing, and what its devices are to each other: for the status, health and retention. Called by `sync.ts`. */
import type { Store } from '#store/store.ts';
import type { SyncRole } from '#store/sync/records.ts';
import type { SyncControl, SyncGroup, SyncStatus } from './control.ts';
import type { SyncMode } from './media/remote-files.ts';
import type { SyncState } from './round-runner.ts';
import type { OnWifi } from './rounds/network.ts';

interface StatusDeps {
  store: Pick<Store, 'sync'>;
  url: string;
  role: SyncRole;
  mode: SyncMode;
  isWifiOnly: boolean;
  wifi: () => Promise<OnWifi>;
}

/** What the status says about rounds so far. */
export type Known = Pick<
  SyncStatus,
  'lastSyncAtMs' | 'lastDownloadAtMs' | 'lastError' | 'nextSyncAtMs'
>;

export function statusCall(
  deps: StatusDeps,
  state: SyncState,
  known: Known,
): Pick<SyncControl, 'status'> {
  const { store } = deps;
  return {
    async status(signal) {
      const stored = await store.sync.state(signal);
      const cursors = new Map(stored.cursors.map((one) => [one.machineId, one.nextSequence]));
      const others = state.heads?.devices.filter((one) => one.machineId !== stored.machineId) ?? [];
      return {
        ...known,
        role: deps.role,
        isEnabled: state.unlocked !== undefined,
        wifi: deps.isWifiOnly ? await deps.wifi() : null,
        isSyncing: state.round !== undefined,
        machineId: stored.machineId || null,
        nextSyncAtMs: state.unlocked ? known.nextSyncAtMs : null,
        waiting: stored.waiting,
        usedBytes: state.heads?.usedBytes ?? null,
        devices: others.map((one) => ({
          ...one,
          read: cursors.get(one.machineId) ?? 0,
          isFormerName: stored.formerNames.includes(one.machineId),
          isKeeper: stored.keepers.includes(one.machineId),
        })),
      };
    },
  };
}

export function groupCall(
  deps: StatusDeps,
  state: SyncState,
  known: Known,
): Pick<SyncControl, 'group' | 'canReturn'> {
  return {
    async canReturn(target, signal) {
      if (deps.url === '' || deps.mode === 'text') return false;
      return deps.store.sync.canReturn(target, signal);
    },
    async group(signal): Promise<SyncGroup> {
      // Without a place to meet there is no group, whatever was known before.
      const keepers = deps.url === '' ? [] : await deps.store.sync.listKeepers(signal);
      const seenAtMs = (machineId: string) =>
        state.heads?.devices.find((one) => one.machineId === machineId)?.lastSeenAtMs;
      return {
        role: deps.role,
        isLocked: state.unlocked === undefined,
        isTextOnly: deps.mode === 'text',
        lastError: known.lastError,
        awaitsKeeper: deps.url !== '' && (await deps.store.sync.awaitsKeeper(signal)),
        keepers: keepers.map((machineId) => ({
          machineId,
          lastSeenAtMs: seenAtMs(machineId) || null,
        })),
      };
    },
  };
}
