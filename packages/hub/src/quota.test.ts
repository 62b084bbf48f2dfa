import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_BLOB_BYTES } from '@hindcast/client/hub-wire';
import Database from 'better-sqlite3-multiple-ciphers';
import { describe, expect, test } from 'vitest';
import { embeddedStorage } from './embedded/embedded-storage.ts';
import { BLOCK, hub, PATH } from './server.fixture.ts';
import { sweepBlobs } from './sweep.ts';

describe('the quota of an account', () => {
  test('refuses what goes beyond the quota and keeps what was there', async () => {
    await using one = await hub({ quotaBytes: 2 * BLOCK });
    expect((await one.send('PUT', `${PATH}/0`, Buffer.alloc(BLOCK + 1))).statusCode).toBe(201);
    // A single byte takes a block too.
    const reply = await one.send('PUT', `${PATH}/1`, Buffer.alloc(1));
    expect([reply.statusCode, reply.json().code]).toEqual([507, 'QUOTA_EXCEEDED']);
    expect(await one.files()).toHaveLength(1);
    expect((await one.send('GET', '/heads')).json()).toMatchObject({
      used_bytes: 2 * BLOCK,
      quota_bytes: 2 * BLOCK,
      devices: [{ device_id: 'a', segments: 1 }],
    });
  });

  test('takes a segment that is rewritten beyond the quota only when it becomes smaller', async () => {
    await using one = await hub({ quotaBytes: 4 * BLOCK });
    const replace = (old: number, size: number) =>
      one.replace(`${PATH}/0`, Buffer.alloc(old * BLOCK), Buffer.alloc(size * BLOCK));
    const usedBlocks = async () => (await one.send('GET', '/heads')).json().used_bytes / BLOCK;
    await one.send('PUT', `${PATH}/0`, Buffer.alloc(3 * BLOCK));
    const reply = await replace(3, 4);
    expect([reply.statusCode, reply.json().code]).toEqual([507, 'QUOTA_EXCEEDED']);
    expect(await usedBlocks()).toBe(3);
    expect((await replace(3, 2)).statusCode).toBe(201);
    // What it was before counts until it is off the disk.
    expect(await usedBlocks()).toBe(5);
    expect((await one.send('PUT', `${PATH}/1`, Buffer.alloc(1))).statusCode).toBe(507);
    one.clock.nowMs += 21 * 60_000;
    await sweepBlobs(one.storage, one.clock.nowMs);
    expect(await usedBlocks()).toBe(2);
    expect((await one.send('PUT', `${PATH}/1`, Buffer.alloc(1))).statusCode).toBe(201);
  });

  test('rewriting and removing cannot pile up bytes beyond the quota', async () => {
    const quotaBytes = 10_000_000;
    await using one = await hub({ quotaBytes });
    const onDisk = async () => {
      const { used_bytes } = (await one.send('GET', '/heads')).json();
      return used_bytes as number;
    };
    let last = Buffer.alloc(MAX_BLOB_BYTES, 1);
    await one.send('PUT', `${PATH}/0`, last);
    const codes = new Set<number>();
    for (let index = 2; index < 40; index++) {
      const next = Buffer.alloc(MAX_BLOB_BYTES, index);
      const { statusCode } = await one.replace(`${PATH}/0`, last, next);
      codes.add(statusCode);
      if (statusCode === 201) last = next;
      await one.send('PUT', `/devices/a/streams/m${index}/0`, Buffer.alloc(100_000));
      await one.send('DELETE', `/devices/a/streams/m${index}`);
    }
    expect(codes).toEqual(new Set([201, 507]));
    expect(await onDisk()).toBeLessThanOrEqual(quotaBytes + MAX_BLOB_BYTES);
    one.clock.nowMs += 3_600_000;
    await sweepBlobs(one.storage, one.clock.nowMs);
    expect(await onDisk()).toBe(MAX_BLOB_BYTES);
  });

  test('what was refused or broken off takes no room', async () => {
    await using one = await hub({ quotaBytes: 3 * BLOCK });
    await one.send('PUT', `${PATH}/0`, Buffer.alloc(BLOCK));
    for (let index = 0; index < 5; index++) {
      expect((await one.send('PUT', `${PATH}/7`, Buffer.alloc(BLOCK))).json().code).toBe(
        'SEQUENCE_GAP',
      );
      expect((await one.send('PUT', `${PATH}/0`, Buffer.alloc(BLOCK))).statusCode).toBe(200);
    }
    expect(await one.files()).toHaveLength(1);
    expect((await one.send('GET', '/heads')).json()).toMatchObject({ used_bytes: BLOCK });
  });

  test('an older database counts in blocks from its next start', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hindcast-hub-'));
    const file = join(folder, 'hub.sqlite');
    const old = new Database(file);
    old.exec(`CREATE TABLE account (
        id TEXT PRIMARY KEY, quota_bytes INTEGER, used_bytes INTEGER NOT NULL, keys BLOB, keys_revision TEXT
      ) WITHOUT ROWID;
      CREATE TABLE segment (
        account_id TEXT NOT NULL, device_id TEXT NOT NULL, stream TEXT NOT NULL, sequence INTEGER NOT NULL,
        hash TEXT NOT NULL, size INTEGER NOT NULL, blob_key TEXT NOT NULL,
        PRIMARY KEY (account_id, device_id, stream, sequence)
      ) WITHOUT ROWID;
      CREATE TABLE loose_blob (
        blob_key TEXT PRIMARY KEY, since_ms INTEGER NOT NULL, is_doomed INTEGER NOT NULL DEFAULT 0
      ) WITHOUT ROWID;
      INSERT INTO account VALUES ('a', NULL, 3, NULL, NULL);
      INSERT INTO segment VALUES ('a', 'd', 'log', 0, 'h', 3, 'k');
      INSERT INTO loose_blob VALUES ('l', 0, 0);
      PRAGMA user_version = 1;`);
    old.close();
    for (let start = 0; start < 2; start++) {
      const { metadata } = embeddedStorage(folder);
      expect((await metadata.readHeads('a', undefined, 0)).usedBytes).toBe(BLOCK);
      await metadata.close();
    }
    await rm(folder, { recursive: true });
  });
});
