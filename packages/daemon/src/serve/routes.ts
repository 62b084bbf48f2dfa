/** The list of all routes. A new endpoint is a folder under `routes/` and a line here. */

import { openStreams, type Streams } from './http/sockets.ts';
import { ITEM_SCHEMAS } from './items/schema.ts';
import { ErrorReply, withErrors } from './request/schema.ts';
import { accessRoutes } from './routes/access/routes.ts';
import { activityRoutes } from './routes/activity/routes.ts';
import { addContentRoutes } from './routes/add/routes.ts';
import { agreementRoutes } from './routes/agreement/routes.ts';
import { askRoutes } from './routes/ask/routes.ts';
import { askStream } from './routes/ask/stream.ts';
import { audioLanguageRoutes } from './routes/audio/language-routes.ts';
import { audioRoutes } from './routes/audio/routes.ts';
import { audioDeviceRoutes } from './routes/audio-devices/routes.ts';
import { backupRoutes } from './routes/backup/routes.ts';
import { captureRoutes } from './routes/capture/routes.ts';
import { configRoutes } from './routes/config/routes.ts';
import { coverageRoutes } from './routes/coverage/routes.ts';
import { dataRoutes } from './routes/data/routes.ts';
import { elementRoutes } from './routes/elements/routes.ts';
import { experimentalRoutes } from './routes/experimental/routes.ts';
import { frameRoutes } from './routes/frames/routes.ts';
import { frameTextRoutes } from './routes/frames/text-routes.ts';
import { frameExportRoutes } from './routes/frames-export/routes.ts';
import { frameExportStream } from './routes/frames-export/socket.ts';
import { governorRoutes } from './routes/governor/routes.ts';
import { healthRoutes } from './routes/health/routes.ts';
import { meetingRoutes } from './routes/meetings/routes.ts';
import { memoryRoutes } from './routes/memories/routes.ts';
import { metricsRoutes } from './routes/metrics/routes.ts';
import { offloadRoutes } from './routes/offload/routes.ts';
import { otherProgramRoutes } from './routes/other-programs/routes.ts';
import { olderPipeRoutes } from './routes/pipes/older-routes.ts';
import { pipeRoutes } from './routes/pipes/routes.ts';
import { powerRoutes } from './routes/power/routes.ts';
import { rawSqlRoutes } from './routes/raw-sql/routes.ts';
import { retentionRoutes } from './routes/retention/routes.ts';
import { ruleRoutes } from './routes/rules/routes.ts';
import { relatedRoutes } from './routes/search/related-routes.ts';
import { searchRoutes } from './routes/search/routes.ts';
import { speakerRoutes } from './routes/speakers/routes.ts';
import { syncRoutes } from './routes/sync/routes.ts';
import { tagRoutes } from './routes/tags/routes.ts';
import { timelineRoutes } from './routes/timeline/routes.ts';
import { uiEventRoutes } from './routes/ui-events/routes.ts';
import { vaultRoutes } from './routes/vault/routes.ts';
import { visionRoutes } from './routes/vision/routes.ts';
import type { App, ServerDeps } from './server-deps.ts';
import { eventStreams } from './streams/event-routes.ts';
import { framesStream } from './streams/frames-stream.ts';
import { healthStream } from './streams/health-stream.ts';
import { metricsStream } from './streams/metrics-stream.ts';

const ROUTES: readonly ((app: App, deps: ServerDeps) => void)[] = [
  searchRoutes,
  relatedRoutes,
  askRoutes,
  timelineRoutes,
  frameRoutes,
  frameTextRoutes,
  frameExportRoutes,
  experimentalRoutes,
  elementRoutes,
  tagRoutes,
  uiEventRoutes,
  addContentRoutes,
  dataRoutes,
  retentionRoutes,
  offloadRoutes,
  ruleRoutes,
  backupRoutes,
  activityRoutes,
  meetingRoutes,
  memoryRoutes,
  speakerRoutes,
  audioRoutes,
  audioLanguageRoutes,
  rawSqlRoutes,
  captureRoutes,
  pipeRoutes,
  olderPipeRoutes,
  visionRoutes,
  audioDeviceRoutes,
  syncRoutes,
  vaultRoutes,
  agreementRoutes,
  healthRoutes,
  configRoutes,
  coverageRoutes,
  metricsRoutes,
  accessRoutes,
  powerRoutes,
  governorRoutes,
  otherProgramRoutes,
];

const STREAMS: readonly ((streams: Streams, deps: ServerDeps) => void)[] = [
  healthStream,
  eventStreams,
  framesStream,
  metricsStream,
  frameExportStream,
  askStream,
];

export function addRoutes(app: App, deps: ServerDeps): void {
  app.addHook('onRoute', ({ schema }) => {
    if (schema?.response) schema.response = withErrors(schema.response);
  });
  const streams = openStreams(app, deps.streamFigures);
  for (const schema of [ErrorReply, ...ITEM_SCHEMAS]) app.addSchema(schema);
  for (const add of ROUTES) add(app, deps);
  for (const add of STREAMS) add(streams, deps);
}
