/**
 * One round of sync: sends what is new here, receives what is new elsewhere, records first and files afterwards.
 * Called by `sync.ts`, one round at a time.
 */
import { randomUUID } from 'node:crypto';
import { serviceError } from '#core/errors.ts';
import type { Log } from '#core/log/log.ts';
import type { Store } from '#store/store.ts';
import type { SyncRole } from '#store/sync/records.ts';
import type { Heads } from './backend.ts';
import { SyncDeviceClonedError } from './errors.ts';
import type { remoteFiles } from './media/remote-files.ts';
import { type Device, download, type EngineDeps, type Traffic, upload } from './rounds/engine.ts';
import { removeLeftDevices } from './rounds/left-devices.ts';
import type { runHistory } from './rounds/run-history.ts';
import { tidySegments } from './rounds/tidy.ts';

export type Directions = readonly ('upload' | 'download')[];

export interface Unlocked extends Device {
  keysRevision: string;
  abort: AbortController;
}

export interface SyncState {
  unlocked: Unlocked | undefined;
  round: { directions: Directions; done: Promise<Traffic> } | undefined;
  intervalMs: number;
  /** Of the rounds that come by themselves: what others ask for does not put those off. */
  failures: number;
  heads: Heads | undefined;
  wake: () => void;
  initialising: Promise<unknown>;
}

export function roundRunner(deps: {
  lock: () => Promise<void>;
  state: SyncState;
  role: SyncRole;
  log: Log;
  store: Store;
  engine: EngineDeps & { store: Store };
  files: ReturnType<typeof remoteFiles>;
  runOne: ReturnType<typeof runHistory>;
  getUnlocked: () => Unlocked;
}) {
  const { lock, state, role, log, store, engine, files, runOne, getUnlocked } = deps;
  async function readHeads(device: Unlocked): Promise<Heads> {
    const found = await device.backend.readHeads(device.machineId, device.abort.signal);
    if (found.keysRevision === undefined) throw serviceError('SYNC_ACCOUNT_MISSING');
    if (found.keysRevision !== device.keysRevision) {
      // The round that found it out ends with it; what else goes on must not seal with a key that is wiped.
      void lock();
      throw serviceError('SYNC_PASSWORD_CHANGED');
    }
    state.heads = found;
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
    await store.sync.setRole(role, device.machineId);
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
    const { isSent, fault } = await files.send(device, sent, signal);
    if (isSent) {
      await runOne('upload', async (counted) => {
        Object.assign(counted, sent);
        await upload(device, await readHeads(device), engine, counted, signal);
      });
    }
    if (fault !== undefined) throw fault;
  }

  /** What was received. Reading goes on where sending fails: a full hub still has news. */
  return async (directions: Directions): Promise<Traffic> => {
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
  };
}
