/**
 * Sync of this device: holds the keys while it is unlocked, runs rounds in the background and on demand, and remembers how they went.
 * At most one round runs at a time.
 */
import { randomUUID } from 'node:crypto';
import { HUB_NAME } from '@hindcast/client/hub-wire';
import type { Clock } from '#core/clock.ts';
import { serviceError } from '#core/errors.ts';
import type { PassphraseCost } from '#core/keys/passphrase-key.ts';
import type { Log } from '#core/log/log.ts';
import type { Service } from '#core/service.ts';
import type { Media } from '#store/media/media.ts';
import type { Store } from '#store/store.ts';
import type { SyncRole } from '#store/sync/records.ts';
import { readOrMakeKeys, rewrapKeys } from './account-at-hub.ts';
import type { SyncBackend } from './backend.ts';
import type { InitWish, SyncControl } from './control.ts';
import { toErrorInfo } from './errors.ts';
import type { KeyKeeper } from './keys/kept-key.ts';
import { openAccount } from './keys/keys.ts';
import type { RemoteMedia } from './media/media-errors.ts';
import { remoteFiles, type SyncMode } from './media/remote-files.ts';
import { type Directions, roundRunner, type SyncState, type Unlocked } from './round-runner.ts';
import type { Traffic } from './rounds/engine.ts';
import { noteLeftDevice } from './rounds/left-devices.ts';
import { type OnWifi, onlyOnWifi } from './rounds/network.ts';
import { isWaiting, runHistory } from './rounds/run-history.ts';
import { waitMs } from './rounds/schedule.ts';
import { groupCall, type Known, statusCall } from './status.ts';

/** How long a caller of `trigger` waits; a first sync takes longer and goes on by itself. */
const TRIGGER_WAIT_MS = 20_000;

export interface SyncDeps {
  store: Store;
  media: Media;
  clock: Clock;
  log: Log;
  keys: KeyKeeper;
  /** For this data folder on this machine: two that send as the same device are distinguished by it. */
  holder: string;
  /** Empty: sync has nowhere to go. */
  url: string;
  intervalMs: number;
  mode: SyncMode;
  role: SyncRole;
  isWifiOnly: boolean;
  wifi: () => Promise<OnWifi>;
  openBackend: (token: string) => SyncBackend;
  /** Absent: as much as is recommended. For tests, which do not guard a secret. */
  keyCost?: PassphraseCost;
}

export function openSync(deps: SyncDeps): SyncControl & { service: Service } {
  const { store, clock, log, keys } = deps;
  const state: SyncState = {
    unlocked: undefined,
    round: undefined,
    intervalMs: deps.intervalMs,
    failures: 0,
    heads: undefined,
    wake: () => {},
    initialising: Promise.resolve(),
  };
  /** Files that somebody waits for. */
  const fetching = new Set<Promise<void>>();
  const known: Known = {
    lastSyncAtMs: null,
    lastDownloadAtMs: null,
    lastError: null,
    nextSyncAtMs: null,
  };

  const runOne = runHistory({ store, clock, lastCode: () => known.lastError?.code });
  const engine = { store, nowMs: () => clock.now(), withBoxes: deps.mode !== 'text' };
  const files = remoteFiles({
    store,
    media: deps.media,
    clock,
    mode: deps.mode,
    isKeeper: deps.role === 'keeper',
    device: () => state.unlocked,
    round: () => join(['upload', 'download']),
    lastSeenAtMs: (machineId) =>
      state.heads?.devices.find((one) => one.machineId === machineId)?.lastSeenAtMs,
  });

  function openBackend(token: string): SyncBackend {
    const backend = deps.openBackend(token);
    return deps.isWifiOnly ? onlyOnWifi(backend, deps.wifi) : backend;
  }

  function getUnlocked(): Unlocked {
    if (!state.unlocked) throw serviceError('SYNC_NOT_INITIALISED');
    return state.unlocked;
  }

  async function unlock(device: Omit<Unlocked, 'abort' | 'holder'>): Promise<void> {
    await store.sync.start(device.account.accountId, device.machineId);
    await store.sync.setRole(deps.role, device.machineId);
    state.unlocked = { ...device, holder: deps.holder, abort: new AbortController() };
    state.failures = 0;
    known.lastError = null;
    state.wake();
  }

  async function lock(): Promise<void> {
    const device = state.unlocked;
    state.unlocked = undefined;
    device?.abort.abort();
    await keys.remove().catch((err: unknown) => {
      log.warn({ err, code: toErrorInfo(err).code }, 'the key stays in the keyring');
    });
    if (!device) return;
    await Promise.allSettled([state.round?.done, ...fetching]);
    device.account.masterKey.fill(0);
  }
  const runRound = roundRunner({
    lock,
    state,
    role: deps.role,
    log,
    store,
    engine,
    files,
    runOne,
    getUnlocked,
  });
  const { join, begin } = roundQueue({ runRound, known, clock, state });

  /** Ends with the lock, which wipes the key that it needs. */
  async function fetchMedia(media: RemoteMedia, signal: AbortSignal): Promise<void> {
    const locked = state.unlocked?.abort.signal;
    const work = files.fetch(media, locked ? AbortSignal.any([signal, locked]) : signal);
    fetching.add(work);
    try {
      await work;
    } catch (error) {
      if (locked?.aborted && !signal.aborted) throw serviceError('SYNC_NOT_INITIALISED');
      throw error;
    } finally {
      fetching.delete(work);
    }
  }
  const { init, changePassword, resume } = accountCalls({
    state,
    deps,
    openBackend,
    unlock,
    getUnlocked,
    begin,
  });
  const run = syncLoop({ deps, resume, known, state, join, fetching });

  return {
    init,
    changePassword,
    lock,
    ...statusCall(deps, state, known),
    ...groupCall(deps, state, known),
    ...triggerCall({ getUnlocked, state, join, clock }),
    async download() {
      getUnlocked();
      // What a running round receives is its own; this one begins after it.
      await state.round?.done.catch(() => {});
      return join(['download']);
    },
    fetchMedia,
    async forgetDevice(machineId) {
      // What was known before a lock is old.
      const isNoted = await noteLeftDevice(machineId, state.unlocked && state.heads, engine);
      if (isNoted) state.wake();
      return isNoted;
    },
    listRuns: (limit, offset, signal) => store.sync.listRuns(limit, offset, signal),
    service: { name: 'sync', run },
  };
}

/** Resumes with a kept key, then runs rounds until it is aborted. */
function syncLoop(parts: {
  deps: SyncDeps;
  resume: ReturnType<typeof accountCalls>['resume'];
  known: Known;
  state: SyncState;
  join: ReturnType<typeof roundQueue>['join'];
  fetching: Set<Promise<void>>;
}) {
  const { deps, resume, known, state, join, fetching } = parts;
  const { log, clock } = deps;
  return async (signal: AbortSignal): Promise<void> => {
    await resume().catch((err: unknown) => {
      known.lastError = toErrorInfo(err);
      log.warn({ err, code: toErrorInfo(err).code }, 'sync stays locked');
    });
    while (!signal.aborted) {
      if (state.unlocked) {
        await join(['upload', 'download']).catch((err: unknown) => {
          // It may come any moment.
          if (isWaiting(err)) return;
          state.failures += 1;
          if (!signal.aborted)
            log.warn({ err, code: toErrorInfo(err).code }, 'a round of sync failed');
        });
      }
      const ms = waitMs(state.intervalMs, state.failures, Math.random());
      known.nextSyncAtMs = state.unlocked ? clock.now() + ms : null;
      const woken = new AbortController();
      state.wake = () => woken.abort();
      await clock.sleep(ms, AbortSignal.any([signal, woken.signal]));
    }
    state.unlocked?.abort.abort();
    await Promise.allSettled([state.round?.done, ...fetching]);
    state.unlocked?.account.masterKey.fill(0);
    state.unlocked = undefined;
  };
}

function triggerCall(
  deps: Pick<SyncDeps, 'clock'> & {
    getUnlocked: () => Unlocked;
    state: SyncState;
    join: ReturnType<typeof roundQueue>['join'];
  },
): Pick<SyncControl, 'trigger'> {
  const { getUnlocked, state, join, clock } = deps;
  return {
    async trigger() {
      getUnlocked();
      const patience = new AbortController();
      // One that runs may have passed what the caller has just changed: then another one follows it.
      const before = state.round?.done.catch(() => {});
      const done = (async () => {
        await before;
        await join(['upload', 'download']);
        return true;
      })();
      const late = clock.sleep(TRIGGER_WAIT_MS, patience.signal).then(() => false);
      try {
        return await Promise.race([done, late]);
      } finally {
        patience.abort();
        // When nobody waits for it any more it still must not be an unhandled rejection.
        done.catch(() => {});
      }
    },
  };
}

/** Unlocks the account of this device, and changes its password. */
function accountCalls(parts: {
  state: SyncState;
  deps: SyncDeps;
  openBackend: (token: string) => SyncBackend;
  unlock: (device: Omit<Unlocked, 'abort' | 'holder'>) => Promise<void>;
  getUnlocked: () => Unlocked;
  begin: ReturnType<typeof roundQueue>['begin'];
}) {
  const { state, deps, openBackend, unlock, getUnlocked, begin } = parts;
  const { store, keys } = deps;
  /** One after the other: whoever comes second finds sync set up. */
  function init(wanted: InitWish): Promise<{ isNewUser: boolean; machineId: string }> {
    const turn = state.initialising.then(() => initNow(wanted));
    state.initialising = turn.catch(() => {});
    return turn;
  }

  async function initNow(wanted: InitWish): Promise<{ isNewUser: boolean; machineId: string }> {
    if (state.unlocked) throw serviceError('SYNC_ALREADY_INITIALISED');
    if (deps.url === '') throw serviceError('SYNC_NOT_CONFIGURED');
    // One that a lock has ended still has the store.
    await state.round?.done.catch(() => {});
    const { machineId: before } = await store.sync.state();
    const machineId = wanted.machineId ?? (before || randomUUID());
    if (!HUB_NAME.test(machineId))
      throw serviceError('INVALID_BODY/machine_id', { context: { field: 'machine_id' } });
    const backend = openBackend(wanted.token);
    const found = await readOrMakeKeys(backend, wanted.password, deps.keyCost);
    const account = await openAccount(found.keys.document, wanted.password);
    const keysRevision = found.keys.revision;
    if (wanted.isKept) await keys.write({ account, token: wanted.token, keysRevision });
    state.intervalMs =
      wanted.intervalSecs === undefined ? deps.intervalMs : wanted.intervalSecs * 1000;
    await unlock({ account, backend, machineId, keysRevision });
    return { isNewUser: found.isNewUser, machineId };
  }

  async function rewrap(device: Unlocked, present: string, next: string): Promise<void> {
    const { signal } = device.abort;
    device.keysRevision = await rewrapKeys(device, { present, next }, signal, deps.keyCost);
    const kept = await keys.read();
    if (kept) await keys.write({ ...kept, keysRevision: device.keysRevision });
  }

  async function changePassword(password: string, newPassword: string): Promise<void> {
    getUnlocked();
    while (state.round !== undefined) await state.round.done.catch(() => {});
    const device = getUnlocked();
    // In the place of a round, for one that saw the new key document before this device knows of it would lock it.
    const nothing: Traffic = { blobs: 0, bytes: 0, records: 0 };
    state.round = begin(
      [],
      rewrap(device, password, newPassword).then(() => nothing),
    );
    await state.round.done;
  }

  async function resume(): Promise<void> {
    const kept = deps.url === '' ? undefined : await keys.read();
    if (!kept || state.unlocked) return;
    const { machineId } = await store.sync.state();
    const backend = openBackend(kept.token);
    await unlock({ ...kept, backend, machineId: machineId || randomUUID() });
  }

  return { init, changePassword, resume };
}

/** At most one round at a time; a caller joins the round that covers what it asks for. */
function roundQueue(
  deps: Pick<SyncDeps, 'clock'> & {
    runRound: ReturnType<typeof roundRunner>;
    known: Known;
    state: SyncState;
  },
) {
  const { runRound, known, clock, state } = deps;
  async function counted(directions: Directions): Promise<Traffic> {
    try {
      const received = await runRound(directions);
      known.lastError = null;
      known.lastSyncAtMs = clock.now();
      known.lastDownloadAtMs = clock.now();
      // Whoever asked for it has shown that the long wait is over.
      if (state.failures > 0) state.wake();
      state.failures = 0;
      return received;
    } catch (error) {
      known.lastError = toErrorInfo(error);
      throw error;
    }
  }

  /** The round that runs when it covers these directions; otherwise a new one after it. */
  async function join(directions: Directions): Promise<Traffic> {
    while (state.round && !directions.every((one) => state.round?.directions.includes(one)))
      await state.round.done.catch(() => {});
    state.round ??= begin(directions, counted(directions));
    return state.round.done;
  }

  function begin(directions: Directions, work: Promise<Traffic>): NonNullable<typeof state.round> {
    const done = work.finally(() => {
      state.round = undefined;
    });
    return { directions, done };
  }

  return { join, begin };
}
