/**
 * Kills in the middle of work that runs in parallel with the writing: a backup, a round of sync, the capture of a real display. Each knows what else has
 * to be proven of it when the service runs again.
 */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Desktop, startDesktop, whyNoDesktop } from '../support/desktop.ts';
import { startDaemon } from '../support/start-daemon.ts';
import type { Written } from './feed.ts';
import type { Random } from './plan.ts';
import type { Rig } from './rig.ts';

export interface Kill {
  readonly name: string;
  /** Ends with the service killed; how many writes it had acknowledged. */
  run(rig: Rig, round: number): Promise<number>;
  /** What else has to be so when it runs again. */
  prove?(rig: Rig, round: number): Promise<void>;
}

const PASSWORD = 'correct horse battery staple';
const PATIENCE = { timeout: 60_000, interval: 50 };
/** A million frames take minutes. */
const SYNCED_WITHIN_MS = 1_200_000;
/** Words that are looked for on the other device. */
const LOOKED_FOR = 5;
// New words several times a second: there is always something to capture, to read and to store.
export const FLOOD =
  'i=0; while :; do i=$((i+1)); printf "\\033[H"; for n in 1 2 3 4 5 6; do echo "line $((i*n)) of many"; done; sleep 0.2; done';

export async function post(url: string, body: unknown = {}) {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

/** Writes all the while, lets `begin` start something, and kills at a random moment after that. */
async function killDuring(
  rig: Rig,
  random: Random,
  { round, longestMs }: { round: number; longestMs: number },
  begin: () => Promise<unknown>,
): Promise<number> {
  const before = await rig.feedFor(300, `app ${round}`);
  const stop = new AbortController();
  const feeding = rig.feed(`app ${round}`, stop.signal);
  // The answer may not come any more.
  const begun = begin().catch(() => undefined);
  await wait(random.upTo(longestMs));
  await rig.kill();
  stop.abort();
  await begun;
  return before.acknowledged + (await feeding).acknowledged;
}

export function backupKill(random: Random): Kill {
  const placeOf = (rig: Rig) => join(rig.folder, 'backup');
  return {
    name: 'kill -9 while backing up',
    run: (rig, round) =>
      killDuring(rig, random, { round, longestMs: 700 }, () =>
        post(`${rig.baseUrl}/backup`, { path: placeOf(rig) }),
      ),
    /** The next one is whole, with what the killed one has left. */
    async prove(rig) {
      const path = placeOf(rig);
      expect(await post(`${rig.baseUrl}/backup`, { path })).toMatchObject({ status: 200 });
      const state = async () => (await fetch(`${rig.baseUrl}/backup`)).json();
      await expect
        .poll(state, PATIENCE)
        .toMatchObject({ state: 'idle', last: { path, missing: 0 } });
    },
  };
}

/**
 * Another device gets everything after each kill, or, where that takes minutes because the store is large, after the last of so many, all of
 * which come while the same first sync goes on.
 */
export function syncKill(random: Random, killsOfFirst?: number): Kill {
  const isFirst = killsOfFirst !== undefined;
  let kills = 0;
  return {
    name: `kill -9 while ${isFirst ? 'a large store syncs' : 'syncing'}`,
    async run(rig, round) {
      await joinSync(rig.baseUrl, 'unused');
      kills += 1;
      return killDuring(rig, random, { round, longestMs: isFirst ? 20_000 : 900 }, () =>
        post(`${rig.baseUrl}/sync/trigger`),
      );
    },
    async prove(rig, round) {
      if (isFirst && kills < killsOfFirst) return;
      await syncWholly(rig.baseUrl);
      await expectOnOther(rig, round, { token: 'unused', env: {} });
    },
  };
}

/** Sets it up, unless it is: it stays so over restarts. */
export async function joinSync(baseUrl: string, token: string): Promise<void> {
  const secret = { token, password: PASSWORD, stay_unlocked: true };
  expect([200, 409]).toContain((await post(`${baseUrl}/sync/init`, secret)).status);
}

/** Another device, a new one, gets as much as there is, and what was written in this round. */
export async function expectOnOther(
  rig: Rig,
  round: number,
  { token, env }: { token: string; env: Readonly<Record<string, string>> },
): Promise<void> {
  const dataDir = join(rig.folder, `other-${round}`);
  const other = await startDaemon({ dataDir, env: { ...rig.env, ...env } });
  try {
    await joinSync(other.baseUrl, token);
    await syncWholly(other.baseUrl);
    expect(await totalOf(other.baseUrl, '')).toBe(await totalOf(rig.baseUrl, ''));
    const ofRound = rig.written.filter(({ appName }) => appName === `app ${round}`);
    for (const { word, kind } of spread(ofRound)) {
      await expect
        .poll(() => totalOf(other.baseUrl, `q=${word}&content_type=${kind}&`), PATIENCE)
        .toBe(1);
    }
  } finally {
    await other.stop('SIGKILL');
  }
}

async function totalOf(baseUrl: string, query: string): Promise<number> {
  const reply = await fetch(`${baseUrl}/search?${query}limit=1`);
  return ((await reply.json()) as { pagination: { total: number } }).pagination.total;
}

/** Of a large store that takes longer than the request for it. */
async function syncWholly(baseUrl: string): Promise<void> {
  expect(await post(`${baseUrl}/sync/trigger`)).toMatchObject({ status: 200 });
  const status = async () => (await fetch(`${baseUrl}/sync/status`)).json();
  await expect
    .poll(status, { timeout: SYNCED_WITHIN_MS, interval: 100 })
    .toMatchObject({ is_syncing: false, pending_changes: 0 });
}

function spread(written: readonly Written[]): Written[] {
  const step = Math.max(1, Math.floor(written.length / LOOKED_FOR));
  return written.filter((_, i) => i % step === 0);
}

/** Undefined where there can be no display. What search shows of it counts as acknowledged. */
export function captureKill(random: Random): (Kill & AsyncDisposable) | undefined {
  if (whyNoDesktop() !== undefined) return undefined;
  let desktop: Desktop | undefined;
  return {
    name: 'kill -9 while capturing',
    async run(rig) {
      if (!desktop) {
        desktop = await startDesktop();
        await desktop.open('xterm', ['-T', 'flood', '-e', 'sh', '-c', FLOOD], 'flood');
      }
      await rig.stop();
      await rig.start({ ...desktop.env, HINDCAST_VISION_ENABLED: 'on' });
      const seen = new Set<number>();
      const look = async () => {
        const url = `${rig.baseUrl}/search?content_type=ocr&app_name=xterm&limit=100`;
        const { data } = (await (await fetch(url)).json()) as {
          data: { content: { frame_id: number } }[];
        };
        for (const { content } of data) seen.add(content.frame_id);
        return seen.size;
      };
      await expect.poll(look, PATIENCE).toBeGreaterThan(0);
      await wait(random.upTo(1_500));
      await look();
      await rig.kill();
      // What it says is read from a picture, so only its picture is looked for.
      for (const id of seen) {
        if (rig.written.some((one) => one.kind === 'ocr' && one.id === id)) continue;
        rig.written.push({ kind: 'ocr', id, word: '', appName: 'xterm', fate: 'kept' });
      }
      return seen.size;
    },
    async [Symbol.asyncDispose]() {
      await desktop?.stop();
    },
  };
}
