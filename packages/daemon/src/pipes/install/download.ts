/**
 * Fetches an archive from an address that a person has given, within limits of size, time and redirects. Only the person may name
 * an address of this machine or its network: a host of the world cannot lead there, nor become one of them itself.
 */
import { createWriteStream } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { serviceError } from '#core/errors.ts';
import { PipeSourceUnreachableError } from '../errors.ts';
import { isPrivateLiteral, isPublicAddress, publicLookup } from '../public-address.ts';
import { MOST_ARCHIVE_BYTES } from './limits.ts';

const TIMEOUT_MS = 120_000;
const MOST_REDIRECTS = 10;

export async function download(address: string, file: string, signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const response = await follow(address, limit);
  try {
    await pipeline(response, counter(), createWriteStream(file, { mode: 0o600 }), {
      signal: limit,
    });
  } catch (cause) {
    if (cause instanceof PipeSourceUnreachableError) throw cause;
    throw new PipeSourceUnreachableError('the transfer broke off', cause);
  }
}

/** The answer that is no redirect any more, and good. */
async function follow(address: string, signal: AbortSignal): Promise<IncomingMessage> {
  const given = URL.parse(address);
  if (given === null) throw serviceError('INVALID_PIPE_SOURCE');
  let url = given;
  // What the person has given may be of this machine. A name may mean another address the next time, so it stays allowed only where
  // the given one really was.
  let mayBePrivate = true;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const response = await ask(url, mayBePrivate && url.hostname === given.hostname, signal);
    const { statusCode = 0, headers } = response;
    if (redirects === 0) mayBePrivate = isFromInside(response);
    if (statusCode === 200) return response;
    response.destroy();
    if (statusCode < 300 || statusCode >= 400 || headers.location === undefined) {
      throw new PipeSourceUnreachableError(`the address answers with status ${statusCode}`);
    }
    url = targetOf(headers.location, url);
  }
  throw new PipeSourceUnreachableError('the address leads in circles');
}

function isFromInside({ socket: { remoteAddress } }: IncomingMessage): boolean {
  return remoteAddress !== undefined && !isPublicAddress(remoteAddress);
}

function targetOf(location: string, from: URL): URL {
  const url = URL.parse(location, from.href);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new PipeSourceUnreachableError('the address leads to one that is neither http nor https');
  }
  // Whoever is on the way there could give something else.
  if (from.protocol === 'https:' && url.protocol === 'http:') {
    throw new PipeSourceUnreachableError('the address leads from https to http');
  }
  return url;
}

function ask(url: URL, mayBePrivate: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  if (!mayBePrivate && isPrivateLiteral(url)) throw ledInside();
  const guard = mayBePrivate ? {} : { lookup: publicLookup(ledInside) };
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    // Without an agent: a connection of an earlier request would be used again without a lookup.
    const request = start(url, { ...guard, signal, agent: false, headers: { accept: '*/*' } });
    request.once('response', resolve);
    request.once('error', (error) => {
      const isKnown = error instanceof PipeSourceUnreachableError;
      reject(
        isKnown ? error : new PipeSourceUnreachableError('the address does not answer', error),
      );
    });
    request.end();
  });
}

function ledInside(): PipeSourceUnreachableError {
  return new PipeSourceUnreachableError(
    'the address leads to one of this machine or its network, which has to be given itself',
  );
}

/** What the source says about its length may be a lie. */
function counter(): Transform {
  let size = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      size += piece.length;
      if (size <= MOST_ARCHIVE_BYTES) return done(null, piece);
      const most = MOST_ARCHIVE_BYTES / 1024 / 1024;
      return done(new PipeSourceUnreachableError(`it is larger than ${most} MB`));
    },
  });
}
