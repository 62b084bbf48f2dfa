/** What every backend has to do, whatever keeps the bytes. Called by the test of each. */
import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SyncBackend } from './backend.ts';

const SIGNAL = new AbortController().signal;

export interface BackendUnderTest extends AsyncDisposable {
  /** Another connection to the same place and account, as another device has it. */
  open(): SyncBackend;
}

export function backendConformance(start: () => Promise<BackendUnderTest>): void {
  const spot = (sequence: number, machineId = 'a', stream = 'log') => ({
    machineId,
    stream,
    sequence,
  });

  test('a new place holds nothing', async () => {
    await using place = await start();
    const backend = place.open();
    expect(await backend.readKeys(SIGNAL)).toBeUndefined();
    const heads = await backend.readHeads('a', SIGNAL);
    expect(heads).toMatchObject({ keysRevision: undefined, devices: [] });
    expect(await backend.countSegments('a', 'log', SIGNAL)).toBe(0);
    await expect(backend.read(spot(0), SIGNAL)).rejects.toMatchObject({
      code: 'SYNC_HUB_LOST_DATA',
    });
  });

  test('the key document is written once and replaced only by whoever knows it', async () => {
    await using place = await start();
    const [one, other] = [place.open(), place.open()];
    const revision = await one.writeKeys(Buffer.from('first'), undefined, SIGNAL);
    expect(revision).toBeTypeOf('string');
    expect(await other.writeKeys(Buffer.from('second'), undefined, SIGNAL)).toBeUndefined();
    expect(await other.writeKeys(Buffer.from('second'), 'wrong', SIGNAL)).toBeUndefined();
    const read = await other.readKeys(SIGNAL);
    expect({ text: read?.document.toString(), revision: read?.revision }).toEqual({
      text: 'first',
      revision,
    });
    const next = await other.writeKeys(Buffer.from('third'), revision, SIGNAL);
    expect(next).not.toBe(revision);
    expect((await one.readHeads('a', SIGNAL)).keysRevision).toBe(next);
  });

  test('blobs come back as they were, to every device', async () => {
    await using place = await start();
    const backend = place.open();
    const blobs = [randomBytes(1), randomBytes(300_000), randomBytes(64)];
    for (const [i, blob] of blobs.entries()) await backend.append(spot(i), blob, 'h', SIGNAL);
    await backend.append(spot(0, 'a', 'media-1'), Buffer.from('m'), 'h', SIGNAL);
    const other = place.open();
    for (const [i, blob] of blobs.entries()) {
      expect((await other.read(spot(i), SIGNAL)).equals(blob)).toBe(true);
    }
    const { devices } = await other.readHeads('b', SIGNAL);
    expect(devices).toMatchObject([{ machineId: 'a', segments: 3 }]);
    expect(await other.countSegments('a', 'media-1', SIGNAL)).toBe(1);
  });

  test('appending the same bytes again is no error, other bytes are', async () => {
    await using place = await start();
    const backend = place.open();
    await backend.append(spot(0), Buffer.from('one'), 'h', SIGNAL);
    await backend.append(spot(0), Buffer.from('one'), 'h', SIGNAL);
    await expect(backend.append(spot(0), Buffer.from('two'), 'h', SIGNAL)).rejects.toMatchObject({
      code: 'SYNC_DEVICE_CLONED',
    });
    expect((await backend.read(spot(0), SIGNAL)).toString()).toBe('one');
  });

  test('a number cannot be left out', async () => {
    await using place = await start();
    await expect(
      place.open().append(spot(1), Buffer.from('one'), 'h', SIGNAL),
    ).rejects.toMatchObject({ code: 'SYNC_DEVICE_CLONED' });
  });

  test('only one holder appends for a device', async () => {
    await using place = await start();
    await place.open().append(spot(0), Buffer.from('one'), 'here', SIGNAL);
    await expect(
      place.open().append(spot(1), Buffer.from('two'), 'there', SIGNAL),
    ).rejects.toMatchObject({ code: 'SYNC_LEASE_HELD' });
    await place.open().append(spot(0, 'b'), Buffer.from('two'), 'there', SIGNAL);
  });

  test('appending at once leaves one of them at each number', async () => {
    await using place = await start();
    const blobs = Array.from({ length: 4 }, () => randomBytes(1000));
    const results = await Promise.allSettled(
      blobs.map((blob) => place.open().append(spot(0), blob, 'h', SIGNAL)),
    );
    const kept = await place.open().read(spot(0), SIGNAL);
    expect(blobs.some((blob) => blob.equals(kept))).toBe(true);
    expect(await place.open().countSegments('a', 'log', SIGNAL)).toBe(1);
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
  });

  test('a blob is rewritten only by whoever knows it', async () => {
    await using place = await start();
    const backend = place.open();
    for (const i of [0, 1]) await backend.append(spot(i), Buffer.from(`old ${i}`), 'h', SIGNAL);
    const hash = createHash('sha256').update('old 0').digest('hex');
    // Twice, as after a lost answer.
    for (let i = 0; i < 2; i++) {
      await backend.replace(spot(0), Buffer.from('new'), hash, 'h', SIGNAL);
    }
    expect((await place.open().read(spot(0), SIGNAL)).toString()).toBe('new');
    expect((await place.open().read(spot(1), SIGNAL)).toString()).toBe('old 1');
    expect(await backend.countSegments('a', 'log', SIGNAL)).toBe(2);
    for (const other of [spot(0), spot(2)]) {
      await expect(
        backend.replace(other, Buffer.from('x'), hash, 'h', SIGNAL),
      ).rejects.toMatchObject({ code: 'SYNC_DEVICE_CLONED' });
    }
    await expect(
      place.open().replace(spot(1), Buffer.from('x'), hash, 'other', SIGNAL),
    ).rejects.toMatchObject({ code: 'SYNC_LEASE_HELD' });
    // The list goes on where it was.
    await backend.append(spot(2), Buffer.from('next'), 'h', SIGNAL);
  });

  test('a stream of files can be removed, as often as wanted, and begun again', async () => {
    await using place = await start();
    const backend = place.open();
    await backend.append(spot(0), Buffer.from('record'), 'h', SIGNAL);
    for (const stream of ['one', 'two']) {
      for (const i of [0, 1]) {
        await backend.append(spot(i, 'a', stream), randomBytes(1_000), 'h', SIGNAL);
      }
    }
    const before = (await backend.readHeads('a', SIGNAL)).usedBytes;
    await expect(place.open().removeStream('a', 'one', 'other', SIGNAL)).rejects.toMatchObject({
      code: 'SYNC_LEASE_HELD',
    });
    for (const stream of ['one', 'one', 'never']) {
      await backend.removeStream('a', stream, 'h', SIGNAL);
    }
    await expect(place.open().read(spot(0, 'a', 'one'), SIGNAL)).rejects.toMatchObject({
      code: 'SYNC_HUB_LOST_DATA',
    });
    expect(await backend.countSegments('a', 'one', SIGNAL)).toBe(0);
    expect(await backend.countSegments('a', 'two', SIGNAL)).toBe(2);
    const after = (await backend.readHeads('a', SIGNAL)).usedBytes;
    // A hub counts removed bytes until it sweeps them.
    if (before !== undefined) expect(after).toBeLessThanOrEqual(before);
    await backend.append(spot(0, 'a', 'one'), Buffer.from('again'), 'h', SIGNAL);
    expect((await backend.read(spot(0, 'a', 'one'), SIGNAL)).toString()).toBe('again');
  });

  test('all that a device has sent can be removed, and nothing of others', async () => {
    await using place = await start();
    const backend = place.open();
    for (const machineId of ['a', 'ab']) {
      for (const stream of ['log', 'one']) {
        await backend.append(spot(0, machineId, stream), randomBytes(1_000), machineId, SIGNAL);
      }
    }
    await expect(place.open().removeDevice('a', 'other', SIGNAL)).rejects.toMatchObject({
      code: 'SYNC_LEASE_HELD',
    });
    for (const machineId of ['a', 'a', 'never']) await backend.removeDevice(machineId, 'a', SIGNAL);
    const { devices } = await place.open().readHeads('ab', SIGNAL);
    expect(devices).toMatchObject([{ machineId: 'ab', segments: 1 }]);
    expect(await place.open().countSegments('a', 'one', SIGNAL)).toBe(0);
    // A device of that name begins from the start, whoever it is.
    await place.open().append(spot(0), Buffer.from('again'), 'other', SIGNAL);
    expect((await backend.read(spot(0), SIGNAL)).toString()).toBe('again');
  });

  test('an aborted call does nothing', async () => {
    await using place = await start();
    const aborted = AbortSignal.abort(new Error('enough'));
    await expect(place.open().append(spot(0), Buffer.from('x'), 'h', aborted)).rejects.toThrow();
    expect(await place.open().countSegments('a', 'log', SIGNAL)).toBe(0);
  });
}
