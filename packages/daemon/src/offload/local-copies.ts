/**
 * The local copies of offloaded files: fetched ones stay until the cache is full, then the one that nobody used for longest goes. A copy
 * is removed only while the place has the file. Called by `offload.ts`.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { Clock } from '#core/clock.ts';
import { readMediaFile, sealBytes } from '#store/sealing/sealed-file.ts';
import type { Sealing } from '#store/sealing/store-key.ts';
import type { Store } from '#store/store.ts';

/** Whoever asked for it is reading it. */
const IN_USE_MS = 60_000;
/** Above the largest media file. */
const MOST_BYTES = 512 * 1024 * 1024;

export interface LocalCopies {
  /** Once, before the others. */
  load(): Promise<void>;
  /** Removes copies until the rest fits; those that are in use stay. */
  trim(): Promise<void>;
  /** Whether there is a file; asks the disk. */
  isHere(path: string): Promise<boolean>;
  noteUse(path: string): void;
  /** The content of a file, opened where the store is encrypted. */
  read(path: string, signal: AbortSignal): Promise<Buffer>;
  /** On the disk when it resolves, whole or not at all. */
  add(path: string, content: Buffer): Promise<void>;
  /** The file is at the place only. */
  remove(path: string): Promise<void>;
  bytes(): number;
}

export function localCopies(deps: {
  dataDir: string;
  store: Pick<Store, 'offload'>;
  sealing: Sealing | undefined;
  maxBytes: number;
  clock: Clock;
}): LocalCopies {
  const { dataDir, store, sealing, maxBytes, clock } = deps;
  /** The one that nobody used for longest first. */
  const copies = new Map<string, { bytes: number; usedMs: number }>();
  const absolute = (path: string) => join(dataDir, path);
  const total = () => [...copies.values()].reduce((sum, { bytes }) => sum + bytes, 0);

  function note(path: string, bytes: number, usedMs: number): void {
    copies.delete(path);
    copies.set(path, { bytes, usedMs });
  }

  async function remove(path: string): Promise<void> {
    await rm(absolute(path), { force: true });
    copies.delete(path);
    await store.offload.setCached(path, false, clock.now());
  }

  /** The place has lost it, so that this is the last copy; or it was fetched to be rewritten, however long that takes. */
  async function isNeeded(path: string): Promise<boolean> {
    const row = await store.offload.find(path);
    const isLast = row?.state === 'away' && row.lostMs !== null;
    return isLast || (await store.offload.isChanging(path));
  }

  async function trim(): Promise<void> {
    let excess = total() - maxBytes;
    for (const [path, { bytes, usedMs }] of copies) {
      if (excess <= 0) return;
      if (clock.monotonicMs() - usedMs < IN_USE_MS) continue;
      if (await isNeeded(path)) continue;
      if ((await store.offload.find(path))?.state === 'away') await remove(path);
      copies.delete(path);
      excess -= bytes;
    }
  }

  return {
    async load() {
      for (const { path, bytes } of await store.offload.listCached()) {
        if (!copies.has(path)) note(path, bytes, Number.NEGATIVE_INFINITY);
      }
      await trim();
    },
    trim,
    isHere: (path) =>
      stat(absolute(path)).then(
        () => true,
        () => false,
      ),
    noteUse(path) {
      const copy = copies.get(path);
      if (copy) note(path, copy.bytes, clock.monotonicMs());
    },
    read: (path, signal) => readMediaFile(absolute(path), MOST_BYTES, sealing, signal),
    async add(path, content) {
      const target = absolute(path);
      const draft = join(dataDir, 'data', '.unfinished', `${randomUUID()}${extname(path)}`);
      // First: a copy that nobody knows of would stay for ever.
      await store.offload.setCached(path, true, clock.now());
      for (const file of [draft, target]) {
        await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      }
      try {
        await writeDurably(draft, sealBytes(content, sealing));
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      note(path, content.length, clock.monotonicMs());
      await trim();
    },
    remove,
    bytes: total,
  };
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  await file.writeFile(bytes);
  await file.sync();
}
