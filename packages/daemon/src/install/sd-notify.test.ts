import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import koffi from 'koffi';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Notifier, startNotifier } from './sd-notify.ts';

const AF_UNIX = 1;
const SOCK_DGRAM = 2;
const MSG_DONTWAIT = 0x40;

/** The end of a manager: a datagram socket, which Node does not have. */
function openManager(path: string) {
  const libc = koffi.load('libc.so.6');
  const recv = libc.func('int64_t recv(int, _Out_ uint8_t *, size_t, int)');
  const close = libc.func('int close(int)');
  const descriptor = libc.func('int socket(int, int, int)')(AF_UNIX, SOCK_DGRAM, 0);
  const family = Buffer.from(Uint16Array.of(AF_UNIX).buffer);
  const address = Buffer.concat([family, Buffer.from(`${path}\0`)]);
  libc.func('int bind(int, const uint8_t *, uint32_t)')(descriptor, address, address.length);
  const lines: string[] = [];
  return {
    /** Every assignment so far. */
    received(): readonly string[] {
      const buffer = Buffer.alloc(4096);
      for (;;) {
        const length = Number(recv(descriptor, buffer, buffer.length, MSG_DONTWAIT));
        if (length <= 0) return lines;
        lines.push(...buffer.toString('utf8', 0, length).split('\n'));
      }
    },
    close: () => void close(descriptor),
  };
}

describe.skipIf(process.platform !== 'linux')('reports to systemd', () => {
  let folder: string;
  let manager: ReturnType<typeof openManager>;
  let service: Server;
  let isHanging: boolean;
  let notifier: Notifier | undefined;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hindcast-notify-'));
    manager = openManager(join(folder, 'notify'));
    isHanging = false;
    service = createServer((_request, response) => {
      if (!isHanging) response.end(JSON.stringify({ message: 'all systems\nare working' }));
    });
    await once(service.listen(0, '127.0.0.1'), 'listening');
  });

  afterEach(() => {
    notifier?.stop();
    manager.close();
    service.closeAllConnections();
    service.close();
    rmSync(folder, { recursive: true });
  });

  function start(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
    const env: NodeJS.ProcessEnv = { NOTIFY_SOCKET: join(folder, 'notify'), ...more };
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    notifier = startNotifier({ env, url });
    return env;
  }

  test('it is ready at once, and then how it is, in one line', async () => {
    start();
    expect(manager.received()).toEqual(['READY=1']);
    await expect
      .poll(() => manager.received())
      .toEqual(['READY=1', 'WATCHDOG=1', 'STATUS=all systems are working']);
  });

  test('a service that does not answer gives no sign of life', async () => {
    const signs = () => manager.received().filter((line) => line === 'WATCHDOG=1').length;
    start({ WATCHDOG_USEC: '400000' });
    await expect.poll(signs).toBeGreaterThan(1);
    isHanging = true;
    const asked = once(service, 'request');
    await asked;
    const before = signs();
    await once(service, 'request');
    expect(signs()).toBe(before);
  });

  test('a stop is reported', () => {
    start();
    notifier?.stop();
    expect(manager.received()).toContain('STOPPING=1');
  });

  test('child processes do not get the address of the manager', () => {
    expect(start({ WATCHDOG_USEC: '1000000', WATCHDOG_PID: '1', PATH: '/bin' })).toEqual({
      PATH: '/bin',
    });
  });

  test('without a manager there is nothing to do', () => {
    expect(startNotifier({ env: {}, url: 'http://127.0.0.1:1' })).toBeUndefined();
  });
});
