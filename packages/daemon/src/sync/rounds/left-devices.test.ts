import { describe, expect, test, vi } from 'vitest';
import { addFrame } from '#store/compaction/parts.fixture.ts';
import { memoryBackend } from '../backends/memory/memory-backend.fixture.ts';
import { SyncLeaseHeldError } from '../errors.ts';
import {
  ACCOUNT,
  type SyncingDevice,
  syncingDevice,
  type TwoDevices,
  twoDevices,
} from '../two-devices.fixture.ts';
import { isLeft } from './left-devices.ts';

// Each device is a store with its own threads, on machines that have other things to do.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SIGNAL = new AbortController().signal;
const LONG_MS = 8 * 24 * 3_600_000;

/** The code of the error with which a round ends. */
function failure({ sync }: SyncingDevice): Promise<string> {
  return sync.trigger().then(
    () => 'none',
    (error) => error.code,
  );
}

async function count({ parts }: SyncingDevice): Promise<number> {
  return (await parts.store.content.summary()).frames;
}

/** So many segments of the one, read by the other. */
async function tell({ a, b }: TwoDevices, segments: number): Promise<void> {
  for (let number = 1; number <= segments; number++) {
    await addFrame(a.parts, number);
    await a.sync.trigger();
  }
  await b.sync.trigger();
}

/** One has been away for long. */
async function withOneAway(): Promise<TwoDevices> {
  let atMs = Date.now() - LONG_MS;
  const devices = await twoDevices({ backendNowMs: () => atMs });
  await tell(devices, 1);
  atMs = Date.now();
  await devices.b.sync.trigger();
  return devices;
}

test('a device of which nobody knows when it was there is not left', () => {
  const heads = (lastSeenAtMs: number) => ({
    keysRevision: '1',
    usedBytes: undefined,
    devices: [{ machineId: 'a', segments: 1, lastSeenAtMs }],
  });
  const known = { present: 'b', formerNames: [] };
  expect(isLeft('a', { ...known, heads: heads(1) }, Date.now())).toBe(true);
  expect(isLeft('a', { ...known, heads: heads(0) }, Date.now())).toBe(false);
});

describe('a device that had nothing there for a while', () => {
  test('and whose name another machine has now is read from the start; that is reported once', async () => {
    await using devices = await twoDevices();
    const { a, b, backend } = devices;
    await tell(devices, 1);
    await backend.removeDevice('a', a.parts.dataDir, SIGNAL);
    expect(await failure(b)).toBe('none');
    await using again = await syncingDevice(backend);
    await again.sync.init({ ...ACCOUNT, machineId: 'a' });
    await addFrame(again.parts, 2);
    expect(await failure(again)).toBe('none');
    // As long as the one before: only its content shows that it is another one.
    expect(backend.streams.get('a/log')).toHaveLength(1);
    expect([await failure(b), await failure(b)]).toEqual(['SYNC_HUB_LOST_DATA', 'none']);
    expect(await count(b)).toBe(2);
  });

  test('is read on when it has the same log again, and reported when that is shorter', async () => {
    await using devices = await twoDevices();
    const { a, b, backend } = devices;
    await tell(devices, 2);
    const hidden = async (log: Buffer[]) => {
      backend.streams.delete('a/log');
      expect(await failure(b)).toBe('none');
      backend.streams.set('a/log', log);
    };
    await hidden(backend.streams.get('a/log') ?? []);
    await addFrame(a.parts, 3);
    await a.sync.trigger();
    expect(await b.sync.download()).toMatchObject({ blobs: 1 });
    const { cursors } = await b.parts.store.sync.state();
    expect(cursors).toMatchObject([{ nextSequence: 3, isLeft: false }]);
    await hidden(backend.streams.get('a/log')?.slice(0, 2) ?? []);
    expect(await failure(b)).toBe('SYNC_HUB_LOST_DATA');
    expect(await count(b)).toBe(3);
  });
});

describe('a device that is deleted here', () => {
  test('is forgotten also when this one was killed after it was removed there', async () => {
    await using devices = await withOneAway();
    const { b, backend } = devices;
    expect(await b.sync.forgetDevice('a')).toBe(true);
    const { store } = b.parts;
    const { deviceRemoved } = store.sync;
    store.sync.deviceRemoved = () => Promise.reject(Object.assign(new Error(), { code: 'KILLED' }));
    expect(await failure(b)).toBe('KILLED');
    expect([...backend.streams.keys()]).toEqual([]);
    store.sync.deviceRemoved = deviceRemoved;
    expect(await failure(b)).toBe('none');
    expect(await store.sync.state()).toMatchObject({ devicesOver: [], cursors: [] });
  });

  test('while sync is locked goes from there with the first round', async () => {
    await using devices = await withOneAway();
    const { b, backend } = devices;
    await b.sync.lock();
    const restarted = b.restart();
    expect(await restarted.sync.forgetDevice('b')).toBe(false);
    expect(await restarted.sync.forgetDevice('a')).toBe(true);
    await restarted.stop();
    await b.sync.init(ACCOUNT);
    expect(await failure(b)).toBe('none');
    expect([...backend.streams.keys()]).toEqual([]);
  });

  test('while sync is locked stays when the first round finds it alive', async () => {
    await using devices = await twoDevices();
    const { b, backend } = devices;
    await tell(devices, 1);
    await b.sync.lock();
    expect(await b.sync.forgetDevice('a')).toBe(true);
    await b.sync.init(ACCOUNT);
    expect(await failure(b)).toBe('none');
    expect([...backend.streams.keys()]).toEqual(['a/log']);
    expect((await b.parts.store.sync.state()).devicesOver).toEqual([]);
  });

  test('where sync was never set up is nowhere else', async () => {
    await using alone = await syncingDevice(memoryBackend());
    expect(await alone.sync.forgetDevice('a')).toBe(false);
  });
});

describe('a device', () => {
  test('under another name shows the one before, whose log goes when it is deleted', async () => {
    await using devices = await twoDevices();
    const { a, b, backend } = devices;
    await addFrame(a.parts, 1);
    await a.sync.trigger();
    await b.sync.trigger();
    await a.sync.lock();
    await a.sync.init({ ...ACCOUNT, machineId: 'a-again' });
    await a.sync.trigger();
    const shown = async ({ sync }: SyncingDevice) =>
      (await sync.status()).devices.map(({ machineId, isFormerName }) => [machineId, isFormerName]);
    expect(await shown(a)).toEqual([['a', true]]);
    // Neither itself nor one that is alive, whoever asks.
    expect(await a.sync.forgetDevice('a-again')).toBe(false);
    await b.sync.trigger();
    expect(await b.sync.forgetDevice('a-again')).toBe(false);
    expect(await a.sync.forgetDevice('a')).toBe(true);
    const { removeDevice } = backend;
    backend.removeDevice = () => Promise.reject(new SyncLeaseHeldError());
    expect(await failure(a)).toBe('none');
    expect([...backend.streams.keys()]).toEqual(['a/log', 'a-again/log']);
    backend.removeDevice = removeDevice;
    expect(await failure(a)).toBe('none');
    expect([...backend.streams.keys()]).toEqual(['a-again/log']);
    await a.sync.trigger();
    expect(await shown(a)).toEqual([]);
    // The others miss nothing, and one that comes later gets everything.
    expect([await failure(b), await count(b)]).toEqual(['none', 1]);
    await using late = await syncingDevice(backend);
    await late.sync.init({ ...ACCOUNT, machineId: 'late' });
    expect([await failure(late), await count(late)]).toEqual(['none', 1]);
  });

  test('that is no more is removed from there when it is deleted, and reported if it comes back', async () => {
    let backendMs = Date.now() - 8 * 24 * 3_600_000;
    await using devices = await twoDevices({ backendNowMs: () => backendMs });
    const { a, b, backend } = devices;
    await addFrame(a.parts, 1);
    await a.sync.trigger();
    await b.sync.trigger();
    expect(await b.sync.forgetDevice('a')).toBe(true);
    // It comes back before that is done, and is left alone; then it is away again.
    const longAgoMs = backendMs;
    backendMs = Date.now();
    await a.sync.trigger();
    await b.sync.trigger();
    expect([...backend.streams.keys()]).toEqual(['a/log']);
    backendMs = longAgoMs;
    await a.sync.trigger();
    backendMs = Date.now();
    await b.sync.trigger();
    expect([...backend.streams.keys()]).toEqual(['a/log']);
    expect(await b.sync.forgetDevice('a')).toBe(true);
    await b.sync.trigger();
    expect([...backend.streams.keys()]).toEqual([]);
    expect(await failure(a)).toBe('SYNC_HUB_LOST_DATA');
    await a.sync.lock();
    await a.sync.init({ ...ACCOUNT, machineId: 'a-again' });
    expect([await failure(a), await failure(b), await count(b)]).toEqual(['none', 'none', 1]);
  });
});
