/** What the HTTP side needs from the rest of the daemon. Each route takes only its part of it. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Assistant } from '#ask/assistant.ts';
import type { Broadcast } from '#core/broadcast.ts';
import type { Log } from '#core/log/log.ts';
import type { Settings } from '#core/settings.ts';
import type { Ledger } from '#health/ledger.ts';
import type { Prometheus } from '#health/prometheus.ts';
import type { HealthReport } from '#health/report.ts';
import type { SecondReadings } from '#ingest/audio/waiting/second-readings.ts';
import type { AudioControl } from '#ingest/audio-control.ts';
import type { CapturePause } from '#ingest/capture-pause.ts';
import type { MeaningControl } from '#ingest/meaning/meaning-control.ts';
import type { ReadAgain } from '#ingest/screen/read-again.ts';
import type { VisionControl } from '#ingest/screen/vision-control.ts';
import type { Offload } from '#offload/offload.ts';
import type { PipeHost } from '#pipes/host.ts';
import type { StoredEvent } from '#store/announcing-store.ts';
import type { Backups } from '#store/backup/backups.ts';
import type { Deletions } from '#store/deletion/job/deletions.ts';
import type { AudioMedia } from '#store/media/audio/audio-media.ts';
import type { Exports } from '#store/media/exports/exports.ts';
import type { Media } from '#store/media/media.ts';
import type { RawSql } from '#store/raw-sql/raw-sql.ts';
import type { Store } from '#store/store.ts';
import type { SyncControl } from '#sync/control.ts';
import type { Governor } from '#upkeep/governor/governor.ts';
import type { Retention } from '#upkeep/retention.ts';
import type { Rules } from '#upkeep/rules.ts';
import type { AccessLog } from './access/access-log.ts';
import type { AccessTokens } from './access/access-tokens.ts';
import type { GuardSettings } from './access/guard.ts';
import type { Retranscribe } from './routes/audio/retranscription.ts';
import type { RedactFrame } from './routes/frames/redaction.ts';
import type { AgreementControl } from './vault/agreement-control.ts';
import type { VaultControl } from './vault/vault-control.ts';

/** Counted by `sockets.ts`, shown by whoever reports figures. */
export interface StreamFigures {
  open: number;
  /** Readers that were cut off because they were too slow. */
  dropped: number;
}

export interface ServerDeps {
  store: Store;
  /** What was stored, reported after it was. */
  news: Broadcast<StoredEvent>;
  media: Media;
  audioMedia: AudioMedia;
  exports: Exports;
  deletions: Pick<Deletions, 'start' | 'waitFor' | 'count' | 'findLeftovers'>;
  rules: Rules;
  retention: Pick<Retention, 'rules' | 'forecast' | 'lastRun' | 'runNow'>;
  offload: Pick<Offload, 'figures' | 'start' | 'verify'>;
  governor: Pick<Governor, 'report' | 'choosePower'>;
  backups: Pick<Backups, 'start' | 'state'>;
  redactFrame: RedactFrame;
  rawSql: RawSql;
  pipes: PipeHost;
  accessTokens: AccessTokens;
  accessLog: AccessLog;
  readAgain: ReadAgain;
  vision: VisionControl;
  pause: CapturePause;
  settings: Settings;
  audio: AudioControl;
  /** Absent where nothing transcribes. */
  retranscribe?: Retranscribe | undefined;
  /** Absent where nothing transcribes. */
  secondReadings?: Pick<SecondReadings, 'languages' | 'assertReads' | 'want'> | undefined;
  meaning: MeaningControl;
  /** Phrases answers; absent where no model was set up. */
  assistant?: Assistant | undefined;
  sync: SyncControl;
  vault: VaultControl;
  agreement: AgreementControl;
  health: (signal?: AbortSignal) => Promise<HealthReport>;
  coverage: Ledger['list'];
  prometheus: Pick<Prometheus, 'text' | 'contentType'>;
  streamFigures: StreamFigures;
  log: Log;
  guard: GuardSettings;
  limits: {
    /** For every read of the store but single frames. */
    searchTimeoutMs: number;
    frameTimeoutMs: number;
    /** Of a body, unless a route or its caller has another limit. */
    bodyBytes: number;
    /** Of `POST /add`. */
    addBytes: number;
    /** For whoever asks with a token of ours. */
    tokenBytes: number;
  };
  productVersion: string;
  /** The built web page; absent where only the interface is wanted. */
  webFolder?: string | undefined;
  nowMs: () => number;
}

/** The fastify instance that routes are added to. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;
