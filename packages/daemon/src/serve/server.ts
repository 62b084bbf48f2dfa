/**
 * Builds the HTTP side of the daemon: limits, guard, headers, errors, documentation, and all routes
 * of `routes.ts`. It does not listen; `compose/index.ts` does, and tests use `inject`.
 */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { ServiceError } from '#core/errors.ts';
import { serviceError } from '#core/errors.ts';
import { type AccessLog, noteRequests } from './access/access-log.ts';
import { type AllowedMethods, allowedMethods } from './access/allowed-methods.ts';
import { type Guard, guard as makeGuard } from './access/guard.ts';
import { isOfOtherUser, watchForOtherUsers } from './access/peer-user.ts';
import { restrictTokens, storeForRequests, type TokenHolders } from './access/token-access.ts';
import { errorHandler } from './errors.ts';
import { HTTP_OPTIONS, MAX_HEADER_BYTES, REQUEST_ARRIVAL_MS } from './http/http-server.ts';
import { answerClientError } from './http/raw-socket.ts';
import { acceptUpgrades } from './http/sockets.ts';
import { serveDocumentation } from './openapi.ts';
import { readBodiesAsJson, shapeChecker } from './request/json-body.ts';
import { AccessTokenRequiredError } from './request/request-errors.ts';
import { addRoutes } from './routes.ts';
import type { App, ServerDeps } from './server-deps.ts';
import { serveWebPage } from './web-assets.ts';

export type { ServerDeps } from './server-deps.ts';

const EXPOSED_HEADERS = 'content-type, cache-control, etag, x-pii-redacted, x-pii-regions-count';

/** Ready for `inject` or `listen`. */
export function buildServer(deps: ServerDeps): Promise<FastifyInstance> {
  return buildApp(deps, async (app) => {
    await serveDocumentation(app, deps.productVersion);
    addRoutes(app, { ...deps, store: storeForRequests(deps.store) });
    serveWebPage(app, { folder: deps.webFolder, productVersion: deps.productVersion });
  });
}

interface AppDeps extends Pick<ServerDeps, 'log' | 'guard'>, TokenHolders {
  limits: Pick<ServerDeps['limits'], 'bodyBytes' | 'tokenBytes'>;
  accessLog?: AccessLog;
  /** The answer for an unknown path; by default that there is none. */
  notFound?: () => ServiceError;
}

/** Limits, guard, headers and errors, which every answer of the service has; `addParts` adds the rest. */
export async function buildApp(
  deps: AppDeps,
  addParts: (app: App) => void | Promise<void>,
): Promise<FastifyInstance> {
  const answerError = errorHandler(deps.log);
  const app = fastify({
    // Fastify's own lines hold addresses, and those hold what people searched for.
    logger: false,
    bodyLimit: deps.limits.bodyBytes,
    requestTimeout: REQUEST_ARRIVAL_MS,
    // Answered by a hook of ours instead, in the form of all other errors.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_HEADER_BYTES },
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
    http: HTTP_OPTIONS,
  }).withTypeProvider<TypeBoxTypeProvider>();
  const guard = makeGuard(
    deps.guard,
    isOfOtherUser,
    (token) => deps.accessTokens.find(token) !== undefined,
  );
  watchForOtherUsers(app.server);
  const methods = allowedMethods();

  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => {
    if (deps.notFound) throw deps.notFound();
    answerNotFound(methods, request, reply);
  });
  // Parameters are read by their own declarations (`query.ts`), only bodies by their schema.
  app.setValidatorCompiler(({ schema, httpPart }) => {
    if (httpPart !== 'body') return () => true;
    const check = shapeChecker(schema);
    return (body: unknown) => {
      const error = check(body);
      return error === undefined ? true : { error };
    };
  });
  // The declared shapes are documentation: what a handler returns is sent as it is.
  app.setSerializerCompiler(() => JSON.stringify);
  app.addHook('onRoute', (route) => methods.add(route));
  await acceptUpgrades(app);
  refuseWhenStopping(app);
  guardRequests(app, guard, methods);
  const callerOf = restrictTokens(app, { ...deps, mostBodyBytes: deps.limits.tokenBytes });
  if (deps.accessLog !== undefined) noteRequests(app, deps.accessLog, callerOf);
  logResponses(app, deps);
  readBodiesAsJson(app);
  // Expectations that we do not know may be ignored, and node's refusal is not JSON.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));

  await addParts(app);
  await app.ready();
  return app as unknown as FastifyInstance;
}

function answerNotFound(
  methods: AllowedMethods,
  request: FastifyRequest,
  reply: FastifyReply,
): never {
  const allowed = methods.of(request.url);
  if (allowed.length === 0) throw serviceError('ROUTE_NOT_FOUND');
  reply.header('allow', allowed.join(', '));
  throw serviceError('METHOD_NOT_ALLOWED', { method: request.method, allowed: allowed.join(', ') });
}

function refuseWhenStopping(app: Pick<FastifyInstance, 'addHook'>): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onRequest', async () => {
    if (stopping) throw serviceError('SERVICE_STOPPING');
  });
}

function guardRequests(
  app: Pick<FastifyInstance, 'addHook'>,
  guard: Guard,
  methods: AllowedMethods,
): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-site',
      // Browsers would otherwise keep what was captured in their own files.
      'cache-control': 'no-store',
      vary: 'origin, sec-fetch-site',
    });
    const refusal = await guard.refusal(request.raw);
    if (refusal instanceof AccessTokenRequiredError) reply.header('www-authenticate', 'Bearer');
    if (refusal !== undefined) throw refusal;
    allowOrigin(request, reply, guard);
    // Pages of this machine on another port may show our images. Chromium takes two ports of an IP address for two sites in this
    // policy and not in Sec-Fetch-Site, which no page can forge.
    if (request.headers['sec-fetch-site'] === 'same-site')
      reply.header('cross-origin-resource-policy', 'cross-origin');
    if (request.method === 'OPTIONS') return answerOptions(methods, request, reply);
  });
}

function allowOrigin(request: FastifyRequest, reply: FastifyReply, guard: Guard): void {
  const { origin } = request.headers;
  if (origin === undefined || !guard.isAllowedOrigin(origin, request.raw)) return;
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED_HEADERS,
  });
}

/** On every path, known or not, so that a preflight never hides the real answer. */
function answerOptions(methods: AllowedMethods, request: FastifyRequest, reply: FastifyReply) {
  const known = methods.of(request.url);
  const allowed = (known.length > 0 ? known : ['GET', 'HEAD', 'OPTIONS']).join(', ');
  reply.header('allow', allowed);
  if (reply.hasHeader('access-control-allow-origin')) {
    const askedHeaders = request.headers['access-control-request-headers'];
    reply.headers({
      'access-control-allow-methods': allowed,
      'access-control-allow-headers': askedHeaders ?? 'content-type, authorization',
      'access-control-max-age': '600',
    });
    // Chromium asks this of pages on public addresses that want to reach this machine.
    if (request.headers['access-control-request-private-network'] === 'true') {
      reply.header('access-control-allow-private-network', 'true');
    }
  }
  return reply.code(204).send();
}

function logResponses(
  app: Pick<FastifyInstance, 'addHook'>,
  { log }: Pick<ServerDeps, 'log'>,
): void {
  app.addHook('onResponse', async (request, reply) => {
    log.debug(
      {
        requestId: request.id,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
      },
      'request answered',
    );
  });
}
