/**
 * The sound of what was said, as Opus files in the day folders next to the frame images. A recording lies on the
 * disk from its first second on: as raw samples in `.spool` while it is made, then as Opus, and the raw file goes
 * only when its rows are stored. Rows are the store's business; whoever records calls `release` after them.
 */
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { DiskFullError } from '../../errors.ts';
import { sealBytes } from '../../sealing/sealed-file.ts';
import type { LogFile } from '../../sealing/sealed-log.ts';
import type { Sealing } from '../../sealing/store-key.ts';
import { makeFolder } from '../make-folder.ts';
import { ensureLocal, NO_OFFLOADED_FILES, type OffloadedFiles } from '../offloaded-files.ts';
import { hasCode } from '../system-error.ts';
import { type SoundCodec, videoProcess } from '../video/process/video-process.ts';
import { AudioGoneError } from './errors.ts';
import { openPlayable, type PlayableAudio } from './playable-audio.ts';
import { createSpoolFile, type Recording, readSpoolFile } from './spool-file.ts';
import { openUnfinished, orUnfinished, readUnfinished } from './unfinished-audio.ts';

const FILE_MODE = 0o600;
const SPOOLED = '.pcm';
const FINISHED = '.ogg';
const SAMPLES_PER_MS = 16;

/** A recording that has its place. */
export interface KeptAudio extends Recording {
  /** Relative to the data folder, with forward slashes. */
  readonly filePath: string;
  readonly durationMs: number;
}

export interface AudioSpool {
  /** Where it will be, as `KeptAudio` says: rows may name it before it is there. */
  readonly filePath: string;
  /** 16-bit mono samples at 16 kHz; on the disk when it resolves. One call at a time. */
  append(samples: Int16Array): Promise<void>;
  /**
   * Makes the Opus file, of what was appended or of `samples` in its place: only at its end is it known what belongs to a recording.
   * Undefined when there is nothing.
   */
  finish(samples?: Int16Array): Promise<KeptAudio | undefined>;
  /** It was no speech after all: nothing stays. */
  discard(): Promise<void>;
  /** It cannot be finished now: what was appended stays for the next start. */
  close(): Promise<void>;
}

export interface AudioMedia {
  /** Rejects with DISK_FULL, as everything here that writes. */
  record(recording: Recording): Promise<AudioSpool>;
  /** To be called when the rows of a finished recording are stored. */
  release(kept: Pick<KeptAudio, 'filePath'>): Promise<void>;
  /**
   * At start, once: what a killed process had not stored yet, now finished. Rows of some may be there already,
   * which `filePath` says. Each is to be released. Broken spools are removed and counted; one that cannot be finished
   * now stays for the next start and counts as failed.
   */
  recover(): Promise<{ kept: KeptAudio[]; broken: number; failed: number }>;
  /**
   * All samples, mono at 16 kHz, -1..1. Rejects with AUDIO_GONE when the file is missing or no audio, with OFFLOAD_UNREACHABLE or
   * OFFLOAD_LOST when it was moved elsewhere; what the machine refused (files, memory, the disk) is rejected as it came.
   */
  readSamples(chunk: AudioFile, signal?: AbortSignal): Promise<Float32Array>;
  /** As `readSamples`; of one that is still being made, what there is of it. */
  readSamplesSoFar(chunk: AudioFile, signal?: AbortSignal): Promise<Float32Array>;
  /** Makes the file of a recording whose end could not be written, from what was written before. False when nothing is left of it. */
  rescue(chunk: AudioFile): Promise<boolean>;
  /** One that is still being made: what there is of it. Rejects with AUDIO_GONE. Has to be closed. */
  openPlayable(chunk: AudioFile, signal?: AbortSignal): Promise<PlayableAudio>;
  /** Paths relative to the data folder. What is not there, or not in the media folder, is passed over. */
  remove(filePaths: readonly string[]): Promise<void>;
}

/** `filePath` absolute, as the store gives it out; empty when there is no file. */
export interface AudioFile {
  readonly id: number;
  readonly filePath: string;
}

/** The caller holds the lock of the data folder. */
export function openAudioMedia(options: {
  dataDir: string;
  sealing?: Sealing | undefined;
  /** That of the pictures, so that there is one process. */
  sound?: SoundCodec | undefined;
  offloaded?: OffloadedFiles | undefined;
}): AudioMedia {
  const { sealing, offloaded = NO_OFFLOADED_FILES } = options;
  const { sound = videoProcess({ sealing }).sound } = options;
  const dataDir = resolve(options.dataDir);
  const { spoolDir, insideMedia, finishedPath, spoolOf, toFilePath } = soundPaths(dataDir);
  const { createSpool, publish, finish, readSamples } = soundFiles({
    dataDir,
    spoolDir,
    finishedPath,
    sealing,
    sound,
    toFilePath,
    insideMedia,
  });

  async function ensure(chunk: AudioFile, signal?: AbortSignal, isPatient = false) {
    const absolute = chunk.filePath === '' ? undefined : insideMedia(chunk.filePath);
    if (absolute === undefined || (await exists(spoolOf(absolute)))) return;
    await ensureLocal(offloaded, { absolute, path: toFilePath(absolute) }, { signal, isPatient });
  }

  return {
    async record(recording) {
      const { path, file } = await diskFullNamed(() => createSpool(recording));
      let isEmpty = true;
      return {
        filePath: toFilePath(finishedPath(path, recording.atMs)),
        async append(samples) {
          isEmpty &&= samples.length === 0;
          await diskFullNamed(() => file.append(bytesOf(samples)));
        },
        async finish(samples) {
          await file.close();
          if (samples && samples.length > 0) {
            const target = finishedPath(path, recording.atMs);
            await diskFullNamed(() => publish(bytesOf(samples), target, draftOf(path)));
            const durationMs = samples.length / SAMPLES_PER_MS;
            return { ...recording, filePath: toFilePath(target), durationMs };
          }
          if (!isEmpty) return diskFullNamed(() => finish(path));
          await rm(path, { force: true });
          return undefined;
        },
        async discard() {
          await file.close();
          await rm(path, { force: true });
        },
        close: () => file.close(),
      };
    },

    async release({ filePath }) {
      await rm(spoolOf(filePath), { force: true });
    },

    async recover() {
      const kept: KeptAudio[] = [];
      let broken = 0;
      let failed = 0;
      for (const name of await listNames(spoolDir)) {
        const path = join(spoolDir, name);
        try {
          const recovered = name.endsWith(SPOOLED) ? await finish(path) : undefined;
          if (recovered) {
            kept.push(recovered);
          } else {
            // Half an Opus file whose samples are still there, or a recording without samples.
            if (name.endsWith(SPOOLED)) broken += 1;
            await rm(path, { force: true });
          }
        } catch {
          // A full disk, or one file that cannot be read: the others must not wait for it.
          failed += 1;
        }
      }
      return { kept, broken, failed };
    },

    async readSamples(chunk, signal) {
      await ensure(chunk, signal, true);
      return readSamples(chunk, signal);
    },

    async readSamplesSoFar(chunk, signal) {
      await ensure(chunk, signal);
      return orUnfinished(
        { spoolPath: spoolOf(chunk.filePath), sealing },
        () => readSamples(chunk, signal),
        readUnfinished,
      );
    },

    async openPlayable(chunk, signal) {
      const path = insideMedia(chunk.filePath);
      if (path === undefined) throw new AudioGoneError(chunk);
      await ensure(chunk, signal);
      return orUnfinished(
        { spoolPath: spoolOf(path), sealing },
        () => openPlayable(chunk, path, sealing),
        (spool) => openUnfinished(spool, sound.encode),
      );
    },

    async rescue(chunk) {
      const path = insideMedia(chunk.filePath);
      const spool = path && spoolOf(path);
      if (!spool || !(await exists(spool))) return false;
      const kept = await diskFullNamed(() => finish(spool));
      if (kept) await rm(spool, { force: true });
      return kept !== undefined;
    },

    async remove(filePaths) {
      for (const filePath of filePaths) {
        const path = insideMedia(filePath);
        if (path === undefined) continue;
        await rm(path, { force: true });
        // Nobody can hear any more what was to go.
        await rm(spoolOf(path), { force: true });
      }
    },
  };
}

/** Writes and reads the files of recordings. */
function soundFiles(deps: {
  dataDir: string;
  spoolDir: string;
  finishedPath: ReturnType<typeof soundPaths>['finishedPath'];
  sealing: Sealing | undefined;
  sound: SoundCodec;
  toFilePath: ReturnType<typeof soundPaths>['toFilePath'];
  insideMedia: ReturnType<typeof soundPaths>['insideMedia'];
}) {
  const { dataDir, spoolDir, finishedPath, sealing, sound, toFilePath, insideMedia } = deps;
  /** A name that neither a spool nor a finished file has; the spool of that name is made by this. */
  async function createSpool(recording: Recording): Promise<{ path: string; file: LogFile }> {
    await makeFolder(dataDir, spoolDir);
    const stem = join(
      spoolDir,
      `${Math.trunc(recording.atMs)}_${safeName(recording.deviceName, recording.isInput)}`,
    );
    for (let copy = 1; ; copy += 1) {
      const path = copy === 1 ? stem + SPOOLED : `${stem}_${copy}${SPOOLED}`;
      if (await exists(finishedPath(path, recording.atMs))) continue;
      try {
        return { path, file: await createSpoolFile(path, recording, sealing) };
      } catch (cause) {
        if (!hasCode(cause, 'EEXIST')) throw cause;
      }
    }
  }

  /** Whole or not at all, and on the disk before its name appears. */
  async function publish(samples: Buffer, path: string, draft: string): Promise<void> {
    await makeFolder(dataDir, dirname(path));
    try {
      const bytes = sealBytes(await sound.encode(samples), sealing);
      const file = await open(draft, 'w', FILE_MODE);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
    } catch (cause) {
      await rm(draft, { force: true });
      throw cause;
    }
  }

  /** Undefined when there is nothing in it. Done again after a crash it comes to the same result. */
  async function finish(spoolPath: string): Promise<KeptAudio | undefined> {
    await using spool = await open(spoolPath, 'r');
    const content = await readSpoolFile(spool, sealing);
    if (!content) return undefined;
    const { recording, durationMs, samples } = content;
    const path = finishedPath(spoolPath, recording.atMs);
    if (!(await exists(path))) await publish(samples, path, draftOf(spoolPath));
    return { ...recording, filePath: toFilePath(path), durationMs };
  }

  async function readSamples(chunk: AudioFile, signal?: AbortSignal): Promise<Float32Array> {
    signal?.throwIfAborted();
    const path = insideMedia(chunk.filePath);
    if (path === undefined) throw new AudioGoneError(chunk);
    try {
      return await sound.decode(path, signal);
    } catch (cause) {
      signal?.throwIfAborted();
      throw hasCode(cause, 'AUDIO_UNDECODABLE') ? new AudioGoneError(chunk, cause) : cause;
    }
  }

  return { createSpool, publish, finish, readSamples };
}

/** Where recordings lie, while they grow and afterwards. */
function soundPaths(dataDir: string) {
  const mediaDir = join(dataDir, 'data');
  const spoolDir = join(mediaDir, '.spool');

  /** Undefined when the path leaves the media folder: no row names such a file on purpose. */
  function insideMedia(path: string): string | undefined {
    const absolute = resolve(dataDir, path);
    return absolute.startsWith(mediaDir + sep) ? absolute : undefined;
  }

  function finishedPath(spoolPath: string, atMs: number): string {
    const [day = ''] = new Date(atMs).toISOString().split('T');
    return join(mediaDir, day, basename(spoolPath, SPOOLED) + FINISHED);
  }

  function spoolOf(finishedFile: string): string {
    return join(spoolDir, basename(finishedFile, FINISHED) + SPOOLED);
  }

  function toFilePath(path: string): string {
    return relative(dataDir, path).split(sep).join('/');
  }

  return { spoolDir, insideMedia, finishedPath, spoolOf, toFilePath };
}

function bytesOf(samples: Int16Array): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** Next to the spool, so that a killed process leaves nothing in the day folders. */
function draftOf(spoolPath: string): string {
  return spoolPath.replace(/\.pcm$/, FINISHED);
}

async function diskFullNamed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw hasCode(cause, 'ENOSPC', 'EDQUOT') ? new DiskFullError(cause) : cause;
  }
}

/** Only what every file system takes is kept of a name. */
function safeName(deviceName: string, isInput: boolean): string {
  const safe = deviceName.replace(/[^A-Za-z0-9-]+/g, '-').replace(/^-+|-+$/g, '');
  return safe.slice(0, 40) || (isInput ? 'input' : 'output');
}

async function exists(path: string): Promise<boolean> {
  try {
    await (await open(path, 'r')).close();
    return true;
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return false;
    throw cause;
  }
}

async function listNames(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return [];
    throw cause;
  }
}
