/**
 * What programs written for this interface ask for and this service does not do: connections, a language model, embeddings, control of
 * the desktop. They get an answer that says so, instead of one that looks like a fault.
 */
import { serviceError } from '#core/errors.ts';
import type { App } from '#serve/server-deps.ts';
import { aiStatusSchema, connectionListSchema, refusalSchema } from './schema.ts';

const OPERATOR = 'The service watches the desktop and never acts on it.';
const MODEL = 'Ask a model of your own; `hindcast mcp` gives it access to what was recorded.';

const NOT_SUPPORTED = [
  {
    method: 'POST',
    urls: ['/experimental/operator', '/experimental/operator/*', '/experimental/input_control'],
    what: 'control of the desktop',
    hint: OPERATOR,
  },
  { method: 'POST', urls: ['/ai/chat/completions'], what: 'a language model', hint: MODEL },
  { method: 'POST', urls: ['/v1/embeddings'], what: 'embeddings', hint: MODEL },
  {
    method: 'GET',
    urls: ['/semantic-search'],
    what: 'search by meaning',
    hint: 'GET /search finds by words.',
  },
] as const;

export function otherProgramRoutes(app: App): void {
  for (const { method, urls, what, hint } of NOT_SUPPORTED) {
    for (const url of urls) {
      app.route({
        method,
        url,
        schema: refusalSchema,
        handler: () => {
          throw serviceError('NOT_SUPPORTED', { what, hint });
        },
      });
    }
  }

  app.get('/ai/status', { schema: aiStatusSchema }, () => ({
    available: false,
    status: 'not supported',
  }));

  app.get('/connections', { schema: connectionListSchema }, () => ({ data: [] }));
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    app.route({ method, url: '/connections/:id', schema: refusalSchema, handler: noConnection });
  }
  app.post('/connections/:id/test', { schema: refusalSchema }, noConnection);
}

function noConnection(): never {
  throw serviceError('CONNECTION_NOT_FOUND');
}
