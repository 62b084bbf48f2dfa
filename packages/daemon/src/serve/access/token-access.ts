/**
 * Requests with a token of ours: whoever sends the token of a pipe's run, or one that a person has given out, gets what it may do and
 * nothing else. Routes are open to them only when they are listed here; rows are decided by the store, which sees the scope of the
 * request it works for. A token that is not known (its run has ended, it was revoked) is refused, so it never counts as none.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Transform } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serviceError } from '#core/errors.ts';
import type { PipeHost } from '#pipes/host.ts';
import type { Grant } from '#pipes/permissions.ts';
import { PIPE_TOKEN_PREFIX } from '#pipes/tokens.ts';
import { isRestricted } from '#store/content/scope.ts';
import { scopedStore } from '#store/scoped-store.ts';
import type { Store } from '#store/store.ts';
import { BodyTooLargeError } from '../request/request-errors.ts';
import { ACCESS_TOKEN_PREFIX, type AccessTokens } from './access-tokens.ts';
import type { Caller } from './caller.ts';
import { callerOf } from './caller.ts';

type Rule = 'open' | 'frames' | 'sql';

/** Everything that changes something, streams, and whatever is added later: closed. */
const OPEN_ROUTES: Readonly<Record<string, Rule>> = {
  'GET /search': 'open',
  'GET /search/keyword': 'open',
  'GET /search/related': 'open',
  'GET /ask': 'open',
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

/** Whether a token asks, in place of the person: notes are closed to it. */
export function asksWithToken(): boolean {
  return current.getStore() !== undefined;
}

/** Who may know a token. */
export interface TokenHolders {
  pipes: Pick<PipeHost, 'findRun'>;
  accessTokens: Pick<AccessTokens, 'find'>;
}

interface Holder {
  caller: Caller;
  grant: Grant;
}

/** Resolves who asks, for whoever notes it. */
export function restrictTokens(
  app: Pick<FastifyInstance, 'addHook'>,
  { pipes, accessTokens, mostBodyBytes }: TokenHolders & { mostBodyBytes: number },
): (request: FastifyRequest) => Caller {
  const holders = new WeakMap<FastifyRequest, Holder>();

  function holderOf(token: string): Holder | undefined {
    if (token.startsWith(PIPE_TOKEN_PREFIX)) {
      const run = pipes.findRun(token);
      if (run === undefined) throw serviceError('PIPE_TOKEN_UNKNOWN');
      return { caller: { kind: 'pipe', name: run.pipeId }, grant: run.grant };
    }
    if (!token.startsWith(ACCESS_TOKEN_PREFIX)) return undefined;
    const found = accessTokens.find(token);
    if (found === undefined) throw serviceError('TOKEN_UNKNOWN');
    return { caller: { kind: 'token', name: found.name }, grant: found.grant };
  }

  app.addHook('onRequest', async (request) => {
    const token = tokenOf(request);
    const holder = token === undefined ? undefined : holderOf(token);
    if (holder === undefined) return;
    holders.set(request, holder);
    if (Number(request.headers['content-length'] ?? 0) > mostBodyBytes) {
      throw new BodyTooLargeError(mostBodyBytes);
    }
    const refused = refusal(request, holder.grant);
    if (refused === undefined) return;
    throw holder.caller.kind === 'pipe'
      ? serviceError('PIPE_NOT_PERMITTED', { what: refused })
      : serviceError('TOKEN_NOT_PERMITTED', { what: refused });
  });
  // A body without a declared length is counted.
  app.addHook('preParsing', async (request, _reply, body) =>
    holders.has(request) ? body.pipe(limitedBody(mostBodyBytes)) : body,
  );
  // The last step before the handler: earlier ones may go on in their own context (bodies are read from the socket).
  app.addHook('preHandler', (request, _reply, done) => {
    const holder = holders.get(request);
    if (holder === undefined) done();
    else current.run(holder.grant, done);
  });
  return (request) => holders.get(request)?.caller ?? callerOf(request);
}

function limitedBody(mostBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length;
      if (bytes > mostBytes) done(new BodyTooLargeError(mostBytes));
      else done(null, piece);
    },
  });
}

function tokenOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** What the pipe may not do; undefined when it may. */
function refusal(request: FastifyRequest, grant: Grant): string | undefined {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const rule = OPEN_ROUTES[`${method} ${request.routeOptions.url ?? ''}`];
  if (rule === undefined) return 'use this part of the interface';
  if (rule === 'frames' && !grant.frames) return 'see images of frames';
  if (rule === 'sql') return sqlRefusal(grant);
  const { include_frames, content_type } = request.query as Record<string, unknown>;
  // Its own route is closed to tokens: search must not be a way around.
  if (/memory/i.test(String(content_type))) return 'read memories';
  const wantsImages = include_frames !== undefined && !/^(false|0|)$/i.test(String(include_frames));
  return wantsImages && !grant.frames ? 'see images of frames' : undefined;
}

function sqlRefusal({ rawSql, scope }: Grant): string | undefined {
  if (!rawSql) return 'use raw SQL';
  // A statement sees everything: it cannot be held to a scope.
  return isRestricted(scope) ? 'use raw SQL while its data is restricted' : undefined;
}
