/**
 * Seals the files of the media folder one by one, or opens them. Each is written next to the old one and takes its place when it is
 * on the disk; those that are as they should be are passed over, so that a conversion that was broken off goes on where it was.
 */
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { turnstile } from '../kernel/turnstile.ts';
import { hasCode } from '../media/system-error.ts';
import { HEADER_BYTES, hasSealedHeader } from '../sealing/format.ts';
import { type MediaFile, openMediaFile } from '../sealing/sealed-file.ts';
import { createLogFile, readLog } from '../sealing/sealed-log.ts';
import { sealedWriter } from '../sealing/sealed-writer.ts';
import type { Sealing } from '../sealing/store-key.ts';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const PIECE_BYTES = 1024 * 1024;
/** Most of the time goes into waiting for the disk. */
const AT_ONCE = 8;

export interface MediaConversion {
  readonly folder: string;
  readonly sealing: Sealing;
  readonly to: 'sealed' | 'clear';
  /** Called after each file. */
  onFile(sizeBytes: number): void;
  readonly signal: AbortSignal | undefined;
}

/** Every file below a folder with its size. */
export async function listFiles(folder: string): Promise<{ path: string; sizeBytes: number }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause) => {
    if (hasCode(cause, 'ENOENT')) return [];
    throw cause;
  });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      return { path, sizeBytes: (await stat(path)).size };
    }),
  );
}

/** Rejects with the first failure, or with the signal's reason; what was converted stays so. */
export async function convertMedia(conversion: MediaConversion): Promise<void> {
  const { folder, signal } = conversion;
  const drafts = join(folder, '.unfinished');
  // Left by a killed process: drafts of pictures, or of an earlier conversion.
  await rm(drafts, { recursive: true, force: true });
  const files = await listFiles(folder);
  if (files.length === 0) return;
  await mkdir(drafts, { recursive: true, mode: FOLDER_MODE });
  const places = turnstile(AT_ONCE);
  const failing = new AbortController();
  const stop = AbortSignal.any([failing.signal, ...(signal ? [signal] : [])]);
  const work = files.map(async ({ path, sizeBytes }) => {
    const leave = await places.enter(stop);
    try {
      await convertFile(path, join(drafts, randomUUID()), conversion);
      conversion.onFile(sizeBytes);
    } catch (error) {
      failing.abort(error);
      throw error;
    } finally {
      leave();
    }
  });
  await Promise.allSettled(work);
  stop.throwIfAborted();
  await rm(drafts, { recursive: true, force: true });
}

async function convertFile(path: string, draft: string, { sealing, to }: MediaConversion) {
  if ((await isSealed(path)) === (to === 'sealed')) return;
  const { atime, mtime } = await stat(path);
  try {
    if (path.endsWith('.pcm')) await copyLog(path, draft, sealing, to);
    else await copyFile(path, draft, sealing, to);
    // Which file is older than another is looked at when files without a row are found.
    await utimes(draft, atime, mtime);
    await chmod(draft, FILE_MODE);
    await rename(draft, path);
    await syncPath(dirname(path));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function isSealed(path: string): Promise<boolean> {
  await using file = await open(path, 'r');
  const head = Buffer.alloc(HEADER_BYTES);
  await file.read(head, 0, HEADER_BYTES, 0);
  return hasSealedHeader(head);
}

async function copyFile(path: string, draft: string, sealing: Sealing, to: MediaConversion['to']) {
  const source = await openMediaFile(path, to === 'sealed' ? undefined : sealing);
  try {
    await using target = await open(draft, 'wx', FILE_MODE);
    if (to === 'sealed') {
      const writer = sealedWriter(target, sealing);
      for await (const { piece, at } of piecesOf(source)) await writer.write(piece, at);
      await writer.finish();
    } else {
      for await (const { piece } of piecesOf(source)) await target.appendFile(piece);
    }
    await target.sync();
  } finally {
    await source.close();
  }
}

async function* piecesOf(source: MediaFile) {
  for (let at = 0; at < source.sizeBytes; at += PIECE_BYTES) {
    yield { piece: await source.readAt(at, PIECE_BYTES), at };
  }
}

/** A recording that a killed process was making. */
async function copyLog(path: string, draft: string, sealing: Sealing, to: MediaConversion['to']) {
  await using source = await open(path, 'r');
  const content = await readLog(source, to === 'sealed' ? undefined : sealing);
  const target = await createLogFile(draft, to === 'sealed' ? sealing : undefined);
  try {
    await target.append(content);
  } finally {
    await target.close();
  }
  await syncPath(draft);
}

async function syncPath(path: string): Promise<void> {
  await using opened = await open(path, 'r');
  await opened.sync();
}
