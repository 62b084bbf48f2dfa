/** The older family of pipe routes, for clients that know only these: the same host behind other words. */

import type { PipeView } from '#pipes/pipe-view.ts';
import { withSignal } from '#serve/request/deadline.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import {
  buildStatusSchema,
  changeSchema,
  configChangeSchema,
  downloadSchema,
  infoSchema,
  olderListSchema,
  olderParameters,
  privateDownloadSchema,
  purgeSchema,
  versionSchema,
} from './older-schema.ts';

export function olderPipeRoutes(app: App, { pipes, nowMs }: ServerDeps): void {
  const idOf = (request: { params: unknown }) =>
    olderParameters.parse(request.params, nowMs()).pipe_id;
  const done = (pipeId: string, message: string) => ({
    data: { pipe_id: pipeId, message },
    success: true,
  });

  app.get('/pipes/list', { schema: olderListSchema }, async () => ({
    data: (await pipes.list()).map(toInfo),
    success: true,
  }));

  app.get('/pipes/info/:pipe_id', { schema: infoSchema }, async (request) => ({
    data: toInfo(await pipes.get(idOf(request))),
    success: true,
  }));

  for (const [path, schema] of [
    ['/pipes/download', downloadSchema],
    ['/pipes/download-private', privateDownloadSchema],
  ] as const) {
    app.post(path, { schema }, async (request, reply) => {
      const { url } = request.body;
      const { id } = await withSignal(reply, undefined, (signal) => pipes.install(url, [], signal));
      return done(id, 'pipe downloaded');
    });
  }

  for (const [path, enabled] of [
    ['/pipes/enable', true],
    ['/pipes/disable', false],
  ] as const) {
    app.post(path, { schema: changeSchema }, async (request) => {
      const { pipe_id } = request.body;
      await pipes.setEnabled(pipe_id, enabled);
      return done(pipe_id, enabled ? 'pipe enabled' : 'pipe disabled');
    });
  }

  app.post('/pipes/update', { schema: configChangeSchema }, async (request) => {
    const { pipe_id, config } = request.body;
    await pipes.configure(pipe_id, config);
    return done(pipe_id, 'pipe configured');
  });

  app.post('/pipes/update-version', { schema: versionSchema }, async (request, reply) => {
    const { pipe_id, source } = request.body;
    await withSignal(reply, undefined, (signal) => pipes.update(pipe_id, source, signal));
    return done(pipe_id, 'pipe updated');
  });

  app.post('/pipes/delete', { schema: changeSchema }, async (request) => {
    const { pipe_id } = request.body;
    await pipes.remove(pipe_id);
    return done(pipe_id, 'pipe deleted');
  });

  app.post('/pipes/purge', { schema: purgeSchema }, async () => {
    for (const { id } of await pipes.list()) await pipes.remove(id);
    return { data: { message: 'all pipes removed' }, success: true };
  });

  // Nothing is ever built: pipes run as they are.
  app.get('/pipes/build-status/:pipe_id', { schema: buildStatusSchema }, async (request) => {
    await pipes.get(idOf(request));
    return { status: 'success', step: 'completed', message: 'pipes need no build' };
  });
}

function toInfo(pipe: PipeView) {
  return {
    id: pipe.id,
    enabled: pipe.enabled,
    config: { ...pipe.config },
    source: pipe.source,
    port: null,
    is_nextjs: false,
    desc: pipe.description,
    build_status: null,
  };
}
