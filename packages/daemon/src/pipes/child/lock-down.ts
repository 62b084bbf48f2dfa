/**
 * Closes what the permission model of this Node version leaves open in the process of a run: the network, other processes, and the
 * way the process ends. Connecting, listening and looking up names are replaced by refusals before the pipe is loaded; `ctx.fetch`
 * goes through the host instead. This stops every use of the public interfaces of Node. Where the system allows it, the process
 * has no network at all besides (`launch.ts`), and that is what holds against code that attacks the runtime itself.
 */
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net, { Server, Socket } from 'node:net';
import os from 'node:os';

function refusal(advice: string): () => never {
  return () => {
    throw Object.assign(new Error(advice), { code: 'PIPE_NOT_PERMITTED' });
  };
}

/** Cannot be put back. */
function lock(owner: object, names: readonly string[], advice: string): void {
  const value = refusal(advice);
  for (const name of names) {
    Object.defineProperty(owner, name, { value, writable: false, configurable: false });
  }
}

/** `channel` is the way to the host: what its handle is made of can be had by the pipe too. */
export function lockDown(channel: Socket): void {
  const network = 'a pipe has no network of its own: use ctx.fetch';
  // HTTP, TLS and the global fetch are all built on these two.
  lock(Socket.prototype, ['connect'], network);
  lock(Server.prototype, ['listen', '_listen2'], network);
  lock(net, ['_createServerHandle'], network);
  // Sockets of the system, such as that of the desktop's bus, are reached through the same kind of handle.
  const { _handle: handle } = channel as unknown as { _handle: object };
  lock(Object.getPrototypeOf(handle), ['connect', 'bind', 'listen'], network);
  lock(dgram.Socket.prototype, ['bind', 'connect', 'send', 'addMembership'], network);
  // The runtime makes the handle of a datagram socket at once, and it has ways of its own.
  lock(dgram, ['createSocket', 'Socket', '_createSocketOrHandle'], network);
  const lookups = (owner: object) =>
    Object.getOwnPropertyNames(owner).filter((name) => /^(lookup|resolve|reverse)/.test(name));
  const resolvers = [dns.Resolver.prototype, dns.promises.Resolver.prototype];
  for (const owner of [dns, dns.promises, ...resolvers]) {
    lock(owner, lookups(owner), network);
  }
  lock(dns, ['Resolver'], network);
  lock(dns.promises, ['Resolver'], network);
  lock(globalThis, ['fetch', 'WebSocket', 'EventSource'], network);
  // A signal to the service, or to anything else of the same person, is nothing a pipe needs.
  lock(process, ['kill', '_kill', '_debugProcess', 'execve'], 'a pipe has no other processes');
  lock(os, ['setPriority'], 'the service decides how important a pipe is');
  // Named imports are copies, made when a module is first imported.
  syncBuiltinESMExports();
}
