/**
 * Decides whether a caller may use the service at all, from the connection and the headers only.
 * Local programs need no key, so web pages must be kept out: a page of another site can make the
 * browser send requests here (Origin, Sec-Fetch-Site), or let its own name point at this machine
 * (Host). Other users of this machine are kept out like other
 * machines. Used for every request and, before any upgrade, for WebSockets.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { ServiceError } from '#core/errors.ts';
import { serviceError } from '#core/errors.ts';
import { isLoopbackAddress } from '#core/listen.ts';
import { AccessTokenRequiredError } from '../request/request-errors.ts';

export interface GuardSettings {
  /** Origins of web pages that may read everything, in addition to those of this machine. */
  allowedOrigins: readonly string[];
  /** Asked of callers from other machines and other users; without one they are all refused. */
  accessToken: string | undefined;
  /** Whether other users of this machine may ask without the token. */
  allowOtherUsers: boolean;
}

export interface Guard {
  /** Why the request is refused, or `undefined` when it may go on. */
  refusal(request: IncomingMessage): Promise<ServiceError | undefined>;
  /** Whether a page of this origin may read the answer. */
  isAllowedOrigin(origin: string, request: IncomingMessage): boolean;
}

/** Fetches that no other site started. `same-site` is this machine on another port. */
const OWN_FETCHES = new Set(['same-origin', 'same-site', 'none']);

export function guard(
  settings: GuardSettings,
  isOtherUser: (socket: IncomingMessage['socket']) => Promise<boolean>,
  /** Whether somebody was given this token, for a part of what is stored. */
  isGivenToken: (token: string) => boolean,
): Guard {
  const configuredOrigins = new Set(settings.allowedOrigins.map((origin) => origin.toLowerCase()));
  const tokenDigest = settings.accessToken === undefined ? undefined : sha256(settings.accessToken);

  function isAllowedOrigin(origin: string, request: IncomingMessage): boolean {
    if (configuredOrigins.has(origin.toLowerCase())) return true;
    const url = URL.parse(origin);
    // `null`, the origin of sandboxed and local pages, is no URL and therefore refused.
    if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false;
    if (isLoopbackHost(url.host)) return true;
    // Our own pages, read from another machine: the token has proved that the name is ours.
    return !isLocalPeer(request) && url.host === request.headers.host?.toLowerCase();
  }

  function isTokenSent(request: IncomingMessage): boolean {
    const sent = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (sent === undefined) return false;
    if (isGivenToken(sent)) return true;
    // Digests have one length, so the comparison says nothing about the token, not even its length.
    return tokenDigest !== undefined && timingSafeEqual(sha256(sent), tokenDigest);
  }

  async function localRefusal(request: IncomingMessage): Promise<ServiceError | undefined> {
    if (!authorities(request).every(isLoopbackHost)) return serviceError('HOST_NOT_ALLOWED');
    if (settings.allowOtherUsers || !(await isOtherUser(request.socket))) return undefined;
    return isTokenSent(request) ? undefined : serviceError('OTHER_USER');
  }

  async function peerRefusal(request: IncomingMessage): Promise<ServiceError | undefined> {
    if (isLocalPeer(request)) return localRefusal(request);
    // A preflight never carries a token; its answer holds nothing but the rules.
    if (isTokenSent(request) || (tokenDigest !== undefined && request.method === 'OPTIONS')) {
      return undefined;
    }
    return new AccessTokenRequiredError();
  }

  function pageRefusal(request: IncomingMessage): ServiceError | undefined {
    const { origin, 'sec-fetch-site': site } = request.headers;
    // The origin is the finer evidence: an allowed one may well be cross-site, such as
    // http://localhost:5173 towards 127.0.0.1, and browsers let no page forge it.
    if (origin !== undefined) {
      return isAllowedOrigin(origin, request) ? undefined : serviceError('ORIGIN_NOT_ALLOWED');
    }
    if (site === undefined || OWN_FETCHES.has(String(site))) return undefined;
    return serviceError('CROSS_SITE_REQUEST');
  }

  return {
    isAllowedOrigin,
    refusal: async (request) => (await peerRefusal(request)) ?? pageRefusal(request),
  };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function isLocalPeer(request: IncomingMessage): boolean {
  return isLoopbackAddress(request.socket.remoteAddress ?? '');
}

/**
 * Every name the request gives to this server: all Host headers (node keeps only the first one) and
 * that of an address in absolute form, which HTTP ranks above Host. None at all is a bad name too.
 */
function authorities(request: IncomingMessage): string[] {
  const { rawHeaders, url = '/' } = request;
  const hosts = rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host',
  );
  if (hosts.length === 0) hosts.push('');
  if (!url.startsWith('/') && url !== '*') hosts.push(URL.parse(url)?.host ?? '');
  return hosts;
}

/** Whether a host, with or without a port, names this machine and nothing that DNS could move. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/:\d{1,5}$/, '');
  const address = /^\[(.*)\]$/.exec(name)?.[1];
  // An IPv6 address has brackets, and nothing else has.
  if (address !== undefined) return isIP(address) === 6 && isLoopbackAddress(address);
  return name === 'localhost.' || (isIP(name) !== 6 && isLoopbackAddress(name));
}
