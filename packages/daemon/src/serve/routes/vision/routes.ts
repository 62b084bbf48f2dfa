/** `/vision/list`, `/status`, `/metrics`, `/start`, `/stop`, and `POST /frames/capture`. */

import { withSignal } from '#serve/request/deadline.ts';
import { iso } from '#serve/request/time.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { toWireMetrics } from '#serve/vision-metrics.ts';
import {
  captureSchema,
  listSchema,
  metricsSchema,
  startSchema,
  statusSchema,
  stopSchema,
} from './schema.ts';

export function visionRoutes(app: App, { vision, pause, limits }: ServerDeps): void {
  const deadline = { code: 'FRAME_TIMEOUT', limitMs: limits.frameTimeoutMs } as const;

  app.get('/vision/list', { schema: listSchema }, async () => {
    const status = vision.status();
    if (status.kind !== 'ok') return [];
    return status.monitors.map(({ id, stableId, name, width, height, isDefault }) => ({
      id,
      stable_id: stableId,
      name,
      width,
      height,
      is_default: isDefault,
    }));
  });

  app.get('/vision/status', { schema: statusSchema }, async () => {
    const status = vision.status();
    const input_kinds = [...vision.inputKinds()];
    if (status.kind !== 'ok') {
      const paused = pause.state().screen ? { paused: true } : {};
      return { status: status.kind, message: status.message, input_kinds, ...paused };
    }
    const { monitors, note, source } = status;
    const idleSinceMs = vision.idleSinceMs();
    return {
      status: 'ok',
      monitor_count: monitors.length,
      monitor_ids: monitors.map(({ id }) => id),
      input_kinds,
      ...(source === undefined ? {} : { source }),
      ...(idleSinceMs === undefined ? {} : { idle_since: iso(idleSinceMs) }),
      ...(note === undefined ? {} : { message: note }),
    };
  });

  app.get('/vision/metrics', { schema: metricsSchema }, async () =>
    toWireMetrics(vision.metrics()),
  );

  app.post('/vision/start', { schema: startSchema }, async () => {
    const was = vision.isRunning();
    vision.start();
    return { success: true, message: was ? 'the screen is captured already' : 'capture started' };
  });

  app.post('/vision/stop', { schema: stopSchema }, async () => {
    const was = vision.isRunning();
    await vision.stop();
    return { success: true, message: was ? 'capture stopped' : 'the screen was not captured' };
  });

  app.post('/frames/capture', { schema: captureSchema }, async (_request, reply) => {
    const ids = await withSignal(reply, deadline, (signal) => vision.captureNow(signal));
    return { success: true, message: `${ids.length} frames kept`, frame_ids: ids };
  });
}
