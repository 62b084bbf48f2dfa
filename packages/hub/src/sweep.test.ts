import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { BLOCK, hub, note, PATH } from './server.fixture.ts';
import { sweepBlobs } from './sweep.ts';

describe('a hub', () => {
  test('sweeps what was removed or rewritten, after a while, and nothing else', async () => {
    await using one = await hub();
    const media = '/devices/a/streams/media';
    const [old, rest] = [Buffer.from('old'), Buffer.from('stays')];
    await one.send('PUT', `${PATH}/0`, old);
    await one.send('PUT', `${PATH}/1`, rest);
    await one.send('PUT', `${media}/0`, Buffer.alloc(1_000));
    const replaced = await one.replace(`${PATH}/0`, old, Buffer.from('new one'));
    expect(replaced.statusCode).toBe(201);
    expect((await one.send('DELETE', media)).statusCode).toBe(204);
    expect((await one.send('GET', '/heads')).json()).toMatchObject({ used_bytes: 4 * BLOCK });
    // Somebody may just be reading them.
    await sweepBlobs(one.storage, one.clock.nowMs);
    expect(await one.files()).toHaveLength(4);
    one.clock.nowMs += 21 * 60_000;
    await sweepBlobs(one.storage, one.clock.nowMs);
    expect(await one.files()).toHaveLength(2);
    const read = (number: number) => one.send('GET', `${PATH}/${number}`);
    expect([(await read(0)).body, (await read(1)).body]).toEqual(['new one', 'stays']);
  });

  test('never removes the log of a device', async () => {
    await using one = await hub();
    await one.send('PUT', `${PATH}/0`, Buffer.from('record'));
    expect((await one.send('DELETE', PATH)).json().code).toBe('BAD_REQUEST');
    expect((await one.send('GET', `${PATH}/0`)).body).toBe('record');
  });

  test.each(['before its blob was whole', 'before its row was stored'])(
    'sweeps what a kill left of an upload, %s',
    async (moment) => {
      await using one = await hub();
      const { metadata, blobs } = one.storage;
      await note(one, 'ab-key', one.clock.nowMs);
      if (moment.includes('row')) await blobs.write('ab-key', Readable.from([Buffer.from('x')]), 1);
      one.clock.nowMs += 21 * 60_000;
      await sweepBlobs(one.storage, one.clock.nowMs);
      expect(await blobs.read('ab-key')).toBeUndefined();
      expect(await metadata.doomBlobs(Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
    },
  );

  test('sweeps on behind blobs that cannot be removed, however many, and says so', async () => {
    await using one = await hub();
    const { metadata, blobs } = one.storage;
    for (let index = 0; index < 210; index++) await note(one, `ab-${index}`, index);
    await blobs.write('cd-0', Readable.from([Buffer.from('x')]), 1);
    await note(one, 'cd-0', 210);
    const remove = blobs.remove;
    blobs.remove = (key) =>
      key.startsWith('ab-') ? Promise.reject(new Error('not permitted')) : remove(key);
    const left = () => metadata.doomBlobs(Number.MAX_SAFE_INTEGER, 300);
    const nowMs = one.clock.nowMs + 3_600_000;
    // Where so many fail one after the other, the store of blobs may be away.
    await expect(sweepBlobs(one.storage, nowMs)).rejects.toThrow('200 could not be removed');
    expect(await one.files()).toHaveLength(1);
    await expect(sweepBlobs(one.storage, nowMs)).rejects.toThrow('10 could not be removed');
    expect(await one.files()).toEqual([]);
    // Those have to wait, and are not forgotten.
    blobs.remove = remove;
    await sweepBlobs(one.storage, nowMs);
    expect(await left()).toHaveLength(210);
    await sweepBlobs(one.storage, nowMs + 21 * 60_000);
    expect(await left()).toEqual([]);
  });

  test('sweeps no further when it is to stop', async () => {
    await using one = await hub();
    const { metadata, blobs } = one.storage;
    for (const key of ['ab-0', 'ab-1', 'ab-2']) await note(one, key, 0);
    const stopping = new AbortController();
    const remove = blobs.remove;
    blobs.remove = (key) => {
      stopping.abort();
      return remove(key);
    };
    await sweepBlobs(one.storage, one.clock.nowMs + 3_600_000, stopping.signal);
    expect(await metadata.doomBlobs(Number.MAX_SAFE_INTEGER, 10)).toHaveLength(2);
  });

  test('an upload that was swept before its end is sent again', async () => {
    await using one = await hub();
    const { blobs } = one.storage;
    const write = blobs.write;
    blobs.write = async (...args) => {
      const hash = await write(...args);
      await sweepBlobs(one.storage, one.clock.nowMs + 3_600_000);
      return hash;
    };
    expect((await one.send('PUT', `${PATH}/0`, Buffer.from('x'))).statusCode).toBe(500);
    blobs.write = write;
    expect((await one.send('PUT', `${PATH}/0`, Buffer.from('x'))).statusCode).toBe(201);
    expect((await one.send('GET', `${PATH}/0`)).body).toBe('x');
  });
});
