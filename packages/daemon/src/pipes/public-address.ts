/**
 * Which addresses are of the world, and not of this machine or its neighbours. A name is judged by the very addresses that are then
 * connected to, so that it cannot mean something else a moment later.
 */
import { lookup as lookUp } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const notPublic = new BlockList();
for (const [network, prefix] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
  ] as const),
  ...([
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['224.0.0.0', 3],
  ] as const),
]) {
  notPublic.addSubnet(network, prefix, 'ipv4');
  // The same behind a gateway for networks that have only IPv6 (NAT64).
  notPublic.addSubnet(`64:ff9b::${network}`, 96 + prefix, 'ipv6');
}
for (const [network, prefix] of [
  ...([
    ['::', 127],
    ['64:ff9b:1::', 48],
    ['fc00::', 7],
    ['fe80::', 10],
    ['ff00::', 8],
  ] as const),
]) {
  notPublic.addSubnet(network, prefix, 'ipv6');
}

export function isPublicAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  return !notPublic.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}

/** An address instead of a name needs no lookup, so it is judged by itself. */
export function isPrivateLiteral({ hostname }: URL): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) !== 0 && !isPublicAddress(bare);
}

/** For `request` of `node:http`: fails with `refusal` when a name leads to an address that is not public. */
export function publicLookup(refusal: () => Error): LookupFunction {
  return (hostname, options, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      if (!addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(refusal(), '', 0);
      }
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      return callback(null, first?.address ?? '', first?.family ?? 0);
    });
  };
}
