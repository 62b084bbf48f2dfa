/**
 * Requests of pipes: whoever sends the token of a run gets what that run may do, and nothing else. Routes are open to pipes only when
 * they are listed here; rows are decided by the store, which sees the scope of the request it works for. A pipe token that is not
 * known (its run has ended) is refused, so it never counts as no token at all.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Grant } from '#pipes/permissions.ts';
import { PIPE_TOKEN_PREFIX } from '#pipes/tokens.ts';
import { isRestricted } from '#store/scope.ts';
import { scopedStore } from '#store/scoped-store.ts';
import type { Store } from '#store/store.ts';
import { PipeRefusedError, PipeTokenError } from './request-errors.ts';

type Rule = 'open' | 'frames' | 'sql' | 'audio';

/** Everything that changes something, streams, and whatever is added later: closed. */
const OPEN_ROUTES: Readonly<Record<string, Rule>> = {
  'GET /search': 'open',
  'GET /search/keyword': 'open',
  'GET /timeline': 'open',
  'GET /elements': 'open',
  'GET /ui-events': 'open',
  'GET /ui-events/stats': 'open',
  'GET /health': 'open',
  'POST /tags/vision/batch': 'open',
  'GET /frames/next-valid': 'frames',
  'GET /frames/:frame_id': 'frames',
  'GET /frames/:frame_id/metadata': 'open',
  'GET /frames/:frame_id/ocr': 'open',
  'GET /frames/:frame_id/text': 'open',
  'GET /frames/:frame_id/elements': 'open',
  'GET /frames/:frame_id/context': 'open',
  'POST /raw_sql': 'sql',
};

const current = new AsyncLocalStorage<Grant>();

/** The store as the routes see it: with the eyes of the pipe that asks, when one does. */
export function storeForRequests(store: Store): Store {
  return scopedStore(store, () => {
    const scope = current.getStore()?.scope;
    return scope !== undefined && isRestricted(scope) ? scope : undefined;
  });
}

export function restrictPipes(
  app: Pick<FastifyInstance, 'addHook'>,
  findGrant: (token: string) => Grant | undefined,
): void {
  const grants = new WeakMap<FastifyRequest, Grant>();
  app.addHook('onRequest', async (request) => {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined || !token.startsWith(PIPE_TOKEN_PREFIX)) return;
    const grant = findGrant(token);
    if (grant === undefined) throw new PipeTokenError();
    const refused = refusal(request, grant);
    if (refused !== undefined) throw new PipeRefusedError(refused);
    grants.set(request, grant);
  });
  // The last step before the handler: earlier ones may go on in a context of their own (bodies are read from the socket).
  app.addHook('preHandler', (request, _reply, done) => {
    const grant = grants.get(request);
    if (grant === undefined) done();
    else current.run(grant, done);
  });
}

/** What the pipe may not do; undefined when it may. */
function refusal(request: FastifyRequest, grant: Grant): string | undefined {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const rule = OPEN_ROUTES[`${method} ${request.routeOptions.url ?? ''}`];
  if (rule === undefined) return 'use this part of the interface';
  if (rule === 'frames' && !grant.frames) return 'see images of frames';
  if (rule === 'sql') return sqlRefusal(grant);
  const { include_frames } = request.query as Record<string, unknown>;
  const wantsImages = include_frames !== undefined && !/^(false|0|)$/i.test(String(include_frames));
  return wantsImages && !grant.frames ? 'see images of frames' : undefined;
}

function sqlRefusal({ rawSql, scope }: Grant): string | undefined {
  if (!rawSql) return 'use raw SQL';
  // A statement sees everything: it cannot be held to a scope.
  return isRestricted(scope) ? 'use raw SQL while its data is restricted' : undefined;
}
