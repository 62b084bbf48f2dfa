/**
 * Sync of this device: holds the keys while it is unlocked, runs rounds in the background and on demand, and remembers how they went.
 * At most one round runs at a time.
 */
import { randomUUID } from 'node:crypto';
import { HUB_NAME } from '@hindcast/client/hub-wire';
import type { Clock } from '#core/clock.ts';
import type { PassphraseCost } from '#core/keys/passphrase-key.ts';
import type { Log } from '#core/log/log.ts';
import type { Service } from '#core/service.ts';
import type { Media } from '#store/media/media.ts';
import type { Store } from '#store/store.ts';
import { readOrMakeKeys, rewrapKeys } from './account-at-hub.ts';
import type { Heads, SyncBackend } from './backend.ts';
import type { InitWish, SyncControl, SyncStatus } from './control.ts';
import {
  InvalidMachineIdError,
  SyncAccountMissingError,
  SyncAlreadyInitialisedError,
  SyncDeviceClonedError,
  SyncNotConfiguredError,
  SyncNotInitialisedError,
  SyncPasswordChangedError,
  toErrorInfo,
} from './errors.ts';
import type { KeyKeeper } from './keys/kept-key.ts';
import { openAccount } from './keys/keys.ts';
import type { RemoteMedia } from './media/media-errors.ts';
import { remoteFiles, type SyncMode } from './media/remote-files.ts';
import { type Device, download, type Traffic, upload } from './rounds/engine.ts';
import { noteLeftDevice, removeLeftDevices } from './rounds/left-devices.ts';
import { type OnWifi, onlyOnWifi } from './rounds/network.ts';
import { isWaiting, runHistory } from './rounds/run-history.ts';
import { waitMs } from './rounds/schedule.ts';
import { tidySegments } from './rounds/tidy.ts';

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
  isWifiOnly: boolean;
  wifi: () => Promise<OnWifi>;
  openBackend: (token: string) => SyncBackend;
  /** Absent: as much as is recommended. For tests, which do not guard a secret. */
  keyCost?: PassphraseCost;
}

interface Unlocked extends Device {
  keysRevision: string;
  abort: AbortController;
}

type Directions = readonly ('upload' | 'download')[];

export function openSync(deps: SyncDeps): SyncControl & { service: Service } {
  const { store, clock, log, keys } = deps;
  let unlocked: Unlocked | undefined;
  let round: { directions: Directions; done: Promise<Traffic> } | undefined;
  let intervalMs = deps.intervalMs;
  /** Of the rounds that come by themselves: what others ask for does not put those off. */
  let failures = 0;
  let heads: Heads | undefined;
  let wake = () => {};
  let initialising: Promise<unknown> = Promise.resolve();
  /** Files that somebody waits for. */
  const fetching = new Set<Promise<void>>();
  const known = {
    lastSyncAtMs: null as number | null,
    lastDownloadAtMs: null as number | null,
    lastError: null as SyncStatus['lastError'],
    nextSyncAtMs: null as number | null,
  };

  const runOne = runHistory({ store, clock, lastCode: () => known.lastError?.code });
  const engine = { store, nowMs: () => clock.now(), withBoxes: deps.mode !== 'text' };
  const files = remoteFiles({
    ...{ store, media: deps.media, clock, mode: deps.mode },
    device: () => unlocked,
    round: () => join(['upload', 'download']),
    lastSeenAtMs: (machineId) =>
      heads?.devices.find((one) => one.machineId === machineId)?.lastSeenAtMs,
  });

  function openBackend(token: string): SyncBackend {
    const backend = deps.openBackend(token);
    return deps.isWifiOnly ? onlyOnWifi(backend, deps.wifi) : backend;
  }

  function getUnlocked(): Unlocked {
    if (!unlocked) throw new SyncNotInitialisedError();
    return unlocked;
  }

  async function unlock(device: Omit<Unlocked, 'abort' | 'holder'>): Promise<void> {
    await store.sync.start(device.account.accountId, device.machineId);
    unlocked = { ...device, holder: deps.holder, abort: new AbortController() };
    failures = 0;
    known.lastError = null;
    wake();
  }

  async function lock(): Promise<void> {
    const device = unlocked;
    unlocked = undefined;
    device?.abort.abort();
    await keys.remove().catch((err: unknown) => {
      log.warn({ err, code: toErrorInfo(err).code }, 'the key stays in the keyring');
    });
    if (!device) return;
    await Promise.allSettled([round?.done, ...fetching]);
    device.account.masterKey.fill(0);
  }

  async function readHeads(device: Unlocked): Promise<Heads> {
    const found = await device.backend.readHeads(device.machineId, device.abort.signal);
    if (found.keysRevision === undefined) throw new SyncAccountMissingError();
    if (found.keysRevision !== device.keysRevision) {
      // The round that found it out ends with it; what else goes on must not seal with a key that is wiped.
      void lock();
      throw new SyncPasswordChangedError();
    }
    heads = found;
    return found;
  }

  /** The data folder was copied or set back: this one goes on under a new name, and sends everything again. */
  async function rename(device: Unlocked): Promise<void> {
    log.warn(
      { code: 'SYNC_DEVICE_CLONED' },
      'another device sends under this name, taking a new one',
    );
    device.machineId = randomUUID();
    await store.sync.start(device.account.accountId, device.machineId, true);
  }

  async function send(device: Unlocked, found: Heads, traffic: Traffic): Promise<void> {
    const { signal } = device.abort;
    try {
      await upload(device, found, engine, traffic, signal);
    } catch (error) {
      if (!(error instanceof SyncDeviceClonedError)) throw error;
      await rename(device);
      await upload(device, found, engine, traffic, signal);
    }
    await tidySegments(device, engine, traffic, signal);
    await removeLeftDevices(device, found, engine, signal);
  }

  /** Records first, then files. What was asked for is sent at once, and that it was is reported with it. */
  async function receive(device: Unlocked, found: Heads, traffic: Traffic): Promise<void> {
    const { signal } = device.abort;
    await download(device, found, engine, traffic, signal);
    // A file that is lost there must not keep those of this device from the others.
    const fault = await files.receive(device, signal).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    signal.throwIfAborted();
    await sendFiles(device, signal);
    if (fault) throw fault.error;
  }

  async function sendFiles(device: Unlocked, signal: AbortSignal): Promise<void> {
    const sent: Traffic = { blobs: 0, bytes: 0, records: 0 };
    if (!(await files.send(device, sent, signal))) return;
    await runOne('upload', async (counted) => {
      Object.assign(counted, sent);
      await upload(device, await readHeads(device), engine, counted, signal);
    });
  }

  /** What was received. Reading goes on where sending fails: a full hub still has news. */
  async function runRound(directions: Directions): Promise<Traffic> {
    const device = getUnlocked();
    let found: Heads | undefined;
    const faults: unknown[] = [];
    let received: Traffic = { blobs: 0, bytes: 0, records: 0 };
    for (const direction of directions) {
      try {
        const traffic = await runOne(direction, async (counted) => {
          found ??= await readHeads(device);
          if (direction === 'upload') await send(device, found, counted);
          else await receive(device, found, counted);
        });
        if (direction === 'download') received = traffic;
      } catch (error) {
        faults.push(error);
        // Without the heads there is nothing more to learn.
        if (found === undefined || device.abort.signal.aborted) break;
      }
    }
    if (faults.length > 0) throw faults[0];
    return received;
  }

  async function counted(directions: Directions): Promise<Traffic> {
    try {
      const received = await runRound(directions);
      known.lastError = null;
      known.lastSyncAtMs = clock.now();
      known.lastDownloadAtMs = clock.now();
      // Whoever asked for it has shown that the long wait is over.
      if (failures > 0) wake();
      failures = 0;
      return received;
    } catch (error) {
      known.lastError = toErrorInfo(error);
      throw error;
    }
  }

  /** The round that runs when it covers these directions; otherwise a new one after it. */
  async function join(directions: Directions): Promise<Traffic> {
    while (round && !directions.every((one) => round?.directions.includes(one)))
      await round.done.catch(() => {});
    round ??= begin(directions, counted(directions));
    return round.done;
  }

  function begin(directions: Directions, work: Promise<Traffic>): NonNullable<typeof round> {
    const done = work.finally(() => {
      round = undefined;
    });
    return { directions, done };
  }

  /** Ends with the lock, which wipes the key that it needs. */
  async function fetchMedia(media: RemoteMedia, signal: AbortSignal): Promise<void> {
    const locked = unlocked?.abort.signal;
    const work = files.fetch(media, locked ? AbortSignal.any([signal, locked]) : signal);
    fetching.add(work);
    try {
      await work;
    } catch (error) {
      if (locked?.aborted && !signal.aborted) throw new SyncNotInitialisedError();
      throw error;
    } finally {
      fetching.delete(work);
    }
  }

  /** One after the other: whoever comes second finds sync set up. */
  function init(wanted: InitWish): Promise<{ isNewUser: boolean; machineId: string }> {
    const turn = initialising.then(() => initNow(wanted));
    initialising = turn.catch(() => {});
    return turn;
  }

  async function initNow(wanted: InitWish): Promise<{ isNewUser: boolean; machineId: string }> {
    if (unlocked) throw new SyncAlreadyInitialisedError();
    if (deps.url === '') throw new SyncNotConfiguredError();
    // One that a lock has ended still has the store.
    await round?.done.catch(() => {});
    const { machineId: before } = await store.sync.state();
    const machineId = wanted.machineId ?? (before || randomUUID());
    if (!HUB_NAME.test(machineId)) throw new InvalidMachineIdError();
    const backend = openBackend(wanted.token);
    const found = await readOrMakeKeys(backend, wanted.password, deps.keyCost);
    const account = await openAccount(found.keys.document, wanted.password);
    const keysRevision = found.keys.revision;
    if (wanted.isKept) await keys.write({ account, token: wanted.token, keysRevision });
    intervalMs = wanted.intervalSecs === undefined ? deps.intervalMs : wanted.intervalSecs * 1000;
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
    while (round !== undefined) await round.done.catch(() => {});
    const device = getUnlocked();
    // In the place of a round, for one that saw the new key document before this device knows of it would lock it.
    const nothing: Traffic = { blobs: 0, bytes: 0, records: 0 };
    round = begin(
      [],
      rewrap(device, password, newPassword).then(() => nothing),
    );
    await round.done;
  }

  async function resume(): Promise<void> {
    const kept = deps.url === '' ? undefined : await keys.read();
    if (!kept || unlocked) return;
    const { machineId } = await store.sync.state();
    const backend = openBackend(kept.token);
    await unlock({ ...kept, backend, machineId: machineId || randomUUID() });
  }

  async function run(signal: AbortSignal): Promise<void> {
    await resume().catch((err: unknown) => {
      known.lastError = toErrorInfo(err);
      log.warn({ err, code: toErrorInfo(err).code }, 'sync stays locked');
    });
    while (!signal.aborted) {
      if (unlocked) {
        await join(['upload', 'download']).catch((err: unknown) => {
          // It may come any moment.
          if (isWaiting(err)) return;
          failures += 1;
          if (!signal.aborted)
            log.warn({ err, code: toErrorInfo(err).code }, 'a round of sync failed');
        });
      }
      const ms = waitMs(intervalMs, failures, Math.random());
      known.nextSyncAtMs = unlocked ? clock.now() + ms : null;
      const woken = new AbortController();
      wake = () => woken.abort();
      await clock.sleep(ms, AbortSignal.any([signal, woken.signal]));
    }
    unlocked?.abort.abort();
    await Promise.allSettled([round?.done, ...fetching]);
    unlocked?.account.masterKey.fill(0);
    unlocked = undefined;
  }

  return {
    init,
    changePassword,
    lock,
    async status(signal) {
      const state = await store.sync.state(signal);
      const cursors = new Map(state.cursors.map((one) => [one.machineId, one.nextSequence]));
      const others = heads?.devices.filter((one) => one.machineId !== state.machineId) ?? [];
      return {
        ...known,
        isEnabled: unlocked !== undefined,
        wifi: deps.isWifiOnly ? await deps.wifi() : null,
        isSyncing: round !== undefined,
        machineId: state.machineId || null,
        nextSyncAtMs: unlocked ? known.nextSyncAtMs : null,
        waiting: state.waiting,
        usedBytes: heads?.usedBytes ?? null,
        devices: others.map((one) => ({
          ...one,
          read: cursors.get(one.machineId) ?? 0,
          isFormerName: state.formerNames.includes(one.machineId),
        })),
      };
    },
    async trigger() {
      getUnlocked();
      const patience = new AbortController();
      // One that runs may have passed what the caller has just changed: then another one follows it.
      const before = round?.done.catch(() => {});
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
    async download() {
      getUnlocked();
      // What a running round receives is its own; this one begins after it.
      await round?.done.catch(() => {});
      return join(['download']);
    },
    fetchMedia,
    async forgetDevice(machineId) {
      // What was known before a lock is old.
      const isNoted = await noteLeftDevice(machineId, unlocked && heads, engine);
      if (isNoted) wake();
      return isNoted;
    },
    listRuns: (limit, offset, signal) => store.sync.listRuns(limit, offset, signal),
    service: { name: 'sync', run },
  };
}
