/**
 * What is around the service, killed and frozen at random moments while it records and others write: the X server, the sound server, the
 * hub that devices meet at, and the hub's PostgreSQL. That each is told and shown as failed time is proved in `test/coverage.test.ts`, within
 * `npm test`; here the service must have everything afterwards, and be healthy again.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { startDesktop, whyNoDesktop } from '../support/desktop.ts';
import { startSoundServer, whyNoSoundServer } from '../support/sound-server.ts';
import { startHub } from '../support/start-hub.ts';
import { postgresPrograms, startPostgres } from '../support/start-postgres.ts';
import { expectOnOther, FLOOD, joinSync, post } from './kills.ts';
import { PLAN, seededRandom, TIMEOUT_MS } from './plan.ts';
import { faultReport } from './report.ts';
import { openRig, type Rig } from './rig.ts';

/** It tells of the fault before the fault is over, or it is over by itself. */
const NOTICED_WITHIN_MS = 20_000;
const SYNCED_WITHIN_MS = 120_000;

interface Fault {
  name: string;
  begin(): void | Promise<void>;
  end(): void | Promise<void>;
}

const random = seededRandom(PLAN.seed);
const report = faultReport();
let round = 0;

afterAll(() => report.print());

async function untilNoticed(rig: Rig): Promise<void> {
  const fromMs = performance.now();
  while (performance.now() - fromMs < NOTICED_WITHIN_MS) {
    const reply = await fetch(`${rig.baseUrl}/health`);
    await reply.arrayBuffer();
    if (reply.status !== 200) return;
    await wait(100);
  }
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
          ...{ ...desktop.env, ...sound.env },
          ...{ HINDCAST_VISION_ENABLED: 'on', HINDCAST_AUDIO_ENABLED: 'on' },
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
            ...{ name: 'X server frozen', begin: desktop.freezeServer, end: desktop.thawServer },
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
          await untilNoticed(rig);
          await end();
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
      const token = await hub.token('add');
      const env = { HINDCAST_SYNC_URL: hub.url };
      await using rig = await openRig(random, 0);
      await rig.start(env);
      await joinSync(rig.baseUrl, token);
      const faults: Fault[] = [
        { name: 'hub killed', begin: () => hub.kill(), end: () => hub.restart() },
        { name: 'hub frozen', begin: () => hub.freeze(), end: () => hub.thaw() },
        { name: 'PostgreSQL killed', begin: postgres.kill, end: postgres.restart },
        { name: 'PostgreSQL frozen', begin: postgres.freeze, end: postgres.thaw },
      ];
      for (let run = 0; run < PLAN.surroundings * faults.length; run++) {
        round += 1;
        const { name, begin, end } = faults[run % faults.length] as Fault;
        const before = await rig.feedFor(500, `app ${round}`);
        const syncing = post(`${rig.baseUrl}/sync/trigger`);
        await wait(random.upTo(500));
        await begin();
        const during = await rig.feedFor(1_000 + random.upTo(2_000), `app ${round}`);
        expect([...during.refused]).toEqual([]);
        await end();
        const fromMs = performance.now();
        await syncing;
        await untilSynced(rig);
        const recoveryMs = performance.now() - fromMs;
        await expectOnOther(rig, round, { token, env });
        const acknowledged = before.acknowledged + during.acknowledged;
        await rig.expectWhole((found) => report.add(name, { acknowledged, recoveryMs, ...found }));
      }
    },
  );
});

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
