/** `/audio/list`, `/metrics`, `/start`, `/stop`, and the same two for one device. */
import { toWireAudioMetrics } from '#serve/audio-metrics.ts';
import { InvalidBodyError } from '#serve/request/request-errors.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import {
  listSchema,
  metricsSchema,
  type OptionalDevice,
  startDeviceSchema,
  startSchema,
  stopDeviceSchema,
  stopSchema,
} from './schema.ts';

export function audioDeviceRoutes(app: App, { audio }: ServerDeps): void {
  /** Undefined: all of them. */
  function namesIn(body: OptionalDevice): string[] | undefined {
    const kind = body?.device_type?.toLowerCase();
    if (body?.device_name !== undefined) return [fullName(body.device_name, kind)];
    if (kind === undefined) return undefined;
    return audio.listDevices().flatMap((device) => (device.kind === kind ? device.name : []));
  }
  async function startDevices(names: readonly string[]) {
    for (const name of names) await audio.startDevice(name);
    return { success: true, message: `${devices(names)} recorded` };
  }
  async function stopDevices(names: readonly string[]) {
    for (const name of names) await audio.stopDevice(name);
    return { success: true, message: `${devices(names)} not recorded any more` };
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
    const names = namesIn(body);
    if (names) return startDevices(names);
    const was = audio.isRunning();
    await audio.start();
    return { success: true, message: was ? 'sound is recorded already' : 'recording started' };
  });

  app.post('/audio/stop', { schema: stopSchema }, async ({ body }) => {
    const names = namesIn(body);
    if (names) return stopDevices(names);
    const was = audio.isRunning();
    await audio.stop();
    return { success: true, message: was ? 'recording stopped' : 'sound was not recorded' };
  });

  app.post('/audio/device/start', { schema: startDeviceSchema }, ({ body }) =>
    startDevices(namesIn(body) ?? []),
  );
  app.post('/audio/device/stop', { schema: stopDeviceSchema }, ({ body }) =>
    stopDevices(namesIn(body) ?? []),
  );
}

/** With its ending, as `/audio/list` shows it. */
function fullName(name: string, kind: string | undefined): string {
  if (kind === undefined) return name;
  const ending = / \((input|output)\)$/.exec(name)?.[1];
  if (ending === undefined) return `${name} (${kind})`;
  if (ending === kind) return name;
  throw new InvalidBodyError('device_type', `must be ${ending}, as in device_name`);
}

function devices(names: readonly string[]): string {
  return names.length === 1 ? 'the device is' : `${names.length} devices are`;
}
