import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { findUser } from '@hindcast/client/socket-owner';
import { expect, test } from 'vitest';
import { isOfOtherUser } from './peer-user.ts';

const HEAD =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const row = (local: string, remote: string, user: number, inode = 4711) =>
  `   0: ${local} ${remote} 01 00000000:00000000 00:00000000 00000000  ${user}        0 ${inode} 1 0000000058a77b40 100 0 0 10 0\n`;

const US = '0100007F:0BD6';
const THEM = '0100007F:9C40';
const LISTENER = row('0100007F:0BD6', '00000000:0000', 1000).replace(' 01 ', ' 0A ');
const connection = {
  localAddress: '127.0.0.1',
  localPort: 3030,
  remoteAddress: '127.0.0.1',
  remotePort: 40_000,
};
const ours = row(US, THEM, 1000);

test.each([
  ['the user of the socket at the other end', ours + row(THEM, US, 1001), 1001],
  ['nobody when the program has closed it', ours + row(THEM, US, 0, 0), -1],
  ['nobody when it is missing', ours, -1],
  ['nobody when both ends are missing from the table of our listener', LISTENER, -1],
  [
    'nobody when our end is missing and we listen on all addresses',
    row('00000000000000000000000000000000:0BD6', `${'0'.repeat(32)}:0000`, 0).replace(
      ' 01 ',
      ' 0A ',
    ),
    -1,
  ],
  ['unknown when the table does not even know our listener', row(THEM, US, 1001), undefined],
  [
    'not confused by the same ports on another address',
    ours + row('0500007F:9C40', US, 1000) + row(THEM, US, 1001),
    1001,
  ],
  [
    'seen through an IPv6 socket',
    ours + row('0000000000000000FFFF00000100007F:9C40', '0000000000000000FFFF00000100007F:0BD6', 7),
    7,
  ],
])('%s', (_name, rows, user) => {
  expect(findUser(HEAD + rows, connection)).toBe(user);
});

test.runIf(process.platform === 'linux').each(['127.0.0.1', '::1'])(
  'the table of this machine is understood for %s',
  async (host) => {
    const accepted = Promise.withResolvers<Socket>();
    const server = createServer(accepted.resolve).listen(0, host);
    await new Promise((resolve) => server.once('listening', resolve));
    const client = connect((server.address() as { port: number }).port, host);
    const socket = await accepted.promise;
    const { localAddress = '', localPort = 0, remoteAddress = '', remotePort = 0 } = socket;
    const table =
      readFileSync('/proc/net/tcp', 'latin1') + readFileSync('/proc/net/tcp6', 'latin1');
    expect(findUser(table, { localAddress, localPort, remoteAddress, remotePort })).toBe(
      process.getuid?.(),
    );
    client.destroy();
    server.close();
  },
);

test.runIf(process.platform === 'linux')(
  'who resets the connection before it is looked at counts as somebody else',
  async () => {
    const accepted = Promise.withResolvers<Socket>();
    const server = createServer(accepted.resolve).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const client = connect((server.address() as { port: number }).port, '127.0.0.1');
    const socket = await accepted.promise;
    // Node remembers both addresses from here on.
    expect([socket.remoteAddress, socket.localAddress]).toEqual(['127.0.0.1', '127.0.0.1']);
    const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));
    socket.resume();
    client.resetAndDestroy();
    await closed;
    expect(await isOfOtherUser(socket)).toBe(true);
    server.close();
  },
);
