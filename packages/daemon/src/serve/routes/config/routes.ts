/** `GET /config`, and `PATCH /config` (also `PUT`). */
import type { SettingState } from '#core/settings.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { changeSchema, readSchema, type WireSetting } from './schema.ts';

export function configRoutes(app: App, { settings }: ServerDeps): void {
  function all() {
    const data = settings.list().map(toWire);
    const isPending = data.some(({ restart_pending }) => restart_pending);
    return { data, file: settings.file, restart_pending: isPending };
  }

  app.get('/config', { schema: readSchema }, async () => all());

  for (const method of ['PATCH', 'PUT']) {
    app.route<{ Body: Record<string, unknown> }>({
      method,
      url: '/config',
      schema: changeSchema,
      handler: async ({ body }) => {
        settings.change(body);
        return all();
      },
    });
  }
}

function toWire(state: SettingState): WireSetting {
  const { choices, min, max } = state;
  return {
    key: state.key,
    value: state.value,
    default: state.fallback,
    origin: state.origin,
    origin_detail: state.originDetail,
    description: state.meaning,
    type: state.type,
    expects: state.expects,
    ...(choices && { choices: [...choices] }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    secret: state.isSecret,
    read_only: state.isReadOnly,
    environment: state.environment,
    needs_restart: state.needsRestart,
    restart_pending: state.isPending,
  };
}
