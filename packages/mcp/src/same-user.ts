/**
 * Which user of this machine opened a connection. The service refuses other users, but it sees only this program, which asks for whoever
 * connects here; so the same has to hold here. Linux reports the owner of each socket; where the system does not, everybody is let in.
 */
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

const SUPERUSER = 0;
/** 127.0.0.1 as the tables write it, of IPv4 and of IPv6 sockets. This program listens on no other address. */
const FORMS = ['0100007F', '0000000000000000FFFF00000100007F'] as const;
// local address, remote address, state, queues, timer, retransmissions, user, timeout, inode
const USER_COLUMN = 6;
const INODE_COLUMN = 8;

/** To be asked when the connection is made: whoever closes it takes its place in the table along. */
export async function isOfSameUser(socket: Socket): Promise<boolean> {
  const { remotePort, localPort } = socket;
  if (process.platform !== 'linux') return true;
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'latin1').catch(() => '')),
  );
  if (tables.every((table) => table === '')) return true;
  if (remotePort === undefined || localPort === undefined) return false;
  const user = userOf(tables.join(''), remotePort, localPort);
  return user !== undefined && (user === process.getuid?.() || user === SUPERUSER);
}

/** Undefined when nobody has that end any more. */
function userOf(table: string, fromPort: number, toPort: number): number | undefined {
  for (const form of FORMS) {
    const at = table.indexOf(` ${form}:${hex(fromPort)} ${form}:${hex(toPort)} `);
    if (at === -1) continue;
    const row = table.slice(at + 1, table.indexOf('\n', at)).split(/ +/);
    // A program that has closed its socket already is shown as the superuser with no inode.
    return row[INODE_COLUMN] === '0' ? undefined : Number(row[USER_COLUMN]);
  }
  return undefined;
}

function hex(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0');
}
