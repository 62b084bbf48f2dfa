/**
 * One typed request for every route of the interface: paths, parameters, bodies and answers come from the OpenAPI document
 * (`generated/api.ts`). It uses only `fetch`, so it works in browsers and in Node alike.
 */
import { badAnswer, refusal, unreachable } from './errors.ts';
import type { paths } from './generated/api.ts';

export interface Connection {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that know this method. */
type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: infer O }
    ? undefined extends O
      ? never
      : P
    : never;
}[keyof paths];

type Operation<P extends keyof paths, M extends Method> = paths[P] extends { [K in M]: infer O }
  ? O
  : never;

type Part<O, K extends string> = O extends { parameters: { [N in K]?: infer V } } ? V : never;
type BodyOf<O> = O extends { requestBody?: { content: { 'application/json': infer B } } }
  ? B
  : never;

type Answers<O> = O extends { responses: infer R } ? R : never;
type Json<R> = R extends { content: { 'application/json': infer D } } ? D : never;
/** What a success answers. */
export type Answer<P extends keyof paths, M extends Method> = Json<
  Answers<Operation<P, M>> extends { 200: infer R } ? R : never
>;

/** What a call may or must be given. */
type RequestOptions<P extends keyof paths, M extends Method> = {
  /** Ends the request; the call then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  query?: Part<Operation<P, M>, 'query'>;
  body?: BodyOf<Operation<P, M>>;
} & (Part<Operation<P, M>, 'path'> extends infer V
  ? [V] extends [never]
    ? { path?: undefined }
    : undefined extends V
      ? { path?: undefined }
      : { path: V }
  : never);

type Call<M extends Method> = <P extends PathWith<M>>(
  path: P,
  ...options: object extends RequestOptions<P, M>
    ? [options?: RequestOptions<P, M>]
    : [options: RequestOptions<P, M>]
) => Promise<Answer<P, M>>;

/** A call by the path of its route: `client.get('/frames/{frame_id}/metadata', { path: { frame_id: 7 } })`. */
export type Routes = { readonly [M in Method]: Call<M> };

export function routesOf(connection: Connection): Routes {
  /** The types say what goes in and what comes out; here it is only passed on. */
  function caller<M extends Method>(method: M): Call<M> {
    return async (path, ...[options]) => {
      const { signal, body, ...given } = (options ?? {}) as {
        signal?: AbortSignal;
        body?: unknown;
      };
      const response = await request(connection, addressOf(path, given), {
        method: method.toUpperCase(),
        signal,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return (await readAnswer(response)) as never;
    };
  }
  return {
    get: caller('get'),
    post: caller('post'),
    put: caller('put'),
    patch: caller('patch'),
    delete: caller('delete'),
  };
}

/** A list is given value by value. */
export function queryOf(parameters: object): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    for (const one of [value].flat()) query.append(name, String(one));
  }
  return query;
}

/** A path with its parameters in their places, and the query. */
function addressOf(path: string, given: { path?: unknown; query?: unknown }): string {
  const names = (given.path ?? {}) as Record<string, unknown>;
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(names[name])),
  );
  const query = queryOf(given.query ?? {});
  return query.size > 0 ? `${place}?${query}` : place;
}

/** Rejects with `UNREACHABLE`, or with the reason of the signal. */
export async function request(
  connection: Connection,
  address: string,
  { signal, ...init }: Omit<RequestInit, 'signal'> & { signal?: AbortSignal | undefined } = {},
): Promise<Response> {
  const { baseUrl, headers } = connection;
  try {
    return await connection.fetch(baseUrl + address, {
      headers,
      ...init,
      ...(signal && { signal }),
    });
  } catch (cause) {
    signal?.throwIfAborted();
    throw unreachable(baseUrl, cause);
  }
}

export async function readJson(response: Response): Promise<object> {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body === 'object' && body !== null) return body;
  throw badAnswer(response);
}

/** The answer as JSON; what is no success is a HindcastError with the code of the service. */
export async function readAnswer(response: Response): Promise<object> {
  const body = await readJson(response);
  if (!response.ok) throw refusal(response.status, body);
  return body;
}

/** Bytes of a picture or a recording. */
export async function readBytes(response: Response): Promise<Uint8Array> {
  if (!response.ok) throw refusal(response.status, await readJson(response));
  return new Uint8Array(await response.arrayBuffer());
}
