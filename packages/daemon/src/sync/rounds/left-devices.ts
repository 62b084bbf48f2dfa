/**
 * Logs that nobody writes any more: of a device that is no more, or under a name that this one had before. Nobody tidies them, so they
 * are shown, and removed as a whole when their device is deleted.
 */
import type { Store } from '#store/store.ts';
import type { Heads } from '../backend.ts';
import { SyncAnswerError, SyncLeaseHeldError, SyncLostDataError } from '../errors.ts';
import type { Device } from './engine.ts';

type LeftStore = {
  readonly sync: Pick<Store['sync'], 'state' | 'setDeviceOver' | 'deviceRemoved'>;
};

/** A device that has not been there for so long does not miss its log; if it comes back, it gets a hint how to start over. */
const AWAY_MS = 7 * 24 * 3_600_000;

/** Whether what it has sent may be removed by another device. */
export function isLeft(
  machineId: string,
  known: { present: string; formerNames: readonly string[]; heads: Heads },
  nowMs: number,
): boolean {
  if (machineId === known.present) return false;
  if (known.formerNames.includes(machineId)) return true;
  const there = known.heads.devices.find((one) => one.machineId === machineId);
  return there !== undefined && there.lastSeenAtMs > 0 && nowMs - there.lastSeenAtMs > AWAY_MS;
}

/** False, and nothing noted, when it is not to be removed. Without heads the next round decides: it judges again anyway. */
export async function noteLeftDevice(
  machineId: string,
  heads: Heads | undefined,
  { store, nowMs }: { store: LeftStore; nowMs: () => number },
): Promise<boolean> {
  const { machineId: present, formerNames } = await store.sync.state();
  // Sync was never set up here: there is nothing anywhere.
  if (present === '') return false;
  const isOver = heads
    ? isLeft(machineId, { present, formerNames, heads }, nowMs())
    : machineId !== present;
  if (isOver) await store.sync.setDeviceOver(machineId, true);
  return isOver;
}

/**
 * They are no longer among the heads then. One that cannot be removed now, because somebody sends as that device or the hub is an older
 * one, is tried with each round.
 */
export async function removeLeftDevices(
  { backend, holder }: Device,
  heads: Heads,
  { store, nowMs }: { store: LeftStore; nowMs: () => number },
  signal: AbortSignal,
): Promise<void> {
  const { devicesOver, machineId: present, formerNames } = await store.sync.state(signal);
  for (const machineId of devicesOver) {
    const isThere = heads.devices.some((one) => one.machineId === machineId);
    if (!isThere && !formerNames.includes(machineId)) {
      // Removed, and killed before that was noted; or another device was faster.
      await store.sync.deviceRemoved(machineId);
      continue;
    }
    if (!isLeft(machineId, { present, formerNames, heads }, nowMs())) {
      // It came back meanwhile: it takes back itself what was deleted.
      await store.sync.setDeviceOver(machineId, false);
      continue;
    }
    try {
      await backend.removeDevice(machineId, holder, signal);
    } catch (error) {
      const canWait = [SyncLeaseHeldError, SyncAnswerError, SyncLostDataError];
      if (canWait.some((kind) => error instanceof kind)) continue;
      throw error;
    }
    await store.sync.deviceRemoved(machineId);
    heads.devices = heads.devices.filter((one) => one.machineId !== machineId);
  }
}
