/**
 * Whose socket is at the other end of a connection, by the table of connections that Linux shows in `/proc/net/tcp` and `tcp6`. Reads only
 * text, so that the service and the MCP server, which both refuse other users of the machine, share it.
 */

/** A socket that no process has any more. */
export const NOBODY = -1;
/** The state of a socket that listens, as the table writes it. */
const LISTENING = '0A';

export interface Connection {
  localAddress: string;
  localPort: number;
  remoteAddress: string;
  remotePort: number;
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
  if (!/^\d+(\.\d+){3}$/.test(plain)) return [`${words(ipv6Bytes(plain))}:${hexPort}`];
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
