/**
 * Which user of this machine opened a connection. Loopback keeps other machines out, but every account of this one can connect to
 * it; the system's own table of connections says whose socket is at the other end. Only Linux shows that table to everybody;
 * elsewhere the answer is `undefined`, unknown.
 */
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { Socket } from 'node:net';
import { type Connection, findUser, NOBODY } from '@hindcast/client/socket-owner';
import { isLoopbackAddress } from '#core/listen.ts';

const SUPERUSER = 0;

/** Of every connection, whichever server it was made to: the one that listens is not always the one that answers. */
const verdicts = new WeakMap<Socket, Promise<boolean>>();
const nextTable = sharedReads(readConnectionTable);

/**
 * Looks at each connection when it is made: a caller that closes early could not be distinguished from the superuser later. To be called for
 * every server that listens.
 */
export function watchForOtherUsers(server: Server): void {
  server.on('connection', (socket: Socket) => void verdictOf(socket));
}

/** Whether another user of this machine made the connection. The superuser counts as us: nothing could be kept from it anyway. */
export async function isOfOtherUser(socket: Socket): Promise<boolean> {
  // Requests that are made inside the process have no real socket.
  return socket instanceof Socket ? verdictOf(socket) : false;
}

function verdictOf(socket: Socket): Promise<boolean> {
  // First: a socket that was closed since has no address any more.
  const known = verdicts.get(socket);
  if (known !== undefined) return known;
  if (!isLoopbackAddress(socket.remoteAddress ?? '')) return Promise.resolve(false);
  const verdict = isOther(socket);
  verdicts.set(socket, verdict);
  return verdict;
}

async function isOther(socket: Socket): Promise<boolean> {
  const connection = connectionOf(socket);
  const table = await nextTable();
  if (table === undefined) return false;
  const userId = connection === undefined ? NOBODY : findUser(table, connection);
  return userId !== undefined && userId !== process.getuid?.() && userId !== SUPERUSER;
}

/** Reads that start after they are asked for, one at a time: to list all connections takes the system milliseconds. */
function sharedReads<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () => {
    next ??= running.then(() => {
      next = undefined;
      const reading = read();
      running = reading;
      return reading;
    });
    return next;
  };
}

function connectionOf(socket: Socket): Connection | undefined {
  const { localAddress, localPort, remoteAddress, remotePort } = socket;
  if (localAddress === undefined || remoteAddress === undefined) return undefined;
  if (localPort === undefined || remotePort === undefined) return undefined;
  return { localAddress, localPort, remoteAddress, remotePort };
}

async function readConnectionTable(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const files = ['/proc/net/tcp', '/proc/net/tcp6'];
  try {
    return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('');
  } catch {
    return undefined;
  }
}
