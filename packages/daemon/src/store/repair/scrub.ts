/**
 * Scrubbing: media files are decoded one after the other, in the order of their names, so that a disk that forgets is noticed
 * before somebody asks for the picture. An encrypted file is proven byte by byte, and so is a clear video, by its sum; of other clear
 * files it is what the decoder can tell. It changes nothing: a file that does not open is noted, and `hindcast doctor --fix` does the rest.
 */
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { validateMedia } from '../media/exports/validate-media.ts';
import { isAsWritten } from '../media/file-sum.ts';
import { readRegularFile } from '../media/regular-file.ts';
import { hasCode } from '../media/system-error.ts';
import type { VideoProcess } from '../media/video/process/video-process.ts';
import type { Sealing } from '../sealing/store-key.ts';
import type { Store } from '../store.ts';
import { readScrubState, type ScrubState, writeScrubState } from './scrub-book.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MEDIA = /\.(jpg|mp4|ogg)$/;
/** Whoever writes a file stores its row within seconds. */
const SETTLED_MS = 10 * 60_000;

/** Of a video; the largest have some megabytes. */
const MOST_BYTES = 512 * 1024 * 1024;

export type Scrubbed = 'whole' | 'broken' | 'passed_over' | 'round_done';

export interface Scrub {
  /** Looks at the next file. Rejects with the signal's reason, or with what keeps the service from looking. */
  next(signal: AbortSignal): Promise<Scrubbed>;
  /** All there are now, to spread a round over its time. */
  countFiles(): Promise<number>;
  state(): ScrubState;
}

export function openScrub(deps: {
  dataDir: string;
  store: Pick<Store, 'compaction'>;
  videos: Pick<VideoProcess, 'probe' | 'sound'>;
  sealing?: Sealing | undefined;
  nowMs: () => number;
}): Scrub {
  const { dataDir, store, nowMs } = deps;
  let state = readScrubState(dataDir) ?? newRound([]);
  /** What was deleted or put aside since is no damage any more. */
  const stillThere = () => state.broken.filter((path) => existsSync(join(dataDir, path)));

  function newRound(broken: readonly string[]): ScrubState {
    return { roundStartedMs: nowMs(), position: '', checked: 0, lastCheckedMs: null, broken };
  }

  function keep(next: ScrubState): void {
    state = next;
    writeScrubState(dataDir, state);
  }

  /** The first one after the position; undefined at the end of a round. */
  async function nextPath(): Promise<string | undefined> {
    const [, atDay = '', atName = ''] = state.position.split('/');
    for (const day of await listDays(dataDir)) {
      if (day < atDay) continue;
      const names = await listMedia(dataDir, day);
      const name = names.find((one) => day > atDay || one > atName);
      if (name !== undefined) return `data/${day}/${name}`;
    }
    return undefined;
  }

  async function isOurs(path: string, signal: AbortSignal): Promise<boolean> {
    const found = await stat(join(dataDir, path)).catch(() => undefined);
    if (found === undefined || nowMs() - found.mtimeMs < SETTLED_MS) return false;
    return (await store.compaction.listUnnamedFiles([path], signal)).length === 0;
  }

  async function look(path: string, signal: AbortSignal): Promise<Scrubbed> {
    if (!(await isOurs(path, signal))) return 'passed_over';
    if (await opens(dataDir, path, { ...deps, signal })) return 'whole';
    // Deleted, or moved into a video, while it was looked at.
    return (await isOurs(path, signal)) ? 'broken' : 'passed_over';
  }

  return {
    state: () => state,
    async countFiles() {
      let count = 0;
      for (const day of await listDays(dataDir)) count += (await listMedia(dataDir, day)).length;
      return count;
    },
    async next(signal) {
      const path = await nextPath();
      if (path === undefined) {
        keep(newRound(stillThere()));
        return 'round_done';
      }
      const outcome = await look(path, signal).catch((error: unknown) => {
        // The next round comes to it again; until then it is not to hold up the others.
        if (!signal.aborted) keep({ ...state, position: path });
        throw error;
      });
      const others = stillThere().filter((one) => one !== path);
      const broken = outcome === 'broken' ? [...others, path] : others;
      const checked = state.checked + (outcome === 'passed_over' ? 0 : 1);
      keep({ ...state, position: path, checked, lastCheckedMs: nowMs(), broken });
      return outcome;
    },
  };
}

/** Of files that were noted as broken, those that still are. Rejects when it cannot be known now. */
export async function confirmBroken(
  dataDir: string,
  paths: readonly string[],
  deps: {
    videos: Pick<VideoProcess, 'probe' | 'sound'>;
    sealing: Sealing | undefined;
    signal: AbortSignal;
  },
): Promise<string[]> {
  const broken: string[] = [];
  for (const path of paths) if (!(await opens(dataDir, path, deps))) broken.push(path);
  return broken;
}

async function opens(
  dataDir: string,
  path: string,
  deps: {
    videos: Pick<VideoProcess, 'probe' | 'sound'>;
    sealing?: Sealing | undefined;
    signal: AbortSignal;
  },
): Promise<boolean> {
  const isWhole = await compareSum(join(dataDir, path), deps.signal);
  if (isWhole !== undefined) return isWhole;
  try {
    await validateMedia(join(dataDir, path), deps.signal, deps.videos, deps.sealing);
    return true;
  } catch (error) {
    deps.signal.throwIfAborted();
    if (hasCode(error, 'MEDIA_INVALID')) return false;
    throw error;
  }
}

/** Undefined where there is no sum, and when it cannot be read: then its decoder says why. */
async function compareSum(path: string, signal: AbortSignal): Promise<boolean | undefined> {
  const bytes = path.endsWith('.mp4')
    ? await readRegularFile(path, MOST_BYTES, signal).catch(() => undefined)
    : undefined;
  signal.throwIfAborted();
  return bytes && isAsWritten(bytes);
}

async function listDays(dataDir: string): Promise<string[]> {
  return (await namesIn(join(dataDir, 'data'))).filter((name) => DAY.test(name));
}

async function listMedia(dataDir: string, day: string): Promise<string[]> {
  return (await namesIn(join(dataDir, 'data', day))).filter((name) => MEDIA.test(name));
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (cause) {
    if (hasCode(cause, 'ENOENT', 'ENOTDIR')) return [];
    throw cause;
  }
}
