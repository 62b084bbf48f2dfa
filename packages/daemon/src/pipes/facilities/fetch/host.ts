/**
 * `ctx.fetch`: the host asks the world on behalf of a run, and only the hosts that a person has granted. Each redirect is held to
 * the same list, names are looked up once and by us, and addresses of this machine and its neighbours need to be granted by
 * name: `*` does not mean them. The service itself is never reached this way.
 */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { PipePermissionError, PipeRequestError } from '../../errors.ts';
import { isPrivateLiteral, publicLookup } from '../../public-address.ts';
import type { FetchSettings, HostSide, WireAnswer } from '../facility.ts';

const MOST_REDIRECTS = 5;
const MOST_ANSWER_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** These would make us a relay or break the request. */
const OWN_HEADERS = ['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade'];

/** How a host is granted: by its name, by a pattern, or not. */
export function grantFor(hosts: readonly string[], url: URL): 'named' | 'any' | undefined {
  const isNamed = hosts.some((host) => {
    const wanted = host.toLowerCase();
    if (wanted === url.host || wanted === url.hostname) return true;
    return wanted.startsWith('*.') && url.hostname.endsWith(wanted.slice(1));
  });
  if (isNamed) return 'named';
  return hosts.includes('*') ? 'any' : undefined;
}

interface Request {
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
}

export const fetchHost: HostSide = ({ fetchSettings }) => ({
  fetch: ({ grant }, [url, request], signal) =>
    fetchFor(grant.hosts, fetchSettings, url, request, signal),
});

export async function fetchFor(
  hosts: readonly string[],
  settings: FetchSettings,
  address: unknown,
  wanted: unknown,
  signal: AbortSignal,
): Promise<WireAnswer> {
  let url = parseUrl(address);
  let request = parseRequest(wanted);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  for (let redirects = 0; ; redirects += 1) {
    const response = await ask(url, request, { hosts, settings, signal: limit });
    const { statusCode = 0, headers } = response;
    const target = statusCode >= 300 && statusCode < 400 ? headers.location : undefined;
    if (target === undefined) return readAnswer(response);
    response.destroy();
    if (redirects >= MOST_REDIRECTS) throw new PipeRequestError('it leads in circles');
    const next = parseUrl(URL.parse(target, url.href)?.href);
    // What was meant for one host is not sent to another.
    const isElsewhere = next.host !== url.host;
    if (statusCode !== 307 && statusCode !== 308)
      request = { ...request, method: 'GET', body: undefined };
    if (isElsewhere) request = { ...request, headers: {} };
    url = next;
  }
}

function parseUrl(address: unknown): URL {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new PipePermissionError('ask that address', 'Give an http or https address.');
}

function parseRequest(wanted: unknown): Request {
  const { method = 'GET', headers = {}, body } = (wanted ?? {}) as Record<string, unknown>;
  const word = String(method).toUpperCase();
  const given = Object.entries(headers as Record<string, unknown>)
    .filter(([name]) => !OWN_HEADERS.includes(name.toLowerCase()))
    .map(([name, value]) => [name, String(value)]);
  return {
    method: METHODS.includes(word) ? word : 'GET',
    headers: Object.fromEntries(given),
    body: typeof body === 'string' ? body : undefined,
  };
}

function ask(
  url: URL,
  { method, headers, body }: Request,
  may: { hosts: readonly string[]; settings: FetchSettings; signal: AbortSignal },
): Promise<IncomingMessage> {
  const granted = grantFor(may.hosts, url);
  if (granted === undefined) {
    throw new PipePermissionError(
      `ask the host ${url.hostname}`,
      'Name it in the network permission of the manifest, and grant that.',
    );
  }
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const isOurs = port === may.settings.servicePort();
  const mayBePrivate = granted === 'named' && !isOurs;
  if (!mayBePrivate && isPrivateLiteral(url)) throw notOpen();
  const guard = mayBePrivate ? {} : { lookup: publicLookup(notOpen) };
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    // Without an agent: a connection of an earlier request would be used again without a lookup.
    const request = start(
      url,
      { method, headers, ...guard, signal: may.signal, agent: false },
      resolve,
    );
    request.once('error', (error) =>
      reject(error instanceof PipePermissionError ? error : new PipeRequestError(reasonOf(error))),
    );
    request.end(body);
  });
}

function notOpen(): PipePermissionError {
  return new PipePermissionError(
    'ask an address of this machine or its network',
    'Name that host itself in the network permission; the service is asked with ctx.query.',
  );
}

function reasonOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return code ?? error.name;
}

async function readAnswer(response: IncomingMessage): Promise<WireAnswer> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > MOST_ANSWER_BYTES) throw new PipeRequestError('its answer is too large');
      pieces.push(piece);
    }
  } catch (error) {
    if (error instanceof PipeRequestError) throw error;
    throw new PipeRequestError(reasonOf(error as Error));
  }
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: Buffer.concat(pieces).toString('base64'),
  };
}
