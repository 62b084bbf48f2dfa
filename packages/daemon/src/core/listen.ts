/**
 * What the service must know about addresses to listen on: which are reachable from this machine only, how to answer on both of
 * the machine's own addresses, and how to say that an address cannot be had.
 */
import type { Server as HttpServer } from 'node:http';
import { BlockList, createServer, isIP } from 'node:net';
import { errorText, ServiceError } from './errors.ts';

export class CannotListenError extends ServiceError {
  constructor(host: string, port: number, cause: unknown) {
    const reason = REASONS[(cause as NodeJS.ErrnoException).code ?? ''] ?? DEFAULT_REASON;
    super(errorText('CANNOT_LISTEN', { port, host, problem: reason.words, hint: reason.hint }), {
      cause,
    });
  }
}

const DEFAULT_REASON = {
  words: 'cannot be listened on',
  hint: 'Choose another address with --host or another port with --port.',
};

const REASONS: Readonly<Record<string, typeof DEFAULT_REASON>> = {
  EADDRINUSE: {
    words: 'is already in use',
    hint: 'Stop the program that uses it (perhaps another Hindcast), or choose another port with --port 3031.',
  },
  EACCES: {
    words: 'may not be used by this user',
    hint: 'Choose a port above 1023 with --port.',
  },
  EADDRNOTAVAIL: {
    words: 'is not an address of this machine',
    hint: 'Leave --host out to listen on this machine only.',
  },
};

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an address (or the name `localhost`) is this machine's own, which no other machine can reach or have. */
export function isLoopbackAddress(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true;
  const family = isIP(host);
  // BlockList sees through IPv4 addresses that are mapped into IPv6.
  return family !== 0 && loopback.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Lets `server`, which listens on 127.0.0.1, answer on [::1]:port too, because programs take `localhost` for either. Connections
 * are handed over, so that every limit and handler of the one server holds. Resolves to a function that stops listening; rejects when the address cannot be had.
 */
export async function acceptOnIpv6Loopback(server: HttpServer, port: number): Promise<() => void> {
  // The options an HTTP server gives its own listener.
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    server.emit('connection', socket);
  });
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    listener.listen({ host: '::1', port, ipv6Only: true }, resolve);
  });
  // Open connections belong to the HTTP server, which ends them itself: nothing to wait for.
  return () => void listener.close();
}
