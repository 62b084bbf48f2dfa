/**
 * Faults at random moments, each followed by the proof that every acknowledged write is there and every picture and recording can be
 * shown. `npm run test:faults` is the long form and prints a table; within `npm test` there are a few of each.
 *
 * Faults of the surroundings have their own tests: X server killed and frozen, database file taken away, sound program frozen and sound
 * server killed (`test/coverage.test.ts`, `test/sound.test.ts`); a hub that is away, full or lies
 * (`packages/daemon/src/sync/*.test.ts`); compaction and deletion killed at each of their steps (`packages/daemon/src/store/{compaction,deletion}/killed.test.ts`).
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killStart, startDaemon, temporaryFolder } from '../support/start-daemon.ts';
import { makePictures } from './feed.ts';
import { backupKill, captureKill, type Kill, syncKill } from './kills.ts';
import { makeOldStore } from './old-store.ts';
import { PLAN, seededRandom } from './plan.ts';
import { faultReport, percentile } from './report.ts';
import { openRig, type Rig } from './rig.ts';
import { examine, verify } from './verify.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const COMPACTING = join(ROOT, 'packages/daemon/src/store/testing/compacting-process.ts');
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
const HOUR_SECONDS = 3_600;
const NOTHING_CAPTURED = ['--disable-vision', '--disable-audio'];
const OLD_FRAMES = PLAN.isFull ? 2_000 : 300;
/** Of a test in the short form, on a machine that is busy with others. */
const TIMEOUT_MS = PLAN.isFull ? 3_600_000 : 240_000;

const random = seededRandom(PLAN.seed);
const report = faultReport();
let rig: Rig;
let round = 0;

beforeAll(async () => {
  report.note(`seed ${PLAN.seed}`);
  rig = await openRig(random);
  await rig.start();
}, TIMEOUT_MS);

afterAll(async () => {
  await capturing?.[Symbol.asyncDispose]();
  await rig?.[Symbol.asyncDispose]();
  report.print();
});

async function renewRig(): Promise<void> {
  await rig[Symbol.asyncDispose]();
  rig = await openRig(random);
  await rig.start();
}

/** Everything written under this name is deleted while others write, until the kill. */
async function killWhileDeleting(): Promise<number> {
  const victim = `app ${round}`;
  await rig.feedFor(300, victim);
  const { signal, abort } = stopper();
  const feeding = rig.feed(`other ${round}`, signal);
  const doomed = rig.written.filter(({ appName, kind }) => appName === victim && kind !== 'audio');
  for (const one of doomed) one.fate = 'either';
  const asked = fetch(`${rig.baseUrl}/data/delete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ app_name: victim }),
  }).then(
    ({ status }) => {
      expect(status).toBe(202);
      for (const one of doomed) one.fate = 'deleted';
    },
    () => undefined,
  );
  await wait(random.upTo(400));
  await rig.kill();
  abort();
  await asked;
  return (await feeding).acknowledged;
}

async function killWhileWriting(): Promise<number> {
  const { signal, abort } = stopper();
  const feeding = rig.feed(`app ${round}`, signal);
  await wait(20 + random.upTo(1_200));
  await rig.kill();
  abort();
  return (await feeding).acknowledged;
}

/** The service compacts in quiet hours; here a process does that to its folder, with the same parts. */
async function killWhileCompacting(): Promise<number> {
  const { acknowledged } = await rig.feedFor(400, `app ${round}`);
  await rig.kill();
  const child = spawn(process.execPath, [COMPACTING, rig.dataDir, String(Date.now()), '-1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), exit]);
  await Promise.race([wait(random.upTo(1_500)), exit]);
  child.kill('SIGKILL');
  await exit;
  return acknowledged;
}

async function untilDeletionsAreDone(): Promise<void> {
  await expect
    .poll(
      async () => {
        const { data } = (await (await fetch(`${rig.baseUrl}/data/deletions`)).json()) as {
          data: { state: string }[];
        };
        return data.filter(({ state }) => state !== 'done').length;
      },
      { timeout: 60_000, interval: 50 },
    )
    .toBe(0);
}

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

const capturing = captureKill(random);
const KILLS: readonly Kill[] = [
  { name: 'kill -9 while writing', run: killWhileWriting },
  { name: 'kill -9 while deleting', run: killWhileDeleting },
  { name: 'kill -9 while compacting', run: killWhileCompacting },
  backupKill(random),
  syncKill(random),
  ...(capturing ? [capturing] : []),
];

test('a service that is killed at any moment has all it acknowledged', {
  timeout: TIMEOUT_MS,
}, async () => {
  for (let kill = 0; kill < PLAN.kills; kill++) {
    round += 1;
    if (kill > 0 && kill % PLAN.killsPerStore === 0) await renewRig();
    const { name, run, prove } = KILLS[kill % KILLS.length] as Kill;
    const acknowledged = await run(rig, round);
    const recoveryMs = await rig.start();
    await untilDeletionsAreDone();
    await prove?.(rig, round);
    const isLast = kill === PLAN.kills - 1;
    await rig.expectWhole(PLAN.isFull || isLast, (found) =>
      report.add(name, { acknowledged, recoveryMs, ...found }),
    );
  }
});

test('an old store whose start is killed while it is brought up to date loses nothing', {
  timeout: TIMEOUT_MS,
}, async () => {
  for (let kill = 0; kill < PLAN.migrationKills; kill++) {
    await using folder = await oldStore();
    const log = join(folder.dataDir, 'db.sqlite-wal');
    const moment = async () => {
      // From the first page that is written on.
      while (!existsSync(log)) await wait(5);
      await wait(random.upTo(600));
    };
    await killStart(folder.dataDir, moment());
    const fromMs = performance.now();
    const daemon = await startDaemon({ dataDir: folder.dataDir, args: NOTHING_CAPTURED });
    const recoveryMs = performance.now() - fromMs;
    const { lost, dangling } = await verify(daemon.baseUrl, folder.written);
    const complaint = PLAN.isFull ? await examine(folder.dataDir) : '';
    await daemon.stop();
    report.add('kill -9 while migrating', {
      ...{ acknowledged: folder.written.length, recoveryMs },
      ...{ lost: lost.length, dangling: dangling.length },
    });
    expect([lost.slice(0, 5), dangling.slice(0, 5), complaint]).toEqual([[], [], '']);
  }
});

async function oldStore() {
  const home = temporaryFolder();
  const [picture = ''] = await makePictures(join(home, 'pictures'));
  const dataDir = join(home, 'data');
  return {
    dataDir,
    written: makeOldStore(dataDir, picture, OLD_FRAMES),
    async [Symbol.asyncDispose]() {
      rmSync(home, { recursive: true, force: true });
    },
  };
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
    await rig.expectWhole(PLAN.isFull, (found) =>
      report.add(`disk full${isKilled ? ', then kill -9' : ''}`, {
        acknowledged: fed.acknowledged,
        recoveryMs,
        ...found,
      }),
    );
  }
});

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
    execFileSync('mount', ['-o', 'remount,ro,bind', rig.dataDir]);
    await wait(300 + random.upTo(500));
    abort();
    const fed = await feeding;
    execFileSync('umount', [rig.dataDir]);
    expect([...fed.refused.keys()]).toEqual(['503 MEDIA_REFUSED']);
    const recoveryMs = await untilWorking();
    await rig.expectWhole(PLAN.isFull, (found) =>
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
    await rig.expectWhole(PLAN.isFull, (found) =>
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
  const words = rig.written.filter(({ fate }) => fate === 'kept').slice(-200);
  const frames = words.filter(({ kind }) => kind === 'ocr');
  const signal = AbortSignal.timeout(PLAN.loadSeconds * 1_000);
  const searchMs: number[] = [];
  const errors: string[] = [];
  const ask = async (path: string) => {
    const reply = await fetch(rig.baseUrl + path);
    await reply.arrayBuffer();
    if (reply.status !== 200) errors.push(`${reply.status} ${path.split('?')[0]}`);
  };
  const readers = Array.from({ length: PLAN.loadClients - 3 }, async (_, client) => {
    while (!signal.aborted) {
      const word = words[random.upTo(words.length)]?.word ?? '';
      if (client % 4 !== 0) {
        const fromMs = performance.now();
        await ask(`/search?q=${client % 4 === 1 ? word : 'screen'}&limit=20`);
        searchMs.push(performance.now() - fromMs);
      } else await ask(`/frames/${frames[random.upTo(frames.length)]?.id}`);
      // As people and programs do, who look at what they got.
      await wait(50 + random.upTo(400));
    }
  });
  const [fed] = await Promise.all([rig.feed(`app ${round}`, signal), ...readers]);
  expect(errors).toEqual([]);
  expect([...fed.refused]).toEqual([]);
  const recoveryMs = await rig.untilHealthy();
  await rig.expectWhole(true, (found) =>
    report.add(`${PLAN.loadClients} clients for ${PLAN.loadSeconds} s`, {
      acknowledged: fed.acknowledged,
      recoveryMs,
      ...found,
    }),
  );
  const [p50, p95] = [50, 95].map((percent) => percentile(searchMs, percent).toFixed(1));
  report.note(`under load: ${searchMs.length} searches, p50 ${p50} ms, p95 ${p95} ms, 0 errors`);
});

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
    await rig.expectWhole(PLAN.isFull, (found) =>
      report.add(`clock ${isForward ? '+' : '-'}1 day`, {
        acknowledged: fed.acknowledged,
        recoveryMs,
        ...found,
      }),
    );
  }
});

test('a data folder that is removed takes no write with it, and a new start begins anew', {
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
    await rig.expectWhole(PLAN.isFull, (found) =>
      report.add('data folder removed', { acknowledged: fed.acknowledged, recoveryMs, ...found }),
    );
  }
});
