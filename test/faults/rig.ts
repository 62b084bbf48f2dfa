/**
 * A service on its own disk, what it has acknowledged, and the means to hurt it. The disk is a file system in memory whose size
 * can be changed; where none may be mounted it is a plain folder, and the faults that need one are left out.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { until } from '../support/desktop.ts';
import { type RunningDaemon, startDaemon, temporaryFolder } from '../support/start-daemon.ts';
import { type Fed, type Feed, feedUntil, makePictures, makeSound, type Written } from './feed.ts';
import { putLargeStore } from './large-store.ts';
import { PLAN, type Random } from './plan.ts';
import type { Outcome } from './report.ts';
import { examine, verify } from './verify.ts';

/** Ample, for machines that are busy with other things; how long it took is printed. */
const HEALTHY_WITHIN_MS = 60_000;
/** Nothing of it is used before it is written to. */
const ROOMY = 8 * 2 ** 30;

type FeedPace = Pick<Feed, 'writers' | 'pauseMs'>;

/** It reads all of a large store, and that takes longer than all the rest. */
const EXAMINE_EVERY = 10;

export interface Rig extends AsyncDisposable {
  readonly dataDir: string;
  /** A separate folder, next to the disk. */
  readonly folder: string;
  /** What the service always has in its environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly written: Written[];
  /** False where no file system may be mounted. */
  readonly hasOwnDisk: boolean;
  readonly baseUrl: string;
  /** Resolves when it answers; how long it took to be healthy. */
  start(env?: Readonly<Record<string, string>>): Promise<number>;
  kill(): Promise<void>;
  stop(): Promise<number | null>;
  feed(appName: string, signal: AbortSignal, how?: FeedPace): Promise<Fed>;
  /** Of a folder that was removed: nothing of it is expected any more. */
  forget(): void;
  /** Writes for so long. */
  feedFor(ms: number, appName: string): Promise<Fed>;
  /** How long from now. */
  untilHealthy(): Promise<number>;
  /** Leaves so much free, or with nothing said all that is wanted. */
  leaveFree(bytes?: number): Promise<void>;
  /**
   * Reports what it found, and then fails when anything is lost. In the long form `hindcast doctor` looks at everything there is, too: after each
   * fault, and of a large store after every tenth.
   */
  expectWhole(
    tell: (found: Pick<Outcome, 'lost' | 'dangling'>) => void,
    withDoctor?: boolean,
  ): Promise<void>;
}

export async function openRig(random: Random, storedFrames = PLAN.storedFrames): Promise<Rig> {
  const folder = temporaryFolder();
  const disk = join(folder, 'disk');
  const dataDir = join(disk, 'data');
  mkdirSync(disk);
  mkdirSync(join(folder, 'meeting'));
  const hasOwnDisk = mountDisk(disk);
  const pictures = await makePictures(join(folder, 'pictures'));
  let stored = putLargeStore(dataDir, storedFrames);
  let faults = 0;
  /** Made when the service has its store: media without a database are those of a lost one. */
  let soundPath: string | undefined;
  const written: Written[] = [];
  const env = {
    HINDCAST_VISION_ENABLED: 'off',
    HINDCAST_AUDIO_ENABLED: 'off',
    // Nothing is synced until somebody sets it up.
    HINDCAST_SYNC_URL: join(folder, 'meeting'),
    HINDCAST_SYNC_INTERVAL: '3600',
  };
  let daemon: RunningDaemon | undefined;

  const running = () => {
    if (daemon === undefined) throw new Error('the service does not run');
    return daemon;
  };

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const ending = running().stop(signal);
    daemon = undefined;
    return await ending;
  }

  async function untilHealthy(): Promise<number> {
    const fromMs = performance.now();
    let last = '';
    while (performance.now() - fromMs < HEALTHY_WITHIN_MS) {
      const reply = await fetch(`${running().baseUrl}/health`).catch(() => undefined);
      last = (await reply?.text()) ?? 'no answer';
      if (reply?.status === 200) return performance.now() - fromMs;
      await wait(25);
    }
    throw new Error(`it is not healthy again: ${last}`);
  }

  const feed = (appName: string, signal: AbortSignal, how: FeedPace = {}): Promise<Fed> => {
    const { baseUrl } = running();
    soundPath ??= makeSound(dataDir);
    const options = { baseUrl, written, random, pictures, soundPath, appName, ...how };
    return feedUntil(options, signal);
  };

  return {
    dataDir,
    folder,
    env,
    written,
    hasOwnDisk,
    get baseUrl() {
      return running().baseUrl;
    },
    async start(more = {}) {
      const fromMs = performance.now();
      daemon = await startDaemon({ dataDir, env: { ...env, ...more } });
      await untilHealthy();
      // While there is room for it: the next thing may be a full disk.
      soundPath ??= makeSound(dataDir);
      const startMs = performance.now() - fromMs;
      // Without it new files are refused, and it comes soon after a start.
      await until('the disk reserve', async () => existsSync(join(dataDir, 'reserve.bin')));
      return startMs;
    },
    async kill() {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
    feed,
    forget() {
      written.length = 0;
      stored = putLargeStore(dataDir, 0);
      soundPath = undefined;
    },
    feedFor: (ms, appName) => feed(appName, AbortSignal.timeout(ms)),
    untilHealthy,
    async leaveFree(bytes) {
      // The service writes meanwhile, its disk reserve for example: the system refuses a size that is already used.
      await until('a size that the disk can have', async () => {
        const { blocks, bfree, bsize } = await statfs(disk);
        const used = (blocks - bfree) * bsize;
        const size = bytes === undefined ? ROOMY : used + bytes;
        const option = `remount,size=${Math.ceil(size / 1024)}k`;
        try {
          execFileSync('mount', ['-o', option, disk], { stdio: 'ignore' });
          return true;
        } catch {
          return false;
        }
      });
    },
    async expectWhole(tell, withDoctor = false) {
      faults += 1;
      const isDue = PLAN.isFull && faults % (stored.documents > 0 ? EXAMINE_EVERY : 1) === 0;
      const found = await verify(running().baseUrl, written, stored);
      const complaint = withDoctor || isDue ? await examine(dataDir) : '';
      const { lost, dangling, undead } = found;
      tell({ lost: lost.length, dangling: dangling.length });
      const first = [lost, dangling, undead].map((faults) => faults.slice(0, 5));
      expect([...first, complaint], `${lost.length} lost of ${written.length}`).toEqual([
        [],
        [],
        [],
        '',
      ]);
    },
    async [Symbol.asyncDispose]() {
      if (daemon !== undefined) await end('SIGKILL');
      if (hasOwnDisk) execFileSync('umount', ['--lazy', disk]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function mountDisk(path: string): boolean {
  try {
    const options = `size=${ROOMY / 1024}k,mode=700`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}
