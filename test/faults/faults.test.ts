/**
 * Faults of the disk, the data folder and the clock, and many clients at once, each followed by the proof that every acknowledged write is
 * there and every picture and recording can be shown. `npm run test:faults` is the long form, on a store of a million frames, and prints a
 * table; within `npm test` there are a few of each. Kills are in `kills.test.ts`, what is around the service in `surroundings.test.ts`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDesktop, until, whyNoDesktop } from '../support/desktop.ts';
import { FLOOD } from './kills.ts';
import { PLAN, seededRandom, TIMEOUT_MS } from './plan.ts';
import { faultReport, percentile } from './report.ts';
import { openRig, type Rig } from './rig.ts';

const MACHINE = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
const FAKETIME = `/usr/lib/${MACHINE}-linux-gnu/faketime/libfaketimeMT.so.1`;
const HOUR_SECONDS = 3_600;

const random = seededRandom(PLAN.seed);
const report = faultReport();
let rig: Rig;
let round = 0;

beforeAll(async () => {
  rig = await openRig(random);
  await rig.start();
}, TIMEOUT_MS);

afterAll(async () => {
  await rig?.[Symbol.asyncDispose]();
  report.print();
});

/** From now until it stores, and says that it is healthy. */
async function untilWorking(): Promise<number> {
  const fromMs = performance.now();
  const { refused } = await rig.feedFor(200, `app ${round}`);
  expect([...refused]).toEqual([]);
  await rig.untilHealthy();
  return performance.now() - fromMs;
}

function stopper() {
  const stop = new AbortController();
  return { signal: stop.signal, abort: () => stop.abort() };
}

test('a disk that fills at any moment costs nothing that was acknowledged', {
  timeout: TIMEOUT_MS,
}, async ({ skip }) => {
  if (!rig.hasOwnDisk) skip('no file system may be mounted here');
  for (let run = 0; run < PLAN.fullDisks; run++) {
    round += 1;
    await rig.leaveFree(random.upTo(3_000_000));
    const fed = await rig.feedFor(1_500, `app ${round}`);
    // Some refuse because there is no room, none for another reason.
    expect([...fed.refused.keys()].filter((code) => !code.includes('DISK_FULL'))).toEqual([]);
    const isKilled = run % 2 === 1;
    if (isKilled) await rig.kill();
    await rig.leaveFree();
    const startMs = isKilled ? await rig.start() : 0;
    const recoveryMs = startMs + (await untilWorking());
    await rig.expectWhole((found) =>
      report.add(`disk full${isKilled ? ', then kill -9' : ''}`, {
        acknowledged: fed.acknowledged,
        recoveryMs,
        ...found,
      }),
    );
  }
});

/** Refused by the system while a write is under way. */
async function makeReadOnly(folder: string): Promise<void> {
  await until('a moment without a write', async () => {
    try {
      execFileSync('mount', ['-o', 'remount,ro,bind', folder], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}

test('a data folder that becomes read-only costs nothing that was acknowledged', {
  timeout: TIMEOUT_MS,
}, async ({ skip }) => {
  if (!rig.hasOwnDisk) skip('no file system may be mounted here');
  for (let run = 0; run < PLAN.readOnlyFolders; run++) {
    round += 1;
    const { signal, abort } = stopper();
    const feeding = rig.feed(`app ${round}`, signal);
    await wait(random.upTo(300));
    // Over the folder: what is opened from now on is opened through it.
    execFileSync('mount', ['--bind', rig.dataDir, rig.dataDir]);
    await makeReadOnly(rig.dataDir);
    await wait(300 + random.upTo(500));
    abort();
    const fed = await feeding;
    // A reader that starts meanwhile opens its files through it and keeps them.
    execFileSync('umount', ['--lazy', rig.dataDir]);
    expect([...fed.refused.keys()]).toEqual(['503 MEDIA_REFUSED']);
    const recoveryMs = await untilWorking();
    await rig.expectWhole((found) =>
      report.add('data folder read-only', { acknowledged: fed.acknowledged, recoveryMs, ...found }),
    );
  }
});

test('a data folder that is taken away and comes back has all that was acknowledged', {
  timeout: TIMEOUT_MS,
}, async () => {
  for (let run = 0; run < PLAN.movedFolders; run++) {
    round += 1;
    const { signal, abort } = stopper();
    const feeding = rig.feed(`app ${round}`, signal);
    await wait(random.upTo(300));
    const away = `${rig.dataDir}-away`;
    renameSync(rig.dataDir, away);
    await wait(300 + random.upTo(PLAN.isFull ? 6_000 : 300));
    abort();
    const fed = await feeding;
    expect(existsSync(rig.dataDir)).toBe(false);
    renameSync(away, rig.dataDir);
    expect([...fed.refused.keys()]).toEqual(['503 DATA_FILE_GONE']);
    const recoveryMs = await untilWorking();
    await rig.expectWhole((found) =>
      report.add('data folder taken away', {
        acknowledged: fed.acknowledged,
        recoveryMs,
        ...found,
      }),
    );
  }
});

test('a hundred clients that read and write get no error', { timeout: TIMEOUT_MS }, async () => {
  round += 1;
  await using recording = await recordScreen();
  // What they look for.
  await rig.feedFor(1_000, `app ${round}`);
  const words = rig.written.filter(({ fate }) => fate === 'kept').slice(-200);
  const frames = words.filter(({ kind }) => kind === 'ocr');
  const signal = AbortSignal.timeout(PLAN.loadSeconds * 1_000);
  const searchMs: number[] = [];
  const errors: string[] = [];
  const ask = async (path: string) => {
    const reply = await fetch(rig.baseUrl + path);
    await reply.arrayBuffer();
    if (reply.status !== 200) errors.push(`${reply.status} ${path.split(/[?\d]/)[0]}`);
  };
  // As people and programs do, who look at what they got.
  const pauseMs = () => 50 + random.upTo(400);
  const readers = Array.from({ length: PLAN.loadClients - 3 }, async (_, client) => {
    while (!signal.aborted) {
      const word = words[random.upTo(words.length)]?.word ?? '';
      if (client % 4 !== 0) {
        const fromMs = performance.now();
        await ask(`/search?q=${client % 4 === 1 ? word : 'screen'}&limit=20`);
        searchMs.push(performance.now() - fromMs);
      } else await ask(`/frames/${frames[random.upTo(frames.length)]?.id}`);
      await wait(pauseMs());
    }
  });
  const feeding = rig.feed(`app ${round}`, signal, { pauseMs });
  const [fed] = await Promise.all([feeding, ...readers]);
  const recoveryMs = await rig.untilHealthy();
  const recorded = await recording.count();
  await rig.expectWhole(
    (found) =>
      report.add(`${PLAN.loadClients} clients for ${PLAN.loadSeconds} s`, {
        acknowledged: fed.acknowledged,
        recoveryMs,
        ...found,
      }),
    true,
  );
  const [p50, p95] = [50, 95].map((percent) => percentile(searchMs, percent).toFixed(1));
  report.note(
    `under load: ${searchMs.length} searches, p50 ${p50} ms, p95 ${p95} ms, ${errors.length} errors; ${recorded} frames of the screen were recorded`,
  );
  expect([...new Set(errors), ...fed.refused]).toEqual([]);
});

/** In the long form the service records a display meanwhile, on which there is always something new. */
async function recordScreen() {
  const desktop = PLAN.isFull && whyNoDesktop() === undefined ? await startDesktop() : undefined;
  if (desktop) {
    await desktop.open('xterm', ['-T', 'flood', '-e', 'sh', '-c', FLOOD], 'flood');
    await rig.stop();
    await rig.start({ ...desktop.env, HINDCAST_VISION_ENABLED: 'on' });
  }
  return {
    async count(): Promise<number> {
      const reply = await fetch(`${rig.baseUrl}/search?content_type=ocr&app_name=xterm&limit=1`);
      return ((await reply.json()) as { pagination: { total: number } }).pagination.total;
    },
    async [Symbol.asyncDispose]() {
      await desktop?.stop();
    },
  };
}

test('a clock that jumps a day forward or back costs nothing', {
  timeout: TIMEOUT_MS,
}, async ({ skip }) => {
  if (!existsSync(FAKETIME)) skip('libfaketime is not installed (Debian: libfaketime)');
  const file = join(rig.dataDir, '..', 'clock');
  const setClock = (seconds: number) =>
    writeFileSync(file, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}s\n`);
  setClock(0);
  await rig.stop();
  await rig.start({
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_RESET: '1',
    NO_FAKE_STAT: '1',
  });
  for (let jump = 0; jump < PLAN.clockJumps; jump++) {
    round += 1;
    const { signal, abort } = stopper();
    const feeding = rig.feed(`app ${round}`, signal);
    await wait(random.upTo(200));
    const isForward = jump % 2 === 0;
    setClock((isForward ? 1 : -1) * (24 * HOUR_SECONDS + random.upTo(HOUR_SECONDS)));
    await wait(200);
    const recoveryMs = await rig.untilHealthy();
    abort();
    const fed = await feeding;
    expect([...fed.refused]).toEqual([]);
    await rig.expectWhole((found) =>
      report.add(`clock ${isForward ? '+' : '-'}1 day`, {
        acknowledged: fed.acknowledged,
        recoveryMs,
        ...found,
      }),
    );
  }
});

test('a data folder that is removed takes no write with it, and a new start begins empty', {
  timeout: TIMEOUT_MS,
}, async () => {
  for (let run = 0; run < PLAN.removedFolders; run++) {
    round += 1;
    rmSync(rig.dataDir, { recursive: true });
    const { acknowledged, refused } = await rig.feedFor(300, `app ${round}`);
    expect(acknowledged).toBe(0);
    expect([...refused.keys()]).toEqual(['503 DATA_FILE_GONE']);
    await rig.kill();
    rig.forget();
    const recoveryMs = await rig.start();
    const fed = await rig.feedFor(200, `app ${round}`);
    await rig.expectWhole((found) =>
      report.add('data folder removed', { acknowledged: fed.acknowledged, recoveryMs, ...found }),
    );
  }
});
