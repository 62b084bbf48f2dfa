/**
 * Which user of this machine opened a connection. Loopback keeps other machines out, but every account of this one can connect to
 * it; the system's own table of connections says whose socket is at the other end. Only Linux shows that table to everybody;
 * elsewhere the answer is `undefined`, unknown.
 */
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { isIPv4, Socket } from 'node:net';
import { isLoopbackAddress } from '#core/listen.ts';

/** A socket that no process has any more. */
const NOBODY = -1;
const SUPERUSER = 0;
/** The state of a socket that listens, as the table writes it. */
const LISTENING = '0A';

interface Connection {
  localAddress: string;
  localPort: number;
  remoteAddress: string;
  remotePort: number;
}

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

/**
 * The user id at the remote end, by the system's table; `undefined` when the table is not of our connections. Whoever resets a
 * connection takes both its ends from the table, and must not gain by it.
 */
export function findUser(table: string, connection: Connection): number | undefined {
  const { localAddress, localPort, remoteAddress, remotePort } = connection;
  const near = endForms(localAddress, localPort);
  const far = endForms(remoteAddress, remotePort);
  const rowOf = (from: readonly string[], to: readonly string[]) => {
    for (const [index, end] of from.entries()) {
      const at = table.indexOf(` ${end} ${to[index]} `);
      if (at !== -1) return table.slice(at + 1, table.indexOf('\n', at)).split(/ +/);
    }
    return undefined;
  };
  if (rowOf(near, far) === undefined) return listensOn(table, localPort) ? NOBODY : undefined;
  // local address, remote address, state, queues, timer, retransmissions, user, timeout, inode
  const row = rowOf(far, near);
  // A program that has closed its socket already is shown as the superuser with no inode.
  return row === undefined || row[8] === '0' ? NOBODY : Number(row[6]);
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

/** On whichever address: what accepted a connection may listen on all of them. */
function listensOn(table: string, port: number): boolean {
  return new RegExp(`:${hexOfPort(port)} 0+:0000 ${LISTENING} `).test(table);
}

function hexOfPort(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0');
}

/** An address and a port as the table writes them; a program may reach an IPv4 address through an IPv6 socket. */
function endForms(address: string, port: number): string[] {
  const hexPort = hexOfPort(port);
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv4(plain)) return [`${words(ipv6Bytes(plain))}:${hexPort}`];
  const bytes = plain.split('.').map(Number);
  const mapped = [...new Array<number>(10).fill(0), 0xff, 0xff, ...bytes];
  return [`${words(bytes)}:${hexPort}`, `${words(mapped)}:${hexPort}`];
}

/** Words of four bytes, each with its last byte first. */
function words(bytes: readonly number[]): string {
  const hex: string[] = [];
  for (let start = 0; start < bytes.length; start += 4) {
    const word = bytes.slice(start, start + 4).reverse();
    hex.push(...word.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')));
  }
  return hex.join('');
}

function ipv6Bytes(address: string): number[] {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const before = groups(head);
  const after = groups(tail ?? '');
  const zeros = new Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
