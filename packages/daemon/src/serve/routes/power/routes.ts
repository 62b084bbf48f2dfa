/** `GET` and `POST /power`. There is one way of treating the battery: looking at it. */
import { isOnBattery } from '#ingest/machine-load.ts';
import { NotSupportedError } from '#serve/request-errors.ts';
import type { App } from '#serve/server-deps.ts';
import { changePowerSchema, powerSchema } from './schema.ts';

export function powerRoutes(app: App): void {
  app.get('/power', { schema: powerSchema }, tellPower);

  app.post('/power', { schema: changePowerSchema }, (request) => {
    const { mode } = request.body;
    if (mode === 'auto') return tellPower();
    throw new NotSupportedError(
      `the power mode ${mode}`,
      'The service looks at the battery itself. With audio.mode "batch" speech waits for mains power.',
    );
  });
}

async function tellPower() {
  const isUsedUp = await isOnBattery();
  return {
    state: isUsedUp ? 'battery' : 'ac',
    active_profile: isUsedUp ? 'battery_saver' : 'performance',
    user_pref: 'auto',
  };
}
