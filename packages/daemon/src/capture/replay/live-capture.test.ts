/** The sample day and what is captured after it, through the real recorder and ingest into a real store. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { changeableExclusions } from '#capture/exclusions/changeable-exclusions.ts';
import { screenLock } from '#capture/exclusions/screen-lock.ts';
import { silentLog } from '#core/log/log.ts';
import { makeSupervisor } from '#core/service.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import { inputIngest } from '#ingest/input.ts';
import { screenSide } from '#ingest/screen/screen.ts';
import { visionIngest } from '#ingest/screen/vision.ts';
import { visionMeter } from '#ingest/screen/vision-metrics.ts';
import { openMedia } from '#store/media/media.ts';
import { openTestStore } from '#store/testing/test-store.ts';
import { SCENE_MS } from './live-scene.ts';
import { loadJournal } from './load-journal.ts';
import { replayService } from './replay.ts';
import { openSampleDesktop } from './sample-desktop.ts';

const SCENES = 8;
const patience = { timeout: 30_000, interval: 5 };
const cleanup: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of cleanup.splice(0).reverse()) await end();
});

async function openSample() {
  const dataDir = await mkdtemp(join(tmpdir(), 'hindcast-live-'));
  cleanup.push(() => rm(dataDir, { recursive: true, force: true }));
  const [store, media] = [await openTestStore({ dataDir }), await openMedia({ dataDir })];
  cleanup.push(() => store.close());
  const clock = manualClock(Date.UTC(2026, 2, 4, 9));
  const log = silentLog;
  const journal = loadJournal(join(dataDir, 'sample-day.loading'));
  await replayService({ store, media, journal, clock, log }).run(new AbortController().signal);
  const nowMs = () => clock.now();
  const meter = visionMeter(nowMs);
  const monotonicMs = () => clock.monotonicMs();
  const lock = screenLock(clock);
  const exclusions = changeableExclusions({
    ignoredApps: [],
    ignoredWindows: [],
    ignoredUrls: [],
    isPrivateBrowsingIgnored: true,
    areSilentBrowsersIgnored: true,
  });
  const screen = screenSide({
    openDesktop: () => openSampleDesktop(clock),
    exclusions,
    lock,
    inputSettings: { clicks: true, scroll: true, typing: 'count', clipboard: true, focus: true },
    vision: visionIngest({
      store,
      media,
      lock,
      exclusions,
      meter,
      nowMs,
      monotonicMs,
      log,
      ocr: async () => undefined,
    }),
    input: inputIngest({ store, lock, nowMs }),
    supervisor: makeSupervisor({ clock, log }),
    meter,
    clock,
    log,
  });
  cleanup.push(() => screen.close());
  return { store, clock, screen };
}

test('every scene becomes a frame, and each mail of the day is still found once', async () => {
  const { store, clock, screen } = await openSample();
  const search = (query: string | undefined, startMs?: number) =>
    store.search.find({
      kinds: ['ocr'],
      query,
      startMs,
      limit: 100,
      offset: 0,
      order: 'ascending',
    });
  const mail = 'noon would be lovely';
  expect((await search(mail)).total).toBe(1);
  const startMs = clock.now() + 1;
  screen.start();
  for (let scene = 1; scene <= SCENES; scene += 1) {
    await expect
      .poll(async () => {
        // Triggers wait a little for more to happen.
        await clock.advance(100);
        return screen.metrics().framesDbWritten;
      }, patience)
      .toBeGreaterThanOrEqual(scene);
    await clock.advance(SCENE_MS - (clock.now() % SCENE_MS));
  }
  await screen.stop();
  const { items } = await search(undefined, startMs);
  const texts = items.map((item) => (item.kind === 'ocr' ? item.text : ''));
  expect(texts.length).toBeGreaterThanOrEqual(SCENES);
  expect(new Set(texts).size).toBe(texts.length);
  expect((await search(mail)).total).toBe(1);
  expect(screen.metrics().framesDropped).toBe(0);
}, 60_000);
