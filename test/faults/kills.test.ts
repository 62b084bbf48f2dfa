/**
 * Kills at random moments of all that the service does, each followed by a new start and the proof that nothing acknowledged is lost.
 * Compaction and deletion are killed at each of their steps in `packages/daemon/src/store/{compaction,deletion/job}/killed.test.ts`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  killStart,
  NOTHING_CAPTURED,
  startDaemon,
  temporaryFolder,
} from '../support/start-daemon.ts';
import { makePictures } from './feed.ts';
import { backupKill, captureKill, type Kill, syncKill } from './kills.ts';
import { makeOldStore } from './old-store.ts';
import { PLAN, seededRandom, TIMEOUT_MS } from './plan.ts';
import { faultReport } from './report.ts';
import { openRig, type Rig } from './rig.ts';
import { examine, verify } from './verify.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const COMPACTING = join(ROOT, 'packages/daemon/src/store/testing/processes/compacting-process.ts');
/** The index of a large store is merged as a whole. */
const DELETED_WITHIN_MS = PLAN.isFull ? 600_000 : 60_000;
const OLD_FRAMES = PLAN.isFull ? 2_000 : 300;

const random = seededRandom(PLAN.seed);
const report = faultReport();
let rig: Rig;
let round = 0;

beforeAll(async () => {
  rig = await openRig(random);
  await rig.start();
}, TIMEOUT_MS);

afterAll(async () => {
  await capturing?.[Symbol.asyncDispose]();
  await rig?.[Symbol.asyncDispose]();
  report.print();
});

async function renewRig(storedFrames?: number): Promise<void> {
  await rig[Symbol.asyncDispose]();
  rig = await openRig(random, storedFrames);
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
      { timeout: DELETED_WITHIN_MS, interval: 50 },
    )
    .toBe(0);
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
  ...(capturing ? [capturing] : []),
];

async function killOnce({ name, run, prove }: Kill, isLast: boolean): Promise<void> {
  round += 1;
  const acknowledged = await run(rig, round);
  const recoveryMs = await rig.start();
  await untilDeletionsAreDone();
  await prove?.(rig, round);
  await rig.expectWhole(
    (found) => report.add(name, { acknowledged, recoveryMs, ...found }),
    isLast,
  );
}

test('a service that is killed at any moment has all it acknowledged', {
  timeout: TIMEOUT_MS,
}, async () => {
  for (let kill = 0; kill < PLAN.kills; kill++) {
    if (kill > 0 && kill % PLAN.killsPerStore === 0) await renewRig();
    await killOnce(KILLS[kill % KILLS.length] as Kill, kill === PLAN.kills - 1);
  }
});

// Another device fetches all of it each time, so it is a small one.
test('a service that is killed while it syncs has all it acknowledged, and so have others', {
  timeout: TIMEOUT_MS,
}, async () => {
  const syncing = syncKill(random);
  for (let kill = 0; kill < PLAN.syncKills; kill++) {
    if (PLAN.isFull && kill % PLAN.killsPerStore === 0) await renewRig(0);
    await killOnce(syncing, false);
  }
});

test('a large store that is killed during its first sync is wholly with others in the end', {
  timeout: TIMEOUT_MS,
}, async ({ skip }) => {
  skip(PLAN.firstSyncKills === 0, 'only in the long form: npm run test:faults');
  await renewRig();
  const syncing = syncKill(random, PLAN.firstSyncKills);
  for (let kill = 0; kill < PLAN.firstSyncKills; kill++) await killOnce(syncing, false);
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
      acknowledged: folder.written.length,
      recoveryMs,
      lost: lost.length,
      dangling: dangling.length,
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
