import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addFrame } from '#store/compaction/parts.fixture.ts';
import {
  ACCOUNT,
  count,
  failure,
  syncingDevice,
  type TwoDevices,
  twoDevices,
} from './two-devices.fixture.ts';

// Each device is a store with its own threads, on machines that have other things to do.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe('a blob that is not what was sent', () => {
  let devices: TwoDevices;
  beforeAll(async () => {
    devices = await twoDevices();
  });
  afterAll(() => devices[Symbol.asyncDispose]());

  /** Of the two newest ones. */
  test.each<[string, (blobs: Buffer[]) => Buffer[], string]>([
    ['tampered with', ([one]) => [flipped(one, 60)], 'SYNC_BLOB_REFUSED'],
    ['truncated', ([one]) => [Buffer.from(one?.subarray(0, -7) ?? [])], 'SYNC_BLOB_REFUSED'],
    ['swapped with the next', ([one, two]) => present(two, one), 'SYNC_BLOB_REFUSED'],
    ['replayed', ([one]) => present(one, one), 'SYNC_BLOB_REFUSED'],
    ['of a later version', ([one]) => [versioned(one, 9)], 'SYNC_NEWER_VERSION'],
  ])('is refused when it was %s, and used when it is right again', async (_what, spoil, code) => {
    const { a, b, backend } = devices;
    const before = await count(a);
    for (const number of [1, 2]) {
      await addFrame(a.parts, before + number);
      await a.sync.trigger();
    }
    const right = backend.streams.get('a/log') ?? [];
    backend.streams.set('a/log', [...right.slice(0, -2), ...spoil(right.slice(-2))]);
    expect(await failure(b)).toBe(code);
    expect((await b.sync.status()).lastError).toMatchObject({ code });
    expect((await b.sync.listRuns(1, 0)).items).toMatchObject([
      { direction: 'download', status: 'failed', errorCode: code },
    ]);
    backend.streams.set('a/log', right);
    expect(await failure(b)).toBe('none');
    expect((await b.sync.status()).lastError).toBeNull();
    expect(await count(b)).toBe(before + 2);
  });

  test('of one device does not keep the others from being read', async () => {
    const before = await count(devices.b);
    await using c = await syncingDevice(devices.backend);
    await c.sync.init({ ...ACCOUNT, machineId: 'c' });
    for (const [i, device] of [devices.a, c].entries()) {
      await addFrame(device.parts, 100 + i);
      await device.sync.trigger();
    }
    const { streams } = devices.backend;
    const right = streams.get('a/log') ?? [];
    streams.set('a/log', [...right.slice(0, -1), flipped(right.at(-1), 60)]);
    expect(await failure(devices.b)).toBe('SYNC_BLOB_REFUSED');
    expect(await count(devices.b)).toBe(before + 1);
  });
});

function flipped(blob: Buffer | undefined, at: number): Buffer {
  const copy = Buffer.from(blob ?? []);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

function versioned(blob: Buffer | undefined, version: number): Buffer {
  const copy = Buffer.from(blob ?? []);
  copy[3] = version;
  return copy;
}

function present(...blobs: (Buffer | undefined)[]): Buffer[] {
  return blobs.filter((blob) => blob !== undefined);
}
