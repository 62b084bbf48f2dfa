/**
 * Which user of this machine opened a connection. The service refuses other users, but it sees only this program, which asks for whoever
 * connects here; so the same has to hold here. Linux reports the owner of each socket; where the system does not, everybody is let in.
 */
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { findUser } from '@hindcast/client/socket-owner';

const SUPERUSER = 0;

/** To be asked when the connection is made: whoever closes it takes its place in the table along. */
export async function isOfSameUser(socket: Socket): Promise<boolean> {
  const { localAddress, localPort, remoteAddress, remotePort } = socket;
  if (process.platform !== 'linux') return true;
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'latin1').catch(() => '')),
  );
  if (tables.every((table) => table === '')) return true;
  if (localAddress === undefined || remoteAddress === undefined) return false;
  if (localPort === undefined || remotePort === undefined) return false;
  const connection = { localAddress, localPort, remoteAddress, remotePort };
  const user = findUser(tables.join(''), connection);
  return user !== undefined && (user === process.getuid?.() || user === SUPERUSER);
}
