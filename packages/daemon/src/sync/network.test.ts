import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#store/testing/temporary-store.ts';
import { onWifi } from './network.ts';

const HEAD = 'Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask';
const route = (name: string, destination: string, metric: number) =>
  `${name}\t${destination}\t00000000\t0003\t0\t0\t${metric}\t00000000`;

async function machine(routes: string[], wireless: string[]) {
  const folder = await temporaryFolder();
  await mkdir(join(folder.path, 'proc/net'), { recursive: true });
  await writeFile(join(folder.path, 'proc/net/route'), [HEAD, ...routes, ''].join('\n'));
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
      'Wi-Fi beside a better wire',
      [route('wlan0', '00000000', 600), route('eth0', '00000000', 100)],
      ['wlan0'],
      'no',
    ],
    ['Wi-Fi to a neighbour only', [route('wlan0', '0001A8C0', 1)], ['wlan0'], 'no'],
  ])('with %s', async (_what, routes, wireless, expected) => {
    await using folder = await machine(routes, wireless);
    expect(await onWifi(folder.path)).toBe(expected);
  });

  test('is unknown where the system does not tell', async () => {
    await using folder = await temporaryFolder();
    expect(await onWifi(folder.path)).toBe('unknown');
  });
});
