/** Joins what answers over HTTP. Called by `compose/index.ts`. */
import { join } from 'node:path';
import type { LoadedConfig } from '#config/load.ts';
import type { Config } from '#config/schema.ts';
import { settingsOf } from '#config/settings.ts';
import type { Clock } from '#core/clock.ts';
import type { LazyOcr } from '#extract/ocr/lazy-ocr.ts';
import { redactTexts } from '#extract/pii/in-thread.ts';
import { redactFrame } from '#extract/pii/redact/redactor.ts';
import { absentAudio } from '#ingest/absent-audio.ts';
import { absentVision } from '#ingest/screen/absent-vision.ts';
import { readAgain } from '#ingest/screen/read-again.ts';
import { makeAccessLog } from '#serve/access/access-log.ts';
import { openAccessTokens } from '#serve/access/access-tokens.ts';
import { buildServer } from '#serve/server.ts';
import type { ServerDeps } from '#serve/server-deps.ts';
import type { Deletions } from '#store/deletion/job/deletions.ts';
import type { CompactionFigures } from '#upkeep/compaction.ts';
import type { Governor } from '#upkeep/governor/governor.ts';
import type { Retention } from '#upkeep/retention.ts';
import { historyRules } from '#upkeep/rules.ts';
import type { composeAudio } from './audio.ts';
import { BUDGET_KEYS, budgetOf } from './governor.ts';
import { RETENTION_KEYS, retentionRules } from './retention.ts';
import { type composeScreen, SCREEN_KEYS } from './screen.ts';

/** Where the build of the web page lies; it may be missing, and the page says so then. */
export const WEB_FOLDER = join(import.meta.dirname, '..', '..', '..', 'web', 'dist');

/** The limits of the interface. They are part of its contract, so they are not settings. */
export const LIMITS = {
  searchTimeoutMs: 30_000,
  frameTimeoutMs: 5_000,
  bodyBytes: 4 * 1024 * 1024,
  // A day of transcripts in one POST /add is a few megabytes; images come as paths, not as bodies.
  addBytes: 32 * 1024 * 1024,
  // Tokens and pipes ask; the longest list that they may send is far smaller.
  tokenBytes: 256 * 1024,
};

/** Of sound: these take effect without a restart. Here, because the audio side is loaded only where it is wanted. */
const LIVE_AUDIO_KEYS = ['audio.languages', 'audio.readAgain'] as const;

/** Set here; the others come from `compose/index.ts` as they are. */
type SetHere =
  | 'rules'
  | 'redactFrame'
  | 'readAgain'
  | 'settings'
  | 'vision'
  | 'audio'
  | 'retranscribe'
  | 'secondReadings'
  | 'accessTokens'
  | 'accessLog'
  | 'guard'
  | 'limits'
  | 'webFolder'
  | 'nowMs';

export async function composeServer(
  deps: Omit<ServerDeps, SetHere> & {
    config: Config;
    loadConfig: () => LoadedConfig;
    deletions: Deletions;
    retention: Retention;
    governor: Governor;
    ocr: LazyOcr;
    screen: ReturnType<typeof composeScreen> | undefined;
    audioSide: ReturnType<typeof composeAudio> | undefined;
    compactionFigures: () => CompactionFigures;
    clock: Clock;
  },
) {
  const { config, store, deletions, retention, governor, screen, audioSide } = deps;
  const nowMs = () => deps.clock.now();
  const log = deps.log.child({ part: 'serve' });
  const isWaiting = deps.agreement.status().state === 'waiting';
  const whyOff = (key: string) =>
    isWaiting ? 'it waits for your agreement' : `it is turned off (${key})`;
  return buildServer({
    ...deps,
    rules: historyRules({ store, deletions, redactTexts }),
    redactFrame,
    readAgain: readAgain(deps.ocr.get),
    settings: settingsOf({
      load: deps.loadConfig,
      running: config,
      live: {
        keys: [...SCREEN_KEYS, ...RETENTION_KEYS, ...BUDGET_KEYS, ...LIVE_AUDIO_KEYS],
        apply(changed) {
          screen?.useSettings(changed);
          audioSide?.useSettings(changed);
          retention.use(retentionRules(changed));
          governor.use(budgetOf(changed));
        },
      },
    }),
    vision: screen ?? absentVision(whyOff('vision.enabled'), nowMs, deps.compactionFigures),
    audio: audioSide ?? absentAudio(whyOff('audio.enabled'), nowMs),
    retranscribe: audioSide?.retranscribe,
    secondReadings: audioSide?.secondReadings,
    accessTokens: await openAccessTokens(store, nowMs),
    accessLog: makeAccessLog({ store, nowMs, log }),
    log,
    guard: guardSettings(config),
    limits: LIMITS,
    webFolder: WEB_FOLDER,
    nowMs,
  });
}

export function guardSettings({ allowedOrigins, accessToken, allowOtherUsers }: Config) {
  const token = accessToken === '' ? undefined : accessToken;
  return { allowedOrigins, accessToken: token, allowOtherUsers };
}
