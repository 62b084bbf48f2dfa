import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#store/testing/temporary-store.ts';
import { memoryBackend } from '../backends/memory/memory-backend.fixture.ts';
import { type OnWifi, onlyOnWifi, onWifi } from './network.ts';

const HEAD = 'Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask';
const route = (name: string, destination: string, metric: number) =>
  `${name}\t${destination}\t00000000\t0003\t0\t0\t${metric}\t00000000`;

const NOWHERE = '0'.repeat(32);
const route6 = (name: string, metric: number, to = NOWHERE, bits = '00') =>
  `${to} ${bits} ${NOWHERE} 00 fe800000000000000000000000000001 ${metric.toString(16).padStart(8, '0')} 00000001 00000000 00000003    ${name}`;

async function machine(routes: string[], wireless: string[], routes6?: string[]) {
  const folder = await temporaryFolder();
  await mkdir(join(folder.path, 'proc/net'), { recursive: true });
  await writeFile(join(folder.path, 'proc/net/route'), [HEAD, ...routes, ''].join('\n'));
  if (routes6) await writeFile(join(folder.path, 'proc/net/ipv6_route'), routes6.join('\n'));
  for (const name of wireless) {
    await mkdir(join(folder.path, 'sys/class/net', name, 'wireless'), { recursive: true });
  }
  return folder;
}

describe('whether a machine is on Wi-Fi', () => {
  test.each([
    ['no route', [], [], 'no'],
    ['a wire', [route('eth0', '00000000', 100)], ['wlan0'], 'no'],
    ['Wi-Fi', [route('wlan0', '00000000', 600)], ['wlan0'], 'yes'],
    [
      'Wi-Fi with a better wire',
      [route('wlan0', '00000000', 600), route('eth0', '00000000', 100)],
      ['wlan0'],
      'no',
    ],
    ['Wi-Fi to a neighbour only', [route('wlan0', '0001A8C0', 1)], ['wlan0'], 'no'],
  ])('with %s', async (_what, routes, wireless, expected) => {
    await using folder = await machine(routes, wireless);
    expect(await onWifi(folder.path)).toBe(expected);
  });

  test.each([
    ['Wi-Fi', [route6('wlan0', 600)], [], 'yes'],
    ['a wire', [route6('eth0', 100)], [], 'no'],
    ['nothing but what cannot be reached', [route6('lo', 0xffffffff)], [], 'no'],
    ['a neighbour', [route6('wlan0', 1, `fe80${'0'.repeat(28)}`, '40')], [], 'no'],
    ['a better wire', [route6('wlan0', 600), route6('eth0', 100)], [], 'no'],
    ['a modem with Wi-Fi', [route6('wwan0', 700)], [route('wlan0', '00000000', 600)], 'no'],
    ['Wi-Fi for both', [route6('wlan0', 600)], [route('wlan0', '00000000', 600)], 'yes'],
  ])('by IPv6 with %s', async (_what, routes6, routes, expected) => {
    await using folder = await machine(routes, ['wlan0'], routes6);
    expect(await onWifi(folder.path)).toBe(expected);
  });

  test('is unknown where the system does not tell', async () => {
    await using folder = await temporaryFolder();
    expect(await onWifi(folder.path)).toBe('unknown');
  });
});

test('where Wi-Fi ends in the middle nothing more goes or comes, but for keys', async () => {
  const { signal } = new AbortController();
  let wifi: OnWifi = 'yes';
  const backend = onlyOnWifi(memoryBackend(), async () => wifi);
  const spot = (sequence: number) => ({ machineId: 'a', stream: 'log', sequence });
  await backend.append(spot(0), Buffer.from('x'), 'h', signal);
  for (wifi of ['no', 'unknown'] as const) {
    for (const call of [
      () => backend.append(spot(1), Buffer.from('y'), 'h', signal),
      () => backend.read(spot(0), signal),
      () => backend.readHeads('a', signal),
      () => backend.replace(spot(0), Buffer.from('y'), '', 'h', signal),
      () => backend.countSegments('a', 'log', signal),
      () => backend.removeStream('a', 'one', 'h', signal),
      () => backend.removeDevice('a', 'h', signal),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'SYNC_WAITS_FOR_WIFI' });
    }
    expect(await backend.readKeys(signal)).toBeUndefined();
  }
  wifi = 'yes';
  expect((await backend.readHeads('a', signal)).devices).toMatchObject([{ segments: 1 }]);
});
