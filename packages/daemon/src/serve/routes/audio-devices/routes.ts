/** `/audio/list`, `/metrics`, `/start`, `/stop`, and the same two for one device. */
import { toWireAudioMetrics } from '#serve/audio-metrics.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import {
  listSchema,
  metricsSchema,
  startDeviceSchema,
  startSchema,
  stopDeviceSchema,
  stopSchema,
} from './schema.ts';

export function audioDeviceRoutes(app: App, { audio }: ServerDeps): void {
  async function startDevice(name: string) {
    await audio.startDevice(name);
    return { success: true, message: 'the device is recorded' };
  }
  async function stopDevice(name: string) {
    await audio.stopDevice(name);
    return { success: true, message: 'the device is not recorded any more' };
  }

  app.get('/audio/list', { schema: listSchema }, async () =>
    audio.listDevices().map(({ name, isDefault, kind, state, detail }) => ({
      name,
      is_default: isDefault,
      device_type: kind === 'input' ? 'Input' : 'Output',
      state,
      detail: detail ?? null,
    })),
  );

  app.get('/audio/metrics', { schema: metricsSchema }, async () =>
    toWireAudioMetrics(audio.metrics()),
  );

  app.post('/audio/start', { schema: startSchema }, async ({ body }) => {
    if (body?.device_name !== undefined) return startDevice(body.device_name);
    const was = audio.isRunning();
    await audio.start();
    return { success: true, message: was ? 'sound is recorded already' : 'recording started' };
  });

  app.post('/audio/stop', { schema: stopSchema }, async ({ body }) => {
    if (body?.device_name !== undefined) return stopDevice(body.device_name);
    const was = audio.isRunning();
    await audio.stop();
    return { success: true, message: was ? 'recording stopped' : 'sound was not recorded' };
  });

  app.post('/audio/device/start', { schema: startDeviceSchema }, ({ body }) =>
    startDevice(body.device_name),
  );
  app.post('/audio/device/stop', { schema: stopDeviceSchema }, ({ body }) =>
    stopDevice(body.device_name),
  );
}
