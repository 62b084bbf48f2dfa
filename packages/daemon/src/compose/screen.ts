/** Joins the parts of the screen side: the desktop of this machine, OCR, the store. Called by `compose/index.ts`. */
import { join } from 'node:path';
import { changeableExclusions } from '#capture/exclusions/changeable-exclusions.ts';
import type { ExclusionSettings } from '#capture/exclusions/exclusions.ts';
import { screenLock } from '#capture/exclusions/screen-lock.ts';
import { chooseDesktop, type Machine } from '#capture/sources.ts';
import type { Config } from '#config/schema.ts';
import type { Clock } from '#core/clock.ts';
import type { StageTimes } from '#core/figures/stage-times.ts';
import type { Log } from '#core/log/log.ts';
import type { Supervisor } from '#core/service.ts';
import type { LazyOcr } from '#extract/ocr/lazy-ocr.ts';
import { inputIngest } from '#ingest/input.ts';
import { type ScreenSide, screenSide } from '#ingest/screen/screen.ts';
import { visionIngest } from '#ingest/screen/vision.ts';
import { visionMeter } from '#ingest/screen/vision-metrics.ts';
import type { Media } from '#store/media/media.ts';
import type { Store } from '#store/store.ts';
import type { CompactionFigures } from '#upkeep/compaction.ts';
import type { Governor } from '#upkeep/governor/governor.ts';

export function composeScreen(deps: {
  config: Config;
  machine: Machine;
  /** Resolves when the sample day is stored, whose desktop is then captured in place of this machine's. */
  sampleDay: Promise<void> | undefined;
  stageTimes: StageTimes;
  supervisor: Supervisor;
  store: Store;
  media: Media;
  ocr: LazyOcr;
  compactionFigures: () => CompactionFigures;
  governor: Pick<Governor, 'levers' | 'heldPicture'>;
  clock: Clock;
  log: Log;
}): ScreenSide & {
  /** Takes over those of `SCREEN_KEYS`. */
  useSettings(config: Config): void;
  /** Called before it starts with the port of the page, which is left out. */
  setOwnPort(port: number): void;
} {
  const { config, store, media, governor, clock, log } = deps;
  const meter = visionMeter(() => clock.now(), deps.compactionFigures, deps.stageTimes);
  let current: ScreenConfig = config;
  let ownPort: number | undefined;
  const exclusions = changeableExclusions(exclusionSettings(current, ownPort));
  const change = () => exclusions.change(exclusionSettings(current, ownPort));
  const lock = screenLock(clock);
  const side = screenSide({
    openDesktop: chooseDesktop(deps.machine, {
      tokenFile: join(config.dataDir, 'screen-cast.token'),
      sample: deps.sampleDay && { clock, isStored: deps.sampleDay },
    }).open,
    exclusions,
    lock,
    inputSettings: {
      clicks: config['input.clicks'],
      scroll: config['input.scroll'],
      typing: config['input.typing'],
      clipboard: config['input.clipboard'],
      focus: config['input.focus'],
    },
    vision: visionIngest({
      store,
      media,
      ocr: () => deps.ocr.get(),
      lock,
      exclusions,
      meter,
      keepsPictures: () => current['vision.pictures'] === 'on',
      pictureQuality: () => governor.levers().pictureQuality,
      nowMs: () => clock.now(),
      monotonicMs: () => clock.monotonicMs(),
      log,
    }),
    input: inputIngest({ store, lock, nowMs: () => clock.now() }),
    meter,
    pace: governor.levers,
    onHeld: governor.heldPicture,
    supervisor: deps.supervisor,
    clock,
    log,
  });
  return {
    ...side,
    useSettings(changed) {
      current = changed;
      change();
    },
    setOwnPort(port) {
      ownPort = port;
      change();
    },
  };
}

/** The settings that `useSettings` takes over without a restart. */
export const SCREEN_KEYS = [
  'vision.pictures',
  'vision.ignoredApps',
  'vision.ignoredWindows',
  'vision.ignoredUrls',
  'vision.privateBrowsing',
  'vision.ignoreSilentBrowsers',
  'vision.rememberOwnPage',
] as const satisfies readonly (keyof Config)[];

type ScreenConfig = Pick<Config, (typeof SCREEN_KEYS)[number]>;

function exclusionSettings(config: ScreenConfig, ownPort: number | undefined): ExclusionSettings {
  return {
    ignoredApps: config['vision.ignoredApps'],
    ignoredWindows: config['vision.ignoredWindows'],
    ignoredUrls: config['vision.ignoredUrls'],
    isPrivateBrowsingIgnored: !config['vision.privateBrowsing'],
    areSilentBrowsersIgnored: config['vision.ignoreSilentBrowsers'],
    ownPage: config['vision.rememberOwnPage'] ? undefined : { port: ownPort },
  };
}
