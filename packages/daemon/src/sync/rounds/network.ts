/**
 * Whether this machine goes out over Wi-Fi, as far as the system reports without being asked through another program; and what is not done
 * while it does not.
 */
import { readFile, stat } from 'node:fs/promises';
import type { SyncBackend } from '../backend.ts';
import { SyncWaitsForWifiError } from '../errors.ts';

export type OnWifi = 'yes' | 'no' | 'unknown';

/** `unknown` where the system does not say. That counts as no: `sync.wifiOnly` exists to spare connections that cost money. */
export async function onWifi(root = ''): Promise<OnWifi> {
  const routes = await readFile(`${root}/proc/net/route`, 'utf8').catch(() => undefined);
  if (routes === undefined) return 'unknown';
  // A machine without IPv6 does not have the file.
  const routes6 = await readFile(`${root}/proc/net/ipv6_route`, 'utf8').catch(() => '');
  // Either may be taken: nobody knows which addresses the other side has.
  const names = [way(routes), way6(routes6)].filter((name) => name !== undefined);
  if (names.length === 0) return 'no';
  const isWifi = await Promise.all(names.map((name) => isWireless(root, name)));
  return isWifi.every(Boolean) ? 'yes' : 'no';
}

/**
 * Looks before every call, so that a round ends where the Wi-Fi does, and so does the fetching of a file. Keys may go any way: they are
 * small, and somebody waits for them.
 */
export function onlyOnWifi(backend: SyncBackend, wifi: () => Promise<OnWifi>): SyncBackend {
  const guarded =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const found = await wifi();
      if (found !== 'yes') throw new SyncWaitsForWifiError(found);
      return call(...args);
    };
  return {
    readKeys: backend.readKeys,
    writeKeys: backend.writeKeys,
    readHeads: guarded(backend.readHeads),
    append: guarded(backend.append),
    replace: guarded(backend.replace),
    removeStream: guarded(backend.removeStream),
    removeDevice: guarded(backend.removeDevice),
    read: guarded(backend.read),
    countSegments: guarded(backend.countSegments),
  };
}

/** The interface of the default route, the one to 0.0.0.0; of several, that with the lowest metric. */
function way(routes: string): string | undefined {
  const [, ...lines] = routes.split('\n');
  const defaults = lines
    .map((line) => line.split('\t'))
    .filter(([, destination]) => destination === '00000000')
    .sort((a, b) => Number(a[6]) - Number(b[6]));
  return defaults[0]?.[0];
}

/** The same, to ::/0. The system lists one on the loopback interface, too, for what it cannot reach. */
function way6(routes: string): string | undefined {
  const defaults = routes
    .split('\n')
    .map((line) => line.split(/ +/))
    .filter(
      ([to, bits, , , , , , , , name]) => /^0+$/.test(to ?? '') && bits === '00' && name !== 'lo',
    )
    .sort((a, b) => Number(`0x${a[5]}`) - Number(`0x${b[5]}`));
  return defaults[0]?.[9];
}

function isWireless(root: string, name: string): Promise<boolean> {
  return stat(`${root}/sys/class/net/${name}/wireless`).then(
    () => true,
    () => false,
  );
}
