/** What the HTTP side needs from the rest of the daemon. Each route takes only its part of it. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Log } from '#core/log.ts';
import type { HealthReport } from '#health/report.ts';
import type { AudioControl } from '#ingest/audio-control.ts';
import type { ReadAgain } from '#ingest/read-again.ts';
import type { VisionControl } from '#ingest/vision-control.ts';
import type { Media } from '#store/media/media.ts';
import type { RawSql } from '#store/raw-sql/raw-sql.ts';
import type { Store } from '#store/store.ts';
import type { GuardSettings } from './guard.ts';
import type { RedactFrame } from './routes/frames/redaction.ts';

export interface ServerDeps {
  store: Store;
  media: Media;
  redactFrame: RedactFrame;
  rawSql: RawSql;
  readAgain: ReadAgain;
  vision: VisionControl;
  audio: AudioControl;
  health: () => Promise<HealthReport>;
  log: Log;
  guard: GuardSettings;
  limits: {
    /** For every read of the store but single frames. */
    searchTimeoutMs: number;
    frameTimeoutMs: number;
    bodyBytes: number;
  };
  productVersion: string;
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
