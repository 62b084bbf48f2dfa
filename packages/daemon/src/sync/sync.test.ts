import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { serviceError } from '#core/errors.ts';
import { addFrame } from '#store/compaction/parts.fixture.ts';
import { DiskFullError } from '#store/errors.ts';
import { memoryBackend } from './backends/memory/memory-backend.fixture.ts';
import { SyncAnswerError, SyncLeaseHeldError } from './errors.ts';
import { openAccount, wrapAccount } from './keys/keys.ts';
import {
  ACCOUNT,
  CHEAP_KEYS,
  count,
  failure,
  type SyncingDevice,
  syncingDevice,
  twoDevices,
} from './two-devices.fixture.ts';

// Each device is a store with its own threads, on machines that have other things to do.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SIGNAL = new AbortController().signal;

describe('whatever goes wrong', () => {
  let a: SyncingDevice;
  let fault: Error | undefined;
  beforeAll(async () => {
    const backend = memoryBackend();
    a = await syncingDevice({
      ...backend,
      async readHeads(...args) {
        if (fault) throw fault;
        return backend.readHeads(...args);
      },
    });
    await a.sync.init(ACCOUNT);
  });
  afterAll(() => a[Symbol.asyncDispose]());

  test.each([
    ['SYNC_UNREACHABLE', serviceError('SYNC_UNREACHABLE')],
    ['SYNC_TOKEN_REFUSED', serviceError('SYNC_TOKEN_REFUSED')],
    ['SYNC_TOO_SLOW', serviceError('SYNC_TOO_SLOW')],
    ['SYNC_FULL', serviceError('SYNC_FULL')],
    ['SYNC_BUSY', serviceError('SYNC_BUSY')],
    ['SYNC_BAD_ANSWER', new SyncAnswerError('nonsense')],
    ['SYNC_LEASE_HELD', new SyncLeaseHeldError()],
  ])('%s is shown in the status and the history, and goes with the fault', async (code, error) => {
    fault = error;
    expect(await failure(a)).toBe(code);
    expect((await a.sync.status()).lastError).toEqual({ code, message: error.message });
    expect((await a.sync.listRuns(1, 0)).items).toMatchObject([
      { status: 'failed', errorCode: code, error: error.message },
    ]);
    fault = undefined;
    expect(await failure(a)).toBe('none');
    expect((await a.sync.status()).lastError).toBeNull();
  });
});

describe('a hub', () => {
  test('that has less than before is reported, and records stay', async () => {
    await using devices = await twoDevices();
    await addFrame(devices.a.parts, 1);
    await devices.a.sync.trigger();
    await devices.b.sync.trigger();
    devices.backend.streams.set('a/log', []);
    expect(await failure(devices.b)).toBe('SYNC_HUB_LOST_DATA');
    expect(await failure(devices.a)).toBe('SYNC_HUB_LOST_DATA');
    expect(await count(devices.b)).toBe(1);
  });

  test('that is empty all of a sudden locks nobody out', async () => {
    const backend = memoryBackend();
    let isEmpty = false;
    await using a = await syncingDevice({
      ...backend,
      async readHeads(...args) {
        const heads = await backend.readHeads(...args);
        return isEmpty ? { ...heads, keysRevision: undefined, devices: [] } : heads;
      },
    });
    await a.sync.init({ ...ACCOUNT, isKept: true });
    isEmpty = true;
    expect(await failure(a)).toBe('SYNC_ACCOUNT_MISSING');
    isEmpty = false;
    expect((await a.sync.status()).isEnabled).toBe(true);
    expect(await failure(a)).toBe('none');
  });

  test('whose answer got lost is asked again with the same bytes', async () => {
    const backend = memoryBackend();
    let isLost = true;
    await using a = await syncingDevice({
      ...backend,
      async append(...args) {
        await backend.append(...args);
        if (isLost) throw serviceError('SYNC_UNREACHABLE');
      },
    });
    await a.sync.init(ACCOUNT);
    await addFrame(a.parts, 1);
    expect(await failure(a)).toBe('SYNC_UNREACHABLE');
    isLost = false;
    await addFrame(a.parts, 2);
    expect(await failure(a)).toBe('none');
    expect([...backend.streams.values()].map((blobs) => blobs.length)).toEqual([2]);
  });

  test('gets what was triggered while a download waited for the same round', async () => {
    const backend = memoryBackend();
    const holds = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let reads = 0;
    await using a = await syncingDevice({
      ...backend,
      async readHeads(...args) {
        const found = await backend.readHeads(...args);
        reads += 1;
        await holds[reads - 1]?.promise;
        return found;
      },
    });
    await a.sync.init(ACCOUNT);
    const running = a.sync.trigger();
    await vi.waitFor(() => expect(reads).toBe(1), 60_000);
    const received = a.sync.download();
    const triggered = a.sync.trigger();
    holds[0]?.resolve();
    await running;
    await addFrame(a.parts, 1);
    holds[1]?.resolve();
    await Promise.all([received, triggered]);
    expect([...backend.streams.values()].map((blobs) => blobs.length)).toEqual([1]);
  });

  test('that cannot be reached at init changes nothing here', async () => {
    const backend = memoryBackend();
    await using a = await syncingDevice({
      ...backend,
      readKeys: () => Promise.reject(serviceError('SYNC_UNREACHABLE')),
    });
    await expect(a.sync.init(ACCOUNT)).rejects.toMatchObject({ code: 'SYNC_UNREACHABLE' });
    expect(await a.sync.status()).toMatchObject({ isEnabled: false, machineId: null });
  });
});

describe('a device', () => {
  test('locks when the password was changed elsewhere, and opens with the new one', async () => {
    await using devices = await twoDevices();
    const { a, b, backend } = devices;
    const keys = await backend.readKeys(SIGNAL);
    const account = await openAccount(keys?.document ?? Buffer.alloc(0), ACCOUNT.password);
    const document = await wrapAccount(account, 'new one', CHEAP_KEYS);
    await backend.writeKeys(document, keys?.revision, SIGNAL);
    expect(await failure(b)).toBe('SYNC_PASSWORD_CHANGED');
    expect((await b.sync.status()).isEnabled).toBe(false);
    await expect(b.sync.init(ACCOUNT)).rejects.toMatchObject({ code: 'SYNC_WRONG_PASSWORD' });
    await addFrame(a.parts, 1);
    expect(await b.sync.init({ ...ACCOUNT, password: 'new one' })).toMatchObject({
      isNewUser: false,
      machineId: 'b',
    });
    expect(await failure(b)).toBe('none');
  });

  test('whose data folder was set back goes on under a new name and loses nothing', async () => {
    await using devices = await twoDevices();
    const { a, b, backend } = devices;
    await addFrame(a.parts, 1);
    await a.sync.trigger();
    await b.sync.trigger();
    // Something was sent under this name that this folder knows nothing of.
    await using twin = await syncingDevice(backend, { holder: 'twin' });
    await twin.sync.init({ ...ACCOUNT, machineId: 'a' });
    await addFrame(twin.parts, 2);
    expect(await failure(twin)).toBe('none');
    const { machineId } = await twin.sync.status();
    expect(machineId).not.toBe('a');
    // That name is of another one: it is not to be taken from it.
    expect((await twin.sync.status()).devices).toMatchObject([{ isFormerName: false }]);
    expect(await twin.sync.forgetDevice('a')).toBe(false);
    expect(await failure(b)).toBe('none');
    expect(await count(b)).toBe(2);
    expect(await count(twin)).toBe(2);
  });

  test('changes the password, and the others ask for the new one', async () => {
    await using devices = await twoDevices();
    const { a, b } = devices;
    await a.sync.lock();
    await a.sync.init({ ...ACCOUNT, isKept: true });
    await expect(a.sync.changePassword('not it', 'new one')).rejects.toMatchObject({
      code: 'SYNC_WRONG_PASSWORD',
    });
    expect(await failure(b)).toBe('none');
    // A round at the same moment does not take the new key document for somebody else's.
    const [, round] = await Promise.all([
      a.sync.changePassword(ACCOUNT.password, 'new one'),
      failure(a),
    ]);
    expect(round).toBe('none');
    expect(await failure(b)).toBe('SYNC_PASSWORD_CHANGED');
    await expect(b.sync.init(ACCOUNT)).rejects.toMatchObject({ code: 'SYNC_WRONG_PASSWORD' });
    await b.sync.init({ ...ACCOUNT, password: 'new one' });
    await addFrame(a.parts, 1);
    expect([await failure(a), await failure(b)]).toEqual(['none', 'none']);
    expect(await count(b)).toBe(1);
    // The kept key goes with the new document.
    const restarted = a.restart();
    await expect
      .poll(async () => (await restarted.sync.status()).lastSyncAtMs, { timeout: 60_000 })
      .not.toBeNull();
    await restarted.stop();
  });

  test('has changed the password when only the answer got lost', async () => {
    const backend = memoryBackend();
    let isLost = false;
    await using a = await syncingDevice({
      ...backend,
      async writeKeys(...args) {
        const revision = await backend.writeKeys(...args);
        if (isLost) throw serviceError('SYNC_UNREACHABLE');
        return revision;
      },
    });
    await a.sync.init(ACCOUNT);
    isLost = true;
    await a.sync.changePassword(ACCOUNT.password, 'new one');
    expect(await failure(a)).toBe('none');
    const keys = await backend.readKeys(SIGNAL);
    await openAccount(keys?.document ?? Buffer.alloc(0), 'new one');
  });

  test('is set up once when it is asked twice at the same moment', async () => {
    const backend = memoryBackend();
    await using a = await syncingDevice(backend);
    const results = await Promise.allSettled([a.sync.init(ACCOUNT), a.sync.init(ACCOUNT)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(results[1]).toMatchObject({ reason: { code: 'SYNC_ALREADY_INITIALISED' } });
  });

  test('waits for Wi-Fi when it is set to', async () => {
    await using a = await syncingDevice(memoryBackend(), { isOnWifi: false });
    await a.sync.init(ACCOUNT);
    for (let i = 0; i < 3; i++) expect(await failure(a)).toBe('SYNC_WAITS_FOR_WIFI');
    // It is said once, not with each round of the day.
    expect((await a.sync.listRuns(10, 0)).items).toMatchObject([
      { status: 'failed', errorCode: 'SYNC_WAITS_FOR_WIFI' },
    ]);
    await using b = await syncingDevice(memoryBackend(), { isOnWifi: true });
    await b.sync.init(ACCOUNT);
    expect(await failure(b)).toBe('none');
  });

  test('with a full disk takes nothing half, and goes on when there is room', async () => {
    await using devices = await twoDevices();
    const { a, b } = devices;
    await addFrame(a.parts, 1);
    await a.sync.trigger();
    const apply = b.parts.store.sync.applySegment;
    b.parts.store.sync.applySegment = () => Promise.reject(new DiskFullError());
    expect(await failure(b)).toBe('DISK_FULL');
    b.parts.store.sync.applySegment = apply;
    expect(await failure(b)).toBe('none');
    expect(await count(b)).toBe(1);
  });

  test('whose keyring is locked stays locked, and says so', async () => {
    let secret: string | undefined;
    let isLocked = false;
    const keyring = {
      async read() {
        if (isLocked) throw serviceError('SYNC_KEYRING_UNAVAILABLE');
        return secret;
      },
      async write(text: string) {
        secret = text;
      },
      async remove() {
        secret = undefined;
      },
    };
    await using a = await syncingDevice(memoryBackend(), { keyring });
    await a.sync.init({ ...ACCOUNT, isKept: true });
    isLocked = true;
    const restarted = a.restart();
    await expect
      .poll(async () => (await restarted.sync.status()).lastError, { timeout: 30_000 })
      .toMatchObject({ code: 'SYNC_KEYRING_UNAVAILABLE' });
    expect((await restarted.sync.status()).isEnabled).toBe(false);
    await restarted.stop();
    isLocked = false;
    const again = a.restart();
    await expect
      .poll(async () => (await again.sync.status()).isEnabled, { timeout: 30_000 })
      .toBe(true);
    await again.sync.lock();
    expect(secret).toBeUndefined();
    await again.stop();
  });

  test('stays unlocked over a restart only when it was asked to', async () => {
    const backend = memoryBackend();
    await using a = await syncingDevice(backend);
    await a.sync.init({ ...ACCOUNT, isKept: true });
    const restarted = a.restart();
    await expect
      .poll(async () => (await restarted.sync.status()).isEnabled, { timeout: 30_000 })
      .toBe(true);
    await restarted.sync.lock();
    await restarted.stop();
    const again = a.restart();
    await expect.poll(async () => (await again.sync.status()).nextSyncAtMs).toBeNull();
    expect((await again.sync.status()).isEnabled).toBe(false);
    await again.stop();
  });
});
