/**
 * One round of sync: sends what has changed here, reads what others have sent. It keeps nothing between rounds; how far things are is
 * in the store, so that a round can end at any point and the next one goes on from there.
 */
import type { Store } from '#store/store.ts';
import type { Cursor } from '#store/sync/records.ts';
import type { Heads, SyncBackend } from '../backend.ts';
import { SyncDeviceClonedError, SyncLostDataError } from '../errors.ts';
import type { Account } from '../keys/keys.ts';
import {
  chainHash,
  followedHash,
  hashOf,
  LOG_STREAM,
  readable,
  sealSegment,
  unsealSegment,
} from './segment.ts';

/** Large, because what repeats is then sent once. */
const SEGMENT_LIMITS = { maxRecords: 3_500, maxBytes: 2_000_000 };
/** Stored in one transaction of some tenths of a second, so that what is captured meanwhile hardly waits. */
const RECORDS_AT_ONCE = 500;

export interface Traffic {
  blobs: number;
  bytes: number;
  records: number;
}

export interface Device {
  account: Account;
  backend: SyncBackend;
  machineId: string;
  /** Of this process. */
  holder: string;
}

export interface EngineDeps {
  store: {
    readonly sync: Pick<
      Store['sync'],
      | 'state'
      | 'findStaged'
      | 'draftSegment'
      | 'stageSegment'
      | 'confirmSegment'
      | 'openSegment'
      | 'applySegment'
      | 'setCursorLeft'
      | 'dropCursor'
      | 'keepersSeen'
    >;
  };
  nowMs: () => number;
  withBoxes: boolean;
}

/** `traffic` is counted also for what was done before a failure. Rejects with SyncDeviceClonedError when the name is not ours alone. */
export async function upload(
  device: Device,
  heads: Heads,
  { store, nowMs, withBoxes }: EngineDeps,
  traffic: Traffic,
  signal: AbortSignal,
): Promise<void> {
  const { account, backend, machineId, holder } = device;

  async function send(sequence: number, bytes: Uint8Array, records: number): Promise<void> {
    await backend.append({ machineId, stream: LOG_STREAM, sequence }, bytes, holder, signal);
    await store.sync.confirmSegment(sequence, nowMs());
    traffic.blobs += 1;
    traffic.bytes += bytes.length;
    traffic.records += records;
  }

  const state = await store.sync.state(signal);
  const known = heads.devices.find((one) => one.machineId === machineId)?.segments ?? 0;
  if (known > state.nextSequence) throw new SyncDeviceClonedError(machineId);
  if (known < state.nextSequence - state.outbox.length) throw new SyncLostDataError(machineId);
  for (const sequence of state.outbox) {
    const bytes = await store.sync.findStaged(sequence, signal);
    if (bytes) await send(sequence, bytes, 0);
  }
  for (let hasMore = state.waiting > 0; hasMore; ) {
    signal.throwIfAborted();
    const draft = await store.sync.draftSegment({ ...SEGMENT_LIMITS, withBoxes });
    hasMore = draft.hasMore;
    const { sequence, changeIds, rows, sent, columns, previousHash: previous } = draft;
    if (changeIds.length === 0) return;
    if (draft.recordCount === 0) {
      const bytes = new Uint8Array();
      await store.sync.stageSegment({
        sequence,
        changeIds,
        rows,
        sent,
        bytes,
        hash: '',
        records: 0,
      });
      continue;
    }
    const place = { accountId: account.accountId, machineId, sequence };
    const bytes = await sealSegment(account.masterKey, place, { previous, columns });
    signal.throwIfAborted();
    const staged = { sequence, changeIds, rows, sent, bytes, hash: hashOf(bytes) };
    await store.sync.stageSegment({ ...staged, records: draft.recordCount });
    await send(sequence, bytes, draft.recordCount);
  }
}

/** Reads every other device as far as it goes; a fault of one does not stop the others. Rejects with the first of the faults. */
export async function download(
  device: Device,
  heads: Heads,
  deps: EngineDeps,
  traffic: Traffic,
  signal: AbortSignal,
): Promise<void> {
  const { cursors } = await deps.store.sync.state(signal);
  const faults: unknown[] = [];
  for (const { machineId, isLeft } of cursors) {
    const isThere = heads.devices.some((one) => one.machineId === machineId);
    if (!isThere && !isLeft) await deps.store.sync.setCursorLeft(machineId, true);
  }
  for (const { machineId, segments } of heads.devices) {
    if (machineId === device.machineId) continue;
    const cursor = cursors.find((one) => one.machineId === machineId) ?? {
      machineId,
      nextSequence: 0,
      lastHash: '',
      isLeft: false,
    };
    try {
      if (cursor.isLeft) await recognise(device, cursor, segments, deps, signal);
      if (segments < cursor.nextSequence) throw new SyncLostDataError(machineId);
      await readDevice(device, cursor, segments, deps, traffic, signal);
    } catch (error) {
      signal.throwIfAborted();
      faults.push(error);
    }
  }
  await deps.store.sync.keepersSeen(heads.devices, deps.nowMs());
  if (faults.length > 0) throw faults[0];
}

/**
 * A device had nothing there for a while, and has again. When it is the log that was read, reading goes on where it was. Any other is
 * reported once, for this may be a hub that was set back, and then read from the start, for it may be a machine that was set up again.
 */
async function recognise(
  { account, backend }: Device,
  { machineId, nextSequence, lastHash }: Cursor,
  segments: number,
  { store }: EngineDeps,
  signal: AbortSignal,
): Promise<void> {
  const sequence = nextSequence - 1;
  const place = { accountId: account.accountId, machineId, sequence };
  if (segments >= nextSequence) {
    const bytes = await backend.read({ machineId, stream: LOG_STREAM, sequence }, signal);
    const packed = unsealSegment(account.masterKey, place, bytes);
    const head = readable(place, await store.sync.openSegment({ machineId, sequence }, packed));
    if (chainHash(head, bytes) === lastHash) return store.sync.setCursorLeft(machineId, false);
  }
  await store.sync.dropCursor(machineId);
  throw new SyncLostDataError(machineId);
}

async function readDevice(
  { account, backend }: Device,
  cursor: Cursor,
  segments: number,
  { store, nowMs }: EngineDeps,
  traffic: Traffic,
  signal: AbortSignal,
): Promise<void> {
  const { machineId } = cursor;
  const { accountId, masterKey } = account;
  const read = (sequence: number) =>
    backend.read({ machineId, stream: LOG_STREAM, sequence }, signal);
  let previous = cursor.lastHash;
  // The next one is on its way while this one is stored.
  let coming = cursor.nextSequence < segments ? read(cursor.nextSequence) : undefined;
  for (let sequence = cursor.nextSequence; coming && sequence < segments; sequence++) {
    const bytes = await coming;
    coming = sequence + 1 < segments ? read(sequence + 1) : undefined;
    // Whoever waits for it gets the error; without this one it would also be an unhandled rejection.
    coming?.catch(() => {});
    const place = { accountId, machineId, sequence };
    const packed = unsealSegment(masterKey, place, bytes);
    const head = readable(place, await store.sync.openSegment({ machineId, sequence }, packed));
    const hash = followedHash(place, head, bytes, previous);
    // Applying twice changes nothing: after a kill in the middle the segment starts over.
    for (let isLast = false; !isLast; ) {
      const slice = { machineId, sequence, hash, limit: RECORDS_AT_ONCE, nowMs: nowMs() };
      const applied = await store.sync.applySegment(slice);
      traffic.records += applied?.added ?? 0;
      isLast = applied?.isLast ?? true;
      signal.throwIfAborted();
    }
    previous = hash;
    traffic.blobs += 1;
    traffic.bytes += bytes.length;
  }
}
