/** Whether this machine goes out over Wi-Fi, as far as the system tells without being asked through another program. */
import { readFile, stat } from 'node:fs/promises';

export type OnWifi = 'yes' | 'no' | 'unknown';

/** `unknown` where it cannot be told. That counts as no: `sync.wifiOnly` exists to spare connections that cost money. */
export async function onWifi(root = ''): Promise<OnWifi> {
  const routes = await readFile(`${root}/proc/net/route`, 'utf8').catch(() => undefined);
  if (routes === undefined) return 'unknown';
  const [, ...lines] = routes.split('\n');
  // The default route is the one to 0.0.0.0; of several, the one with the lowest metric.
  const defaults = lines
    .map((line) => line.split('\t'))
    .filter(([, destination]) => destination === '00000000')
    .sort((a, b) => Number(a[6]) - Number(b[6]));
  const name = defaults[0]?.[0];
  if (name === undefined) return 'no';
  return stat(`${root}/sys/class/net/${name}/wireless`).then(
    () => 'yes',
    () => 'no',
  );
}
