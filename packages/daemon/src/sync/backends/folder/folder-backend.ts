/**
 * A plain shared folder as the meeting place: Syncthing, a NAS, a WebDAV mount. Every device writes only below its own name, each blob is
 * a file that appears whole, is exchanged as a whole when its device rewrites it, and goes with its stream; numbers are read only
 * as far as none is missing, so it does not matter in which order another program brings the files.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { link, lstat, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { HUB_NAME, MAX_BLOB_BYTES } from '@hindcast/client/hub-wire';
import type { Heads, Spot, SyncBackend } from '#sync/backend.ts';
import {
  SyncAnswerError,
  SyncDeviceClonedError,
  SyncLeaseHeldError,
  SyncLostDataError,
} from '#sync/errors.ts';
import { inFolder, inMadeFolder, removeTree } from './held-folder.ts';
import { folderGuard } from './patience.ts';
import { listNames, namesIn, readPlainFile } from './plain-files.ts';

const LEASE_MS = 90_000;
/** Files in one folder: lists stay short, and full folders need not be listed again. */
const PER_FOLDER = 1_000;
const LOG = 'log';
const KEYS = 'keys.json';
/** The key document and the lease are a few hundred bytes. */
const MAX_NOTE_BYTES = 4_096;
const BLOB_NAME = /^\d{12}\.bin$/;
/** Not those of a program that carries files around, which name theirs after the file. */
const DRAFT_NAME = /^\.syncthing\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;
/** Far longer than any is written, also where the clock of the folder goes wrong. */
const DRAFT_LEFT_MS = 6 * 3_600_000;
/** How file systems without hard links say so. */
const NO_LINKS = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL', 'EMLINK'];

interface Lease {
  holder: string;
  untilMs: number;
}

/** The folder itself has to be there: an empty mount point must not become a second account. */
export function folderBackend(
  root: string,
  nowMs: () => number = Date.now,
  /** For tests. */
  patienceMs?: number,
): SyncBackend {
  const guarded = folderGuard(patienceMs);
  const devices = join(root, 'devices');
  const { prepare, fileOf, countSegments, lastSeenAtMs, removeFolder } = segmentFiles(
    root,
    nowMs,
    devices,
  );
  const takeLease = leases({ devices, nowMs, prepare, root });

  const readKeys = () => readPlainFile(root, join(root, KEYS), MAX_NOTE_BYTES);
  const readBlob = (file: string) => readPlainFile(root, file, MAX_BLOB_BYTES);

  return {
    readHeads: (_machineId, signal) =>
      guarded(signal, async (progress): Promise<Heads> => {
        await stat(root);
        const keys = await readKeys();
        const found: Heads['devices'] = [];
        // Whatever else shows the folder leaves its own files there.
        const isDevice = (entry: Dirent) => entry.isDirectory() && HUB_NAME.test(entry.name);
        for (const machineId of await listNames(root, devices, isDevice)) {
          progress();
          const segments = await countSegments(machineId, LOG);
          if (segments === 0) continue;
          found.push({
            machineId,
            segments,
            lastSeenAtMs: await lastSeenAtMs(machineId, segments),
          });
        }
        return { keysRevision: keys && hashOf(keys), devices: found, usedBytes: undefined };
      }),
    readKeys: (signal) =>
      guarded(signal, async () => {
        await stat(root);
        const document = await readKeys();
        return document && { document, revision: hashOf(document) };
      }),
    writeKeys: (document, expected, signal) =>
      guarded(signal, async () => {
        await stat(root);
        const file = join(root, KEYS);
        const known = await readKeys();
        if ((known && hashOf(known)) !== expected) return undefined;
        await prepare(root);
        if (expected !== undefined) await replace(root, file, document);
        else if (!(await place(root, file, document))) return undefined;
        return hashOf(document);
      }),
    append: (spot, bytes, holder, signal) =>
      guarded(signal, async (progress) => {
        progress(bytes.length);
        await stat(root);
        await takeLease(spot.machineId, holder);
        const file = fileOf(spot);
        const known = await readBlob(file);
        if (known?.equals(bytes)) return;
        const next = await countSegments(spot.machineId, spot.stream);
        if (known || spot.sequence !== next) throw new SyncDeviceClonedError(spot.machineId);
        await prepare(dirname(file));
        // Two copies of one device may both have found the lease free.
        const isPlaced = (await place(root, file, bytes)) || (await readBlob(file))?.equals(bytes);
        if (!isPlaced) throw new SyncDeviceClonedError(spot.machineId);
      }),
    replace: (spot, bytes, expectedHash, holder, signal) =>
      guarded(signal, async (progress) => {
        progress(bytes.length * 2);
        await takeLease(spot.machineId, holder);
        const file = fileOf(spot);
        const known = await readBlob(file);
        if (known?.equals(bytes)) return;
        if (!known || hashOf(known) !== expectedHash) {
          throw new SyncDeviceClonedError(spot.machineId);
        }
        await replace(root, file, bytes);
      }),
    removeStream: (machineId, stream, holder, signal) =>
      guarded(signal, async () => {
        await stat(root);
        if (stream === LOG) throw new SyncAnswerError('a request to remove the log');
        await takeLease(machineId, holder);
        await removeFolder(dirname(dirname(fileOf({ machineId, stream, sequence: 0 }))));
      }),
    removeDevice: (machineId, holder, signal) =>
      guarded(signal, async () => {
        await stat(root);
        const folder = dirname(dirname(dirname(fileOf({ machineId, stream: LOG, sequence: 0 }))));
        await takeLease(machineId, holder);
        await removeFolder(folder);
      }),
    read: (spot, signal) =>
      guarded(signal, async (progress) => {
        const file = fileOf(spot);
        const size = (await lstat(file).catch(() => undefined))?.size ?? 0;
        progress(Math.min(size, MAX_BLOB_BYTES));
        const bytes = await readBlob(file);
        if (!bytes) throw new SyncLostDataError(spot.machineId);
        return bytes;
      }),
    countSegments: (machineId, stream, signal) =>
      guarded(signal, () => countSegments(machineId, stream)),
  };
}

/** Keeps two holders from sending as the same device. */
function leases(deps: {
  devices: string;
  nowMs: () => number;
  prepare: ReturnType<typeof segmentFiles>['prepare'];
  root: string;
}) {
  const { devices, nowMs, prepare, root } = deps;
  async function takeLease(machineId: string, holder: string): Promise<void> {
    const file = join(devices, machineId, 'lease.json');
    const lease = await readLease(file);
    if (lease && lease.holder !== holder && isHeld(lease, nowMs())) throw new SyncLeaseHeldError();
    // Renewed in its last two thirds: other programs carry every write of this folder around.
    if (lease?.holder === holder && lease.untilMs > nowMs() + (LEASE_MS * 2) / 3) return;
    const next: Lease = { holder, untilMs: nowMs() + LEASE_MS };
    await prepare(dirname(file));
    await replace(root, file, Buffer.from(JSON.stringify(next)));
  }

  async function readLease(file: string): Promise<Lease | undefined> {
    // Unreadable counts as missing: the next write replaces it.
    const bytes = await readPlainFile(root, file, MAX_NOTE_BYTES).catch(() => undefined);
    return bytes && leaseOf(bytes.toString());
  }

  return takeLease;
}

/** Where sync segments lie in the folder. */
function segmentFiles(root: string, nowMs: () => number, devices: string) {
  const fullFolders = new Set<string>();
  const tidied = new Set<string>();

  /** Makes a folder that is written to, and once removes the drafts that a kill has left in it. */
  async function prepare(folder: string): Promise<void> {
    await inMadeFolder(root, folder, async (held) => {
      if (tidied.has(folder)) return;
      tidied.add(folder);
      for (const name of await namesIn(held, (entry) => DRAFT_NAME.test(entry.name))) {
        const draft = join(held, name);
        const found = await lstat(draft).catch(() => undefined);
        if (found && found.mtimeMs < nowMs() - DRAFT_LEFT_MS) await rm(draft, { force: true });
      }
    });
  }

  function fileOf({ machineId, stream, sequence }: Spot): string {
    // Names come from others: none of them leads out of the folder.
    if (!HUB_NAME.test(machineId) || !HUB_NAME.test(stream)) {
      throw new SyncAnswerError('a name that is none');
    }
    const group = String(Math.floor(sequence / PER_FOLDER)).padStart(9, '0');
    return join(devices, machineId, stream, group, `${String(sequence).padStart(12, '0')}.bin`);
  }

  async function countIn(folder: string, group: number): Promise<number> {
    if (fullFolders.has(folder)) return PER_FOLDER;
    // A link or a device is no blob: the stream ends before it.
    const isBlob = (entry: Dirent) => entry.isFile() && BLOB_NAME.test(entry.name);
    const names = new Set(await listNames(root, folder, isBlob));
    let count = 0;
    const first = group * PER_FOLDER;
    while (names.has(`${String(first + count).padStart(12, '0')}.bin`)) count += 1;
    if (count === PER_FOLDER) fullFolders.add(folder);
    return count;
  }

  async function countSegments(machineId: string, stream: string): Promise<number> {
    const folder = join(devices, machineId, stream);
    for (let group = 0; ; group += 1) {
      const count = await countIn(join(folder, String(group).padStart(9, '0')), group);
      if (count < PER_FOLDER) return group * PER_FOLDER + count;
    }
  }

  /** 0 if unknown. The lease may be missing: another program has not brought it, or thinks nothing of it. */
  async function lastSeenAtMs(machineId: string, segments: number): Promise<number> {
    const newest = fileOf({ machineId, stream: LOG, sequence: segments - 1 });
    for (const path of [join(devices, machineId, 'lease.json'), dirname(newest)]) {
      const found = await lstat(path).catch(() => undefined);
      if (found) return found.mtimeMs;
    }
    return 0;
  }

  async function removeFolder(folder: string): Promise<void> {
    await inFolder(root, dirname(folder), (held) => removeTree(join(held, basename(folder))));
    for (const folders of [fullFolders, tidied]) {
      for (const known of folders) if (known.startsWith(folder)) folders.delete(known);
    }
  }

  return { prepare, fileOf, countSegments, lastSeenAtMs, removeFolder };
}

/** Takes the place of what is there. */
function replace(root: string, file: string, bytes: Uint8Array): Promise<void> {
  return withDraft(root, file, bytes, rename);
}

/** False, and nothing changed, when something is there already. */
async function place(root: string, file: string, bytes: Uint8Array): Promise<boolean> {
  try {
    await withDraft(root, file, bytes, moveToFree);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function moveToFree(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
    await rm(draft, { force: true });
  } catch (error) {
    // Some mounts know no second name of a file: the moment between looking and renaming is left to chance there.
    if (!NO_LINKS.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    if (await lstat(file).catch(() => undefined))
      throw Object.assign(new Error('taken'), { code: 'EEXIST' });
    await rename(draft, file);
  }
}

/** Whatever appears is whole: written next to it first. The name is one that the programs that carry files around leave alone. */
function withDraft(
  root: string,
  file: string,
  bytes: Uint8Array,
  move: (draft: string, file: string) => Promise<void>,
): Promise<void> {
  return inMadeFolder(root, dirname(file), async (held) => {
    const draft = join(held, `.syncthing.${randomUUID()}.tmp`);
    try {
      const written = await open(draft, 'wx', 0o600);
      try {
        await written.writeFile(bytes);
        await written.sync();
      } finally {
        await written.close();
      }
      await move(draft, join(held, basename(file)));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  });
}

/** One that ends later than any can was written by a clock that went wrong. */
function isHeld({ untilMs }: Lease, nowMs: number): boolean {
  return untilMs > nowMs && untilMs <= nowMs + LEASE_MS;
}

function leaseOf(text: string): Lease | undefined {
  try {
    const lease = JSON.parse(text) as Partial<Lease>;
    return typeof lease.holder === 'string' && typeof lease.untilMs === 'number'
      ? { holder: lease.holder, untilMs: lease.untilMs }
      : undefined;
  } catch {
    // Half a file of another device: as good as none.
    return undefined;
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
