/**
 * Listens for the whole life of the process, whatever answers: on 127.0.0.1 and ::1, or where the settings say. It begins with the
 * first who has something to answer.
 */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#config/schema.ts';
import { acceptOnIpv6Loopback, CannotListenError } from '#core/listen.ts';
import type { Log } from '#core/log/log.ts';
import { openFront } from '#serve/http/front.ts';

export interface Door {
  /** Lets the app answer, or only what is about the lock when there is none. Resolves to where it can be called. */
  open(app?: FastifyInstance): Promise<string>;
  /** Hands it no more requests and closes it. */
  retire(app: FastifyInstance): Promise<void>;
  close(): Promise<void>;
}

export function openDoor(deps: {
  vaultApp: FastifyInstance;
  config: Pick<Config, 'host' | 'port'>;
  log: Log;
}): Door {
  const front = openFront(deps.vaultApp);
  let listening: Promise<{ url: string; stopListening: () => void }> | undefined;

  async function listen() {
    const { config, log } = deps;
    const isDefault = config.host === '127.0.0.1' || config.host.toLowerCase() === 'localhost';
    const host = isDefault ? '127.0.0.1' : config.host;
    try {
      await new Promise<void>((resolve, reject) => {
        front.server.once('error', reject);
        front.server.listen({ host, port: config.port }, resolve);
      });
    } catch (cause) {
      throw new CannotListenError(host, config.port, cause);
    }
    const { port } = front.server.address() as AddressInfo;
    // "All addresses" is where a service listens, not where one can call it.
    const name = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
    const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
    const stopListening = isDefault ? await alsoOnIpv6(port, log) : () => {};
    return { url, stopListening };
  }

  async function alsoOnIpv6(port: number, log: Log): Promise<() => void> {
    try {
      return await acceptOnIpv6Loopback(front.server, port);
    } catch (err) {
      // Many containers have no IPv6; 127.0.0.1 answers.
      log.debug({ err, port }, 'ipv6 loopback is not available');
      return () => {};
    }
  }

  return {
    async open(app) {
      if (app) front.use(app);
      listening ??= listen();
      return (await listening).url;
    },
    retire: front.retire,
    async close() {
      const opened = await listening?.catch(() => undefined);
      opened?.stopListening();
      front.server.close();
      await front.retire(deps.vaultApp);
      front.server.closeAllConnections();
    },
  };
}
