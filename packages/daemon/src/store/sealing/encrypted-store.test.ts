/** The parts of the store on an encrypted one, together: every picture is there after each step, and nothing is clear on the disk. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addFrames,
  compactAll,
  expectAllShown,
  openParts,
  type Parts,
} from '../compaction/parts.fixture.ts';
import { useKey } from '../kernel/database.ts';
import { openExports } from '../media/exports/exports.ts';
import { findClear } from '../testing/marker-words.ts';
import { type TemporaryFolder, temporaryFolder, withDatabase } from '../testing/temporary-store.ts';
import { isSealedDatabase } from '../vault/convert-database.ts';
import { newStoreKey, sealingOf } from './store-key.ts';

const FRAMES = 6;
const WORDS = Array.from({ length: FRAMES }, (_, i) => `number${i + 1}`);

describe('an encrypted store', { timeout: 60_000 }, () => {
  const key = newStoreKey('aegis');
  let folder: TemporaryFolder;
  let parts: Parts;
  let ids: Map<number, number>;

  beforeAll(async () => {
    folder = await temporaryFolder();
    const sealing = sealingOf(key, join(folder.path, 'data'));
    parts = await openParts(folder.path, { key, sealing });
    ids = await addFrames(parts, FRAMES);
  }, 60_000);
  afterAll(async () => {
    await parts[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  test('shows its pictures from videos after compaction', async () => {
    await expectAllShown(parts, ids);
    expect(findClear(folder.path, WORDS)).toEqual([]);
    expect(await compactAll(parts)).toContain('moved');
    const files = readdirSync(join(folder.path, 'data'), { recursive: true }).map(String);
    expect(files.filter((file) => file.endsWith('.mp4'))).not.toEqual([]);
    await expectAllShown(parts, ids);
    expect(findClear(folder.path, WORDS)).toEqual([]);
  });

  test('exports: clear for people, sealed for what only passes', async () => {
    const { dataDir, media, store, sealing, signal } = parts;
    const exports = await openExports({ dataDir, media, sealing });
    const wanted = {
      frameIds: [...ids.values()],
      findFrame: store.frames.find,
      framesPerSecond: 1,
      signal,
    };
    const passing = await exports.exportFrames({ ...wanted, isPassing: true });
    expect(findClear(folder.path, WORDS)).toEqual([]);
    const bytes = await exports.takeBytes(passing, 1024 * 1024);
    expect(bytes.toString('latin1', 4, 8)).toBe('ftyp');
    expect(existsSync(passing.filePath)).toBe(false);
    const kept = await exports.exportFrames(wanted);
    expect(findClear(folder.path, WORDS)).toEqual([expect.stringContaining(kept.filePath)]);
    const merged = await exports.mergeVideos([kept.filePath, kept.filePath], signal);
    expect(merged.frameCount).toBe(2 * FRAMES);
    await exports.validate(kept.filePath, signal);
    for (const file of readdirSync(join(dataDir, 'data'), { recursive: true }).map(String)) {
      if (/\.(mp4|jpg)$/.test(file)) await exports.validate(join('data', file), signal);
    }
  });

  test('is copied as an encrypted one', () => {
    const copy = join(folder.path, 'copy.sqlite');
    withDatabase(parts.dataDir, (db) => {
      useKey(db, key);
      db.prepare('VACUUM INTO ?').run(copy);
    });
    expect(isSealedDatabase(copy)).toBe(true);
    expect(isSealedDatabase(join(parts.dataDir, 'db.sqlite'))).toBe(true);
  });
});
