/**
 * What is around the service, killed and frozen at random moments while it records and others write: the X server, the sound server, the
 * hub that devices meet at, and the hub's PostgreSQL. The service must tell of it meanwhile, have everything afterwards, and be well again.
 * Within `npm test` that is the hub with its embedded store; the X and the sound server have `test/coverage.test.ts` there.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { startDesktop, whyNoDesktop } from '../support/desktop.ts';
import { type RunningHub, startHub } from '../support/servers/start-hub.ts';
import { postgresPrograms, startPostgres } from '../support/servers/start-postgres.ts';
import { startSoundServer, whyNoSoundServer } from '../support/sound-server.ts';
import { expectOnOther, FLOOD, joinSync, post } from './kills.ts';
import { PLAN, seededRandom, TIMEOUT_MS } from './plan.ts';
import { faultReport } from './report.ts';
import { openRig, type Rig } from './rig.ts';

/** Ample, for machines that are busy with other things. A hub that is silent is waited for longest, for half a minute. */
const NOTICED_WITHIN_MS = 90_000;
const SYNCED_WITHIN_MS = 120_000;
/** Of writing while a hub is away. */
const LONGEST_MS = PLAN.isFull ? 2_000 : 400;

interface Fault {
  name: string;
  begin(): void | Promise<void>;
  end(): void | Promise<void>;
  /** It takes half a minute until it is reported: only waited for in the long form. */
  isSilent?: boolean;
}

const random = seededRandom(PLAN.seed);
const report = faultReport();
let round = 0;

afterAll(() => report.print());

/** False when it was never reported. */
async function isNoticed(hasTold: () => Promise<boolean>): Promise<boolean> {
  const fromMs = performance.now();
  while (performance.now() - fromMs < NOTICED_WITHIN_MS) {
    if (await hasTold()) return true;
    await wait(100);
  }
  return false;
}

async function isUnwell(rig: Rig): Promise<boolean> {
  const reply = await fetch(`${rig.baseUrl}/health`);
  await reply.arrayBuffer();
  return reply.status !== 200;
}

async function hasSyncTrouble(rig: Rig): Promise<boolean> {
  const reply = await fetch(`${rig.baseUrl}/sync/status`);
  return ((await reply.json()) as { last_error: string | null }).last_error !== null;
}

describe.skipIf(PLAN.surroundings === 0)('what is around the service', () => {
  test.skipIf(whyNoDesktop() ?? whyNoSoundServer())(
    'a display and a sound server that are killed or frozen cost nothing that was stored',
    { timeout: TIMEOUT_MS },
    async () => {
      const [desktop, sound] = await Promise.all([startDesktop(), startSoundServer()]);
      await using rig = await openRig(random);
      try {
        const draw = () => desktop.open('xterm', ['-T', 'flood', '-e', 'sh', '-c', FLOOD], 'flood');
        await draw();
        await rig.start({
          ...desktop.env,
          ...sound.env,
          HINDCAST_VISION_ENABLED: 'on',
          HINDCAST_AUDIO_ENABLED: 'on',
        });
        const faults: Fault[] = [
          {
            name: 'X server killed',
            begin: () => desktop.killServer(),
            async end() {
              await desktop.restartServer();
              await draw();
            },
          },
          {
            name: 'X server frozen',
            begin: desktop.freezeServer,
            end: desktop.thawServer,
          },
          { name: 'sound server killed', begin: () => sound.kill(), end: () => sound.restart() },
          { name: 'sound server frozen', begin: () => sound.freeze(), end: () => sound.thaw() },
        ];
        for (let run = 0; run < PLAN.surroundings * faults.length; run++) {
          round += 1;
          const { name, begin, end } = faults[run % faults.length] as Fault;
          const stop = new AbortController();
          const feeding = rig.feed(`app ${round}`, stop.signal, { writers: 1 });
          await wait(random.upTo(1_000));
          await begin();
          const isTold = await isNoticed(() => isUnwell(rig));
          await end();
          expect(isTold, name).toBe(true);
          const recoveryMs = await rig.untilHealthy();
          stop.abort();
          const { acknowledged, refused } = await feeding;
          expect([...refused]).toEqual([]);
          await rig.expectWhole((found) =>
            report.add(name, { acknowledged, recoveryMs, ...found }),
          );
        }
      } finally {
        await Promise.all([desktop.stop(), sound.stop()]);
      }
    },
  );

  test.skipIf(postgresPrograms() === undefined)(
    'a hub and its PostgreSQL that are killed or frozen cost nothing, and other devices get all of it',
    { timeout: TIMEOUT_MS },
    async () => {
      await using postgres = await startPostgres(postgresPrograms() ?? '');
      await using hub = await startHub({ env: { HINDCAST_HUB_DATABASE_URL: postgres.url } });
      await hurt(hub, PLAN.surroundings, [
        ...faultsOf(hub, 'hub on PostgreSQL'),
        { name: 'PostgreSQL killed', begin: postgres.kill, end: postgres.restart },
        {
          name: 'PostgreSQL frozen',
          isSilent: true,
          begin: postgres.freeze,
          end: postgres.thaw,
        },
      ]);
    },
  );
});

test('a hub that is killed or frozen costs nothing, and other devices get all of it', {
  timeout: TIMEOUT_MS,
}, async () => {
  await using hub = await startHub();
  await hurt(hub, PLAN.hubs, faultsOf(hub, 'hub'));
});

function faultsOf(hub: RunningHub, name: string): Fault[] {
  return [
    { name: `${name} killed`, begin: () => hub.kill(), end: () => hub.restart() },
    { name: `${name} frozen`, isSilent: true, begin: () => hub.freeze(), end: () => hub.thaw() },
  ];
}

/** Each of them so often, in the middle of a round of sync or after it. */
async function hurt(hub: RunningHub, times: number, faults: readonly Fault[]): Promise<void> {
  const token = await hub.token('add');
  const env = { HINDCAST_SYNC_URL: hub.url };
  await using rig = await openRig(random, 0);
  await rig.start(env);
  await joinSync(rig.baseUrl, token);
  const runs = times * faults.length;
  for (let run = 0; run < runs; run++) {
    // In the short form one other device is asked for all of it, at the end.
    if (PLAN.isFull || run === 0) round += 1;
    const { name, begin, end, isSilent = false } = faults[run % faults.length] as Fault;
    const before = await rig.feedFor(LONGEST_MS / 4, `app ${round}`);
    const syncing = post(`${rig.baseUrl}/sync/trigger`);
    await wait(random.upTo(LONGEST_MS / 4));
    await begin();
    const during = await rig.feedFor(LONGEST_MS / 2 + random.upTo(LONGEST_MS), `app ${round}`);
    expect([...during.refused]).toEqual([]);
    // The round before it may have been done.
    const again = post(`${rig.baseUrl}/sync/trigger`);
    const isTold = (isSilent && !PLAN.isFull) || (await isNoticed(() => hasSyncTrouble(rig)));
    await end();
    expect(isTold, name).toBe(true);
    const fromMs = performance.now();
    await Promise.all([syncing, again]);
    await untilSynced(rig);
    const recoveryMs = performance.now() - fromMs;
    if (PLAN.isFull || run === runs - 1) await expectOnOther(rig, round, { token, env });
    const acknowledged = before.acknowledged + during.acknowledged;
    await rig.expectWhole((found) => report.add(name, { acknowledged, recoveryMs, ...found }));
  }
}

/** What is not reached is tried again when somebody asks for it. */
async function untilSynced(rig: Rig): Promise<void> {
  const fromMs = performance.now();
  let last: unknown;
  while (performance.now() - fromMs < SYNCED_WITHIN_MS) {
    last = await post(`${rig.baseUrl}/sync/trigger`);
    if ((last as { status: number }).status === 200) return;
    await wait(100);
  }
  throw new Error(`it does not sync again: ${JSON.stringify(last)}`);
}
