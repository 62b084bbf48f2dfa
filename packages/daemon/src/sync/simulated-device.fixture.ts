/**
 * A device for simulations: a real store with a skewed clock, real keys and rounds, and a backend that loses answers, fails and dies
 * on demand. Only the network is played.
 */
import type { DottedWrites, WriteName } from '#store/store.ts';
import { type LocalStore, localStore } from '#store/testing/local-store.ts';
import type { SyncBackend } from './backend.ts';
import type { Account } from './keys/keys.ts';
import { download, type EngineDeps, type Traffic, upload } from './rounds/engine.ts';
import { type TidyStore, tidySegments } from './rounds/tidy.ts';

class Killed extends Error {}

/** Decides, at every step that leaves or enters the device, what goes wrong there. */
export type Fate = () => 'well' | 'lost' | 'answer lost' | 'twice' | 'killed';

export interface SimulatedDevice extends AsyncDisposable {
  readonly local: LocalStore;
  /** One round; false when something went wrong on the way. */
  round(): Promise<boolean>;
}

export async function simulatedDevice(options: {
  machineId: string;
  account: Account;
  backend: SyncBackend;
  nowMs: () => number;
  fate: Fate;
}): Promise<SimulatedDevice> {
  const { machineId, account, nowMs, fate } = options;
  const local = await localStore(nowMs);
  local.write('sync.start', account.accountId, machineId);
  const backend = unreliable(options.backend, fate);

  /** The calls of the writer, any of which may be the last thing before a kill. */
  const writing =
    <Name extends WriteName>(name: Name) =>
    async (...args: Parameters<DottedWrites[Name]>): Promise<ReturnType<DottedWrites[Name]>> => {
      const result = local.write(name, ...args);
      if (fate() === 'killed') throw new Killed();
      return result;
    };
  const store: EngineDeps['store'] & TidyStore = {
    sync: {
      state: async () => local.read('sync.state'),
      findStaged: async (sequence) => local.read('sync.findStaged', sequence),
      draftSegment: writing('sync.draftSegment'),
      stageSegment: writing('sync.stageSegment'),
      confirmSegment: writing('sync.confirmSegment'),
      openSegment: writing('sync.openSegment'),
      applySegment: writing('sync.applySegment'),
      setCursorLeft: writing('sync.setCursorLeft'),
      dropCursor: writing('sync.dropCursor'),
      keepersSeen: writing('sync.keepersSeen'),
      listStaleSegments: writing('sync.listStaleSegments'),
      withoutGone: writing('sync.withoutGone'),
      segmentTidied: writing('sync.segmentTidied'),
    },
  };

  return {
    local,
    async round() {
      const device = { account, backend, machineId, holder: machineId };
      const deps = { store, nowMs, withBoxes: true };
      const traffic: Traffic = { blobs: 0, bytes: 0, records: 0 };
      const { signal } = new AbortController();
      try {
        const heads = await backend.readHeads(machineId, signal);
        await upload(device, heads, deps, traffic, signal);
        await tidySegments(device, deps, traffic, signal);
        await download(device, heads, deps, traffic, signal);
        return true;
      } catch (error) {
        if (error instanceof Killed || error instanceof LostError) return false;
        throw error;
      }
    },
    [Symbol.asyncDispose]: () => local[Symbol.asyncDispose](),
  };
}

class LostError extends Error {}

function unreliable(backend: SyncBackend, fate: Fate): SyncBackend {
  async function through<T>(work: () => Promise<T>): Promise<T> {
    const what = fate();
    if (what === 'lost') throw new LostError();
    const result = await work();
    if (what === 'twice') await work();
    if (what === 'answer lost') throw new LostError();
    if (what === 'killed') throw new Killed();
    return result;
  }
  return {
    readHeads: (...args) => through(() => backend.readHeads(...args)),
    readKeys: (...args) => through(() => backend.readKeys(...args)),
    writeKeys: (...args) => through(() => backend.writeKeys(...args)),
    append: (...args) => through(() => backend.append(...args)),
    replace: (...args) => through(() => backend.replace(...args)),
    removeStream: (...args) => through(() => backend.removeStream(...args)),
    removeDevice: (...args) => through(() => backend.removeDevice(...args)),
    read: (...args) => through(() => backend.read(...args)),
    countSegments: (...args) => through(() => backend.countSegments(...args)),
  };
}
