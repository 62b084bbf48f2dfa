/** The list of all routes. A new endpoint is a folder under `routes/` and a line here. */
import { ITEM_SCHEMAS } from './items/schema.ts';
import { addContentRoutes } from './routes/add/routes.ts';
import { audioDeviceRoutes } from './routes/audio-devices/routes.ts';
import { elementRoutes } from './routes/elements/routes.ts';
import { frameRoutes } from './routes/frames/routes.ts';
import { frameTextRoutes } from './routes/frames/text-routes.ts';
import { healthRoutes } from './routes/health/routes.ts';
import { rawSqlRoutes } from './routes/raw-sql/routes.ts';
import { searchRoutes } from './routes/search/routes.ts';
import { tagRoutes } from './routes/tags/routes.ts';
import { timelineRoutes } from './routes/timeline/routes.ts';
import { uiEventRoutes } from './routes/ui-events/routes.ts';
import { visionRoutes } from './routes/vision/routes.ts';
import { ErrorReply } from './schema.ts';
import type { App, ServerDeps } from './server-deps.ts';

const ROUTES: readonly ((app: App, deps: ServerDeps) => void)[] = [
  searchRoutes,
  timelineRoutes,
  frameRoutes,
  frameTextRoutes,
  elementRoutes,
  tagRoutes,
  uiEventRoutes,
  addContentRoutes,
  rawSqlRoutes,
  visionRoutes,
  audioDeviceRoutes,
  healthRoutes,
];

export function addRoutes(app: App, deps: ServerDeps): void {
  for (const schema of [ErrorReply, ...ITEM_SCHEMAS]) app.addSchema(schema);
  for (const add of ROUTES) add(app, deps);
}
