/** Stands between a device and its hub and counts requests and bytes, as they are on the wire. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** The beginning of a request, in the bytes of a connection that carries one after the other. */
const REQUEST = /(?:GET|PUT) \/v1\//g;

export async function countingProxy(hubUrl: string) {
  const { hostname, port } = new URL(hubUrl);
  let requests = 0;
  let bytes = 0;
  const server = createServer((device) => {
    const hub = connect(Number(port), hostname);
    device.on('data', (data) => {
      bytes += data.length;
      requests += data.toString('latin1').match(REQUEST)?.length ?? 0;
    });
    hub.on('data', (data) => {
      bytes += data.length;
    });
    for (const [from, to] of [
      [device, hub],
      [hub, device],
    ] as const) {
      from.pipe(to);
      from.on('error', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts: () => ({ requests, bytes }),
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}
