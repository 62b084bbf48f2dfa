/** `GET` and `POST /power`: what the machine runs on, and how the governor is to treat that. */
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { changePowerSchema, powerSchema } from './schema.ts';

export function powerRoutes(app: App, { governor }: Pick<ServerDeps, 'governor'>): void {
  async function tellPower() {
    const { isOnBattery, demands, powerChoice } = await governor.report();
    const isSaving = demands.battery > 0 || demands.isPaused;
    return {
      state: isOnBattery ? 'battery' : 'ac',
      active_profile: isSaving ? 'battery_saver' : 'performance',
      user_pref: powerChoice,
    };
  }

  app.get('/power', { schema: powerSchema }, tellPower);

  app.post('/power', { schema: changePowerSchema }, async (request) => {
    await governor.choosePower(request.body.mode);
    return tellPower();
  });
}
