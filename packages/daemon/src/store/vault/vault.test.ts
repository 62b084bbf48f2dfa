import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '#core/clock.ts';
import type { Keyring } from '#core/keys/keyring.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import { listSnapshots, makeSnapshot } from '../backup/snapshots.ts';
import { assertNotLost } from '../kernel/lost-database.ts';
import { openAudioMedia } from '../media/audio/audio-media.ts';
import { createSpoolFile } from '../media/audio/spool-file.ts';
import { openMedia } from '../media/media.ts';
import { findClear } from '../testing/marker-words.ts';
import { numberedPicture, numberOf } from '../testing/numbered-picture.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-store.ts';
import { openTestStore } from '../testing/test-store.ts';
import { VaultKeyringError } from './errors.ts';
import { openVault, type StoreSecrets } from './vault.ts';

const PASSPHRASE = 'four words nobody guesses';
const SECRET = { passphrase: PASSPHRASE, isInKeyring: false };
const CHEAP = { memoryKib: 19 * 1024, passes: 1, lanes: 1 };
const WORDS = ['markertext', 'markertitle', 'markersaid'];
const FRAMES = 4;
const AT_MS = Date.parse('2026-03-04T10:00:00Z');
const PROCESS = fileURLToPath(
  new URL('../testing/processes/encrypting-process.ts', import.meta.url),
);

const CHANGER = fileURLToPath(
  new URL('../testing/processes/passphrase-process.ts', import.meta.url),
);

const vaultOf = (dataDir: string, clock = systemClock) =>
  openVault({ dataDir, clock, cost: CHEAP });

/** Frames that show their number, a finished recording, and one that a killed process was making. */
async function fill(dataDir: string): Promise<void> {
  const store = await openTestStore({ dataDir });
  const media = await openMedia({ dataDir });
  for (let number = 1; number <= FRAMES; number += 1) {
    const atMs = AT_MS + number * 1000;
    const size = { width: 320, height: 200 };
    const snapshotPath = await media.keepJpeg(await numberedPicture(number, size), atMs, 'm');
    const frame = { atMs, deviceName: 'm', snapshotPath, ...size, text: `markertext ${number}` };
    await store.content.add({ frames: [{ ...frame, windowName: 'markertitle', appName: 'App' }] });
  }
  const audio = openAudioMedia({ dataDir });
  const finished = await audio.record({ atMs: AT_MS, deviceName: 'mic', isInput: true });
  await finished.append(new Int16Array(16_000).fill(1000));
  const kept = await finished.finish();
  const said = {
    atMs: AT_MS,
    deviceName: 'mic',
    isInput: true,
    text: 'markersaid',
    engine: 'test',
  };
  const { filePath = '' } = kept ?? {};
  await store.content.add({ transcriptions: [{ ...said, filePath }] });
  if (kept) await audio.release(kept);
  const path = join(dataDir, 'data', '.spool', `${AT_MS + 5000}_mic.pcm`);
  const recording = { atMs: AT_MS + 5000, deviceName: 'mic', isInput: true };
  const unfinished = await createSpoolFile(path, recording, undefined);
  await unfinished.append(new Uint8Array(16_000));
  await unfinished.close();
  await store.close();
}

async function expectWhole(dataDir: string, secrets: StoreSecrets | undefined): Promise<void> {
  const store = await openTestStore({ dataDir, key: secrets?.key });
  try {
    const media = await openMedia({ dataDir, sealing: secrets?.sealing });
    const filter = { order: 'ascending', limit: 20, offset: 0 } as const;
    const { items } = await store.search.find({ ...filter, kinds: ['ocr'], query: 'markertext' });
    expect(items).toHaveLength(FRAMES);
    for (const [i, item] of items.entries()) {
      const frame = await store.frames.find(item.kind === 'ocr' ? item.frameId : 0);
      expect(frame && (await numberOf(await media.readJpeg(frame)))).toBe(i + 1);
    }
    const said = await store.search.find({ ...filter, kinds: ['audio'], query: 'markersaid' });
    expect(said.items).toHaveLength(1);
    const audio = openAudioMedia({ dataDir, sealing: secrets?.sealing });
    const [chunk] = (await store.audio.listChunks({ startMs: 0, endMs: AT_MS + 1 })) as {
      id: number;
      filePath: string;
    }[];
    expect((await audio.readSamples(chunk ?? { id: 0, filePath: '' })).length).toBeGreaterThan(
      15_000,
    );
    const { kept, failed, broken } = await audio.recover();
    expect({ kept: kept.length, failed, broken }).toEqual({ kept: 1, failed: 0, broken: 0 });
  } finally {
    await store.close();
  }
}

describe('a store with content', { timeout: 60_000 }, () => {
  let template: TemporaryFolder;
  beforeAll(async () => {
    template = await temporaryFolder();
    await fill(template.path);
  });
  afterAll(() => template[Symbol.asyncDispose]());

  async function filledFolder(): Promise<TemporaryFolder> {
    const folder = await temporaryFolder();
    cpSync(template.path, folder.path, { recursive: true, preserveTimestamps: true });
    return folder;
  }

  test('is encrypted whole, and decrypted as it was', async () => {
    await using folder = await filledFolder();
    const dataDir = folder.path;
    expect(findClear(dataDir, WORDS)).not.toEqual([]);
    const picture = `data/2026-03-04/${AT_MS + 1000}_m.jpg`;
    const writtenAtMs = statSync(join(dataDir, picture)).mtimeMs;
    const vault = vaultOf(dataDir);
    await vault.setUp(SECRET);
    expect(findClear(dataDir, WORDS)).toEqual([]);
    expect(statSync(join(dataDir, picture)).mtimeMs).toBeCloseTo(writtenAtMs, -1);
    vault.lock();
    expect(vault.secrets()).toBeUndefined();

    const again = vaultOf(dataDir);
    await again.unlock(PASSPHRASE);
    await expectWhole(dataDir, again.secrets());
    expect(findClear(dataDir, WORDS)).toEqual([]);
    await again.undo();
    expect(again.isSetUp()).toBe(false);
    const store = await openTestStore({ dataDir });
    expect((await store.content.summary()).frames).toBe(FRAMES);
    await store.close();
  });

  // Before the database, right after it, in the middle of the files.
  test.each([1, 2, 5])('loses nothing when it dies at step %i of both', async (dieAt) => {
    await using folder = await filledFolder();
    const dataDir = folder.path;
    const run = async (what: 'encrypt' | 'decrypt') => {
      const child = spawn(process.execPath, [PROCESS, dataDir, PASSPHRASE, what, String(dieAt)]);
      const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
      expect(signal).toBe('SIGKILL');
    };
    await run('encrypt');
    const half = vaultOf(dataDir);
    expect(half.isUnfinished()).toBe(true);
    await half.unlock(PASSPHRASE);
    expect(half.isUnfinished()).toBe(false);
    expect(findClear(dataDir, WORDS)).toEqual([]);
    half.lock();
    await run('decrypt');
    const reverse = vaultOf(dataDir);
    await reverse.unlock(PASSPHRASE);
    expect(reverse.isSetUp()).toBe(false);
    await expectWhole(dataDir, undefined);
  });
});

describe('the passphrase', () => {
  test('is asked for more and more slowly after wrong ones', async () => {
    await using folder = await temporaryFolder();
    const clock = manualClock();
    const vault = openVault({ dataDir: folder.path, clock, cost: CHEAP });
    await vault.setUp(SECRET);
    vault.lock();
    const wrong = () => vault.unlock('something else').catch((error) => error.code);
    const tries = [await wrong(), await wrong(), await wrong(), await wrong()];
    expect(tries).toEqual([...Array(3).fill('VAULT_WRONG_PASSPHRASE'), 'VAULT_TOO_MANY_TRIES']);
    await expect(vault.unlock(PASSPHRASE)).rejects.toMatchObject({ code: 'VAULT_TOO_MANY_TRIES' });
    await clock.advance(1_000);
    expect(await wrong()).toBe('VAULT_WRONG_PASSPHRASE');
    await clock.advance(1_000);
    expect(await wrong()).toBe('VAULT_TOO_MANY_TRIES');
    await clock.advance(1_000);
    await vault.unlock(PASSPHRASE);
    expect(vault.secrets()).toBeDefined();
  });

  test('must not be short, and can be set once', async () => {
    await using folder = await temporaryFolder();
    const vault = vaultOf(folder.path);
    await expect(vault.setUp({ ...SECRET, passphrase: 'short' })).rejects.toMatchObject({
      code: 'VAULT_WEAK_PASSPHRASE',
    });
    await vault.setUp(SECRET);
    await expect(vault.setUp(SECRET)).rejects.toMatchObject({ code: 'VAULT_SET_UP' });
  });
});

test('clear copies of the database go when it is encrypted, and sealed ones when it is not any more', async () => {
  await using folder = await temporaryFolder();
  const dataDir = folder.path;
  const { signal } = new AbortController();
  await fill(dataDir);
  await makeSnapshot({ dataDir, nowMs: AT_MS, signal, isStoreEmpty: async () => false });
  // Restores that were killed: one while it looked at its copy, one before that took its place.
  for (const end of ['.restoring', '.restoring.part', '.restored']) {
    cpSync(join(dataDir, 'db.sqlite'), join(dataDir, `db.sqlite${end}`));
  }
  expect(findClear(dataDir, WORDS).length).toBeGreaterThan(0);
  const vault = vaultOf(dataDir);
  await vault.setUp(SECRET);
  expect([listSnapshots(dataDir), findClear(dataDir, WORDS)]).toEqual([[], []]);
  // The next one is encrypted like the store.
  const { key } = vault.secrets() as StoreSecrets;
  await makeSnapshot({ dataDir, key, nowMs: AT_MS, signal, isStoreEmpty: async () => false });
  expect([listSnapshots(dataDir).length, findClear(dataDir, WORDS)]).toEqual([1, []]);
  await vault.undo();
  expect(listSnapshots(dataDir)).toEqual([]);
});

test('a lost database is not encrypted: its snapshots stay', async () => {
  await using folder = await temporaryFolder();
  const dataDir = folder.path;
  const { signal } = new AbortController();
  await fill(dataDir);
  await makeSnapshot({ dataDir, nowMs: AT_MS, signal, isStoreEmpty: async () => false });
  rmSync(join(dataDir, 'db.sqlite'));
  await expect(vaultOf(dataDir).setUp(SECRET)).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
  expect(listSnapshots(dataDir)).toHaveLength(1);
  expect(existsSync(join(dataDir, 'vault.json'))).toBe(false);
});

test('a new store that is encrypted has a database, so that its loss is noticed', async () => {
  await using folder = await temporaryFolder();
  await vaultOf(folder.path).setUp(SECRET);
  rmSync(join(folder.path, 'db.sqlite'));
  expect(() => assertNotLost(join(folder.path, 'db.sqlite'))).toThrow(
    expect.objectContaining({ code: 'STORE_CORRUPT' }),
  );
});

describe('another passphrase', () => {
  const NEXT = 'five other words nobody knows';
  const opens = async (dataDir: string, passphrase: string) => {
    const vault = vaultOf(dataDir);
    await vault.unlock(passphrase).catch(() => undefined);
    const key = vault.secrets()?.key;
    if (!key) return false;
    await (await openTestStore({ dataDir, key })).close();
    return true;
  };

  test('opens the same store, and the old one does not any more', async () => {
    await using folder = await temporaryFolder();
    const dataDir = folder.path;
    await fill(dataDir);
    const vault = vaultOf(dataDir);
    const notSetUp = { code: 'VAULT_NOT_SET_UP' };
    await expect(vault.changePassphrase(PASSPHRASE, NEXT)).rejects.toMatchObject(notSetUp);
    await vault.setUp(SECRET);
    const before = readFileSync(join(dataDir, 'vault.json'), 'utf8');
    for (const [old, next, code] of [
      ['a wrong passphrase', NEXT, 'VAULT_WRONG_PASSPHRASE'],
      [undefined, NEXT, 'VAULT_WRONG_PASSPHRASE'],
      [PASSPHRASE, 'short', 'VAULT_WEAK_PASSPHRASE'],
    ] as const) {
      await expect(vault.changePassphrase(old, next)).rejects.toMatchObject({ code });
      expect(readFileSync(join(dataDir, 'vault.json'), 'utf8')).toBe(before);
    }
    // Unlocked: it stays so, and what has the key goes on with it.
    await vault.changePassphrase(PASSPHRASE, NEXT);
    const { key } = vault.secrets() as StoreSecrets;
    await (await openTestStore({ dataDir, key })).close();
    vault.lock();
    expect([await opens(dataDir, PASSPHRASE), await opens(dataDir, NEXT)]).toEqual([false, true]);
    expect(statSync(join(dataDir, 'vault.json')).mode & 0o777).toBe(0o600);
    // Locked.
    await vault.changePassphrase(NEXT, PASSPHRASE);
    expect(vault.secrets()).toBeUndefined();
    expect([await opens(dataDir, PASSPHRASE), await opens(dataDir, NEXT)]).toEqual([true, false]);
  });

  test('wrong old ones are slowed like those of an unlock', async () => {
    await using folder = await temporaryFolder();
    const vault = openVault({ dataDir: folder.path, clock: manualClock(), cost: CHEAP });
    await vault.setUp(SECRET);
    const wrong = () => vault.changePassphrase('something else', NEXT).catch(({ code }) => code);
    const tries = [await wrong(), await wrong(), await wrong(), await wrong()];
    expect(tries).toEqual([...Array(3).fill('VAULT_WRONG_PASSPHRASE'), 'VAULT_TOO_MANY_TRIES']);
  });

  test('a kill at any moment leaves exactly one of both', { timeout: 120_000 }, async () => {
    await using folder = await temporaryFolder();
    const dataDir = folder.path;
    const vault = vaultOf(dataDir);
    await vault.setUp(SECRET);
    vault.lock();
    for (let kill = 0; kill < 4; kill += 1) {
      const child = spawn(process.execPath, [CHANGER, dataDir, PASSPHRASE, NEXT]);
      await once(child.stdout, 'data');
      await new Promise((resolve) => setTimeout(resolve, kill * 83));
      child.kill('SIGKILL');
      await once(child, 'close');
      const ways = [await opens(dataDir, PASSPHRASE), await opens(dataDir, NEXT)];
      expect(ways.toSorted()).toEqual([false, true]);
    }
  });
});

describe('the keyring', () => {
  test('opens a store without a passphrase, and a store can have both', async () => {
    const kept = new Map<string, string>();
    const openKeyring = (name: string): Keyring => ({
      read: async () => kept.get(name),
      write: async (secret) => void kept.set(name, secret),
      remove: async () => void kept.delete(name),
    });
    const open = (dataDir: string) =>
      openVault({ dataDir, clock: systemClock, cost: CHEAP, openKeyring });
    for (const passphrase of [undefined, PASSPHRASE]) {
      await using folder = await temporaryFolder();
      const dataDir = folder.path;
      await open(dataDir).setUp({ passphrase, isInKeyring: true });
      expect(kept.size).toBe(1);
      const vault = open(dataDir);
      await vault.unlock(undefined);
      await (await openTestStore({ dataDir, key: vault.secrets()?.key })).close();
      vault.lock();
      if (passphrase === undefined) {
        // A store that only the keyring opened can be given a passphrase.
        await vault.changePassphrase(undefined, PASSPHRASE);
        await vault.unlock(PASSPHRASE);
        vault.lock();
      } else await vault.unlock(passphrase);
      await vault.unlock(undefined);
      await vault.undo();
      expect(kept.size).toBe(0);
    }
  });

  test('that has lost the key is named, and nothing is encrypted without a place for the key', async () => {
    await using folder = await temporaryFolder();
    const dataDir = folder.path;
    const none = () => Promise.reject(new VaultKeyringError());
    const openKeyring = () => ({ read: none, write: none, remove: none });
    const vault = openVault({ dataDir, clock: systemClock, cost: CHEAP, openKeyring });
    const unavailable = { code: 'VAULT_KEYRING_UNAVAILABLE' };
    await expect(vault.setUp({ ...SECRET, isInKeyring: true })).rejects.toMatchObject(unavailable);
    expect(vault.isSetUp()).toBe(false);
    await vault.setUp(SECRET);
    vault.lock();
    await expect(vault.unlock(undefined)).rejects.toMatchObject(unavailable);
  });
});

describe('the key file', () => {
  test('that is missing or damaged is named, and a lowered cost is no way in', async () => {
    await using folder = await temporaryFolder();
    const dataDir = folder.path;
    const vault = vaultOf(dataDir);
    await vault.setUp(SECRET);
    await (await openTestStore({ dataDir, key: vault.secrets()?.key })).close();
    const file = join(dataDir, 'vault.json');
    const text = readFileSync(file, 'utf8');
    expect(statSync(file).mode & 0o777).toBe(0o600);

    writeFileSync(file, text.replace('"passes": 1', '"passes": 2'));
    await expect(vaultOf(dataDir).unlock(PASSPHRASE)).rejects.toMatchObject({
      code: 'VAULT_WRONG_PASSPHRASE',
    });
    for (const damaged of [
      '',
      '{}',
      text.replace('"version": 1', '"version": 2'),
      text.replace('19456', '8'),
    ]) {
      writeFileSync(file, damaged);
      expect(() => vaultOf(dataDir)).toThrow(expect.objectContaining({ code: 'VAULT_DAMAGED' }));
    }
    rmSync(file);
    expect(() => vaultOf(dataDir)).toThrow(expect.objectContaining({ code: 'VAULT_DAMAGED' }));
    writeFileSync(file, text);
    await vaultOf(dataDir).unlock(PASSPHRASE);
  });
});
