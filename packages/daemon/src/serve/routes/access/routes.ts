/** `GET /access-log`, and the tokens under `/access-tokens`. */
import { withSignal } from '#serve/request/deadline.ts';
import { InvalidParameterError } from '#serve/request/request-errors.ts';
import { ACCEPTED_TIMES, iso, isoOrNull, parseTime } from '#serve/request/time.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import type { AccessToken } from '#store/access/access.ts';
import {
  createTokenSchema,
  listTokensSchema,
  logParameters,
  logSchema,
  type NewTokenBody,
  revokeTokenSchema,
  tokenParameters,
  type WireToken,
} from './schema.ts';

export function accessRoutes(app: App, deps: ServerDeps): void {
  const { store, accessTokens, accessLog, nowMs, limits } = deps;
  const deadline = { code: 'SEARCH_TIMEOUT', limitMs: limits.searchTimeoutMs } as const;

  app.get('/access-log', { schema: logSchema }, async (request, reply) => {
    const query = logParameters.parse(request.query, nowMs());
    const { kind: callerKind, caller, start_time: startMs, end_time: endMs, limit, offset } = query;
    await accessLog.flush();
    const { items, total } = await withSignal(reply, deadline, (signal) =>
      store.access.list({ callerKind, caller, startMs, endMs, limit, offset }, signal),
    );
    const data = items.map(({ atMs, callerKind: kind, ...entry }) => ({
      timestamp: iso(atMs),
      kind,
      ...entry,
    }));
    return { data, pagination: { limit, offset, total } };
  });

  app.get('/access-tokens', { schema: listTokensSchema }, async () => ({
    data: accessTokens.list().map(toWire),
  }));

  app.post('/access-tokens', { schema: createTokenSchema }, async ({ body }) => {
    const token = await accessTokens.create(
      body.name,
      body.permissions ?? {},
      expiryOf(body, nowMs()),
    );
    const made = accessTokens.list().find(({ name }) => name === body.name);
    if (made === undefined) throw new TypeError('the token that was made is not listed');
    return { token, ...toWire(made) };
  });

  app.delete('/access-tokens/:name', { schema: revokeTokenSchema }, async ({ params }) => {
    await accessTokens.revoke(tokenParameters.parse(params, nowMs()).name);
    return { success: true as const };
  });
}

function expiryOf({ expires_at }: NewTokenBody, nowMs: number): number | undefined {
  if (expires_at === undefined) return undefined;
  const atMs = parseTime(expires_at, nowMs);
  if (atMs === undefined) throw new InvalidParameterError('expires_at', ACCEPTED_TIMES, expires_at);
  if (atMs <= nowMs) throw new InvalidParameterError('expires_at', 'in the future', expires_at);
  return atMs;
}

function toWire({ name, permissions, createdMs, expiresMs }: AccessToken): WireToken {
  return {
    name,
    permissions,
    created_at: iso(createdMs),
    expires_at: isoOrNull(expiresMs),
  };
}
