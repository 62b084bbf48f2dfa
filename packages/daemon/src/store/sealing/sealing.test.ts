import { randomBytes } from 'node:crypto';
import { open, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-store.ts';
import { BLOCK_BYTES, HEADER_BYTES, SealBrokenError, TAG_BYTES } from './format.ts';
import { openMediaFile, readMediaFile, sealBytes } from './sealed-file.ts';
import { createLogFile, readLog } from './sealed-log.ts';
import { sealedWriter } from './sealed-writer.ts';
import { newStoreKey, sealingOf } from './store-key.ts';

const MAX_BYTES = 1024 * 1024;
const SEALED_BLOCK_BYTES = BLOCK_BYTES + TAG_BYTES;

let folder: TemporaryFolder;
let file: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  file = join(folder.path, 'file');
});

afterAll(() => folder[Symbol.asyncDispose]());

const sealing = sealingOf(newStoreKey('aegis'), undefined);
const sizes = [0, 1, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 3 * BLOCK_BYTES + 17];

describe('a sealed file', () => {
  test.each(sizes)('of %i bytes gives them back, whole and in parts', async (size) => {
    const bytes = randomBytes(size);
    await writeFile(file, sealBytes(bytes, sealing));
    expect(bytes.equals(await readMediaFile(file, MAX_BYTES, sealing))).toBe(true);
    const opened = await openMediaFile(file, sealing);
    expect(opened.sizeBytes).toBe(size);
    for (const [from, length] of [
      [0, 10],
      [BLOCK_BYTES - 3, 6],
      [size - 5, 100],
      [0, size],
      [size, 5],
    ] as const) {
      const start = Math.max(0, from);
      const part = bytes.subarray(start, start + length);
      expect(part.equals(await opened.readAt(start, length))).toBe(true);
    }
    await opened.close();
  });

  test('holds nothing of what was sealed, and never looks the same twice', () => {
    const bytes = Buffer.from('a word that nobody may find '.repeat(100));
    const [one, other] = [sealBytes(bytes, sealing), sealBytes(bytes, sealing)];
    expect(one.includes('nobody may find')).toBe(false);
    expect(one.subarray(HEADER_BYTES).equals(other.subarray(HEADER_BYTES))).toBe(false);
  });

  test('is refused with another key, cut at any block, changed, or with blocks exchanged', async () => {
    const whole = sealBytes(randomBytes(3 * BLOCK_BYTES), sealing);
    const refused = async (bytes: Buffer, with_ = sealing) => {
      await writeFile(file, bytes);
      await expect(readMediaFile(file, MAX_BYTES, with_)).rejects.toThrow(SealBrokenError);
      // In parts too: the last block at the latest.
      const readAll = async () => {
        const opened = await openMediaFile(file, with_);
        try {
          for (let at = 0; at < opened.sizeBytes; at += 1000) await opened.readAt(at, 1000);
        } finally {
          await opened.close();
        }
      };
      await expect(readAll()).rejects.toThrow(SealBrokenError);
    };
    await refused(whole, sealingOf(newStoreKey('aegis'), undefined));
    for (const blocks of [1, 2]) {
      await refused(whole.subarray(0, HEADER_BYTES + blocks * SEALED_BLOCK_BYTES));
    }
    await refused(whole.subarray(0, whole.length - 1));
    for (const at of [9, 20, HEADER_BYTES, whole.length - 1]) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await refused(changed);
    }
    const block = (i: number) =>
      whole.subarray(
        HEADER_BYTES + i * SEALED_BLOCK_BYTES,
        HEADER_BYTES + (i + 1) * SEALED_BLOCK_BYTES,
      );
    const head = whole.subarray(0, HEADER_BYTES);
    await refused(Buffer.concat([head, block(1), block(0), block(2)]));
    await refused(Buffer.concat([whole, block(2)]));
  });

  test('that is not sealed is read only outside the strict folder', async () => {
    await writeFile(file, 'clear');
    expect(String(await readMediaFile(file, MAX_BYTES, sealing))).toBe('clear');
    const elsewhere = { ...sealing, strictFolder: `${folder.path}/elsewhere` };
    expect(String(await readMediaFile(file, MAX_BYTES, elsewhere))).toBe('clear');
    const strict = { ...sealing, strictFolder: folder.path };
    await expect(readMediaFile(file, MAX_BYTES, strict)).rejects.toThrow(SealBrokenError);
    await expect(openMediaFile(file, strict)).rejects.toThrow(SealBrokenError);
  });

  test.each(sizes)('can be written in pieces, %i bytes, and its begin at the end', async (size) => {
    const bytes = randomBytes(size);
    const handle = await open(file, 'w');
    const writer = sealedWriter(handle, sealing);
    for (let at = 0; at < size; at += 40_000)
      await writer.write(bytes.subarray(at, at + 40_000), at);
    const start = Buffer.from('later').subarray(0, Math.min(5, size));
    await writer.write(start, 0);
    await writer.finish();
    await handle.close();
    start.copy(bytes);
    expect(writer.sizeBytes()).toBe(size);
    expect(bytes.equals(await readMediaFile(file, MAX_BYTES, sealing))).toBe(true);
  });

  test('does not take back what it has sealed', async () => {
    const handle = await open(file, 'w');
    const writer = sealedWriter(handle, sealing);
    await writer.write(randomBytes(3 * BLOCK_BYTES), 0);
    await expect(writer.write(Buffer.from('x'), BLOCK_BYTES + 1)).rejects.toThrow(RangeError);
    await expect(writer.write(Buffer.from('x'), 4 * BLOCK_BYTES)).rejects.toThrow(RangeError);
    await handle.close();
  });
});

describe('a sealed log', () => {
  const readBack = async (path: string) => {
    const handle = await open(path);
    try {
      return String(await readLog(handle, sealing));
    } finally {
      await handle.close();
    }
  };

  test('gives back every whole record, wherever a killed process cut it', async () => {
    const path = join(folder.path, 'log');
    const log = await createLogFile(path, sealing);
    const ends: number[] = [];
    for (const word of ['one ', 'two ', 'three']) {
      await log.append(Buffer.from(word));
      ends.push((await readFile(path)).length);
    }
    await log.close();
    expect((await readFile(path)).includes('three')).toBe(false);
    expect(await readBack(path)).toBe('one two three');
    const [, two = 0, three = 0] = ends;
    await truncate(path, three - 1);
    expect(await readBack(path)).toBe('one two ');
    await truncate(path, two + 3);
    expect(await readBack(path)).toBe('one two ');
    await truncate(path, 50);
    expect(await readBack(path)).toBe('');
    await rm(path);
  });
});
