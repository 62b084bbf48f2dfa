/**
 * Closes what the permission model of this Node version leaves open in the process of a run: the network, other processes, files that Node, V8
 * and OpenSSL open themselves, and the way the process ends. Each is replaced by a refusal before the pipe is loaded; `ctx.fetch`
 * goes through the host instead. This stops every use of the public interfaces of Node that we know (`test/attacks/pipe-runtime.test.ts`).
 * Against code that attacks the runtime itself the kernel's walls hold, where the system has them (`walls/`).
 */
import asyncHooks from 'node:async_hooks';
import dgram from 'node:dgram';
import dns from 'node:dns';
import module, { syncBuiltinESMExports } from 'node:module';
import net, { Server, Socket } from 'node:net';
import os from 'node:os';
import v8 from 'node:v8';
import { lockPaths } from './lock-paths.ts';

function refusal(advice: string): () => never {
  return () => {
    throw Object.assign(new Error(advice), { code: 'PIPE_NOT_PERMITTED' });
  };
}

/** Cannot be put back. */
function fix(owner: object, name: string, value: unknown): void {
  Object.defineProperty(owner, name, { value, writable: false, configurable: false });
}

function lock(owner: object, names: readonly string[], advice: string): void {
  const value = refusal(advice);
  for (const name of names) fix(owner, name, value);
}

/** `channel` is the way to the host: what its handle is made of can be had by the pipe too. */
export function lockDown(channel: Socket): void {
  lockHandles(channel);
  lockNetwork();
  lockFiles();
  lockPaths();
  // A signal to the service, or to anything else of the same person, is nothing a pipe needs.
  lock(process, ['kill', '_kill', '_debugProcess', 'execve'], 'a pipe has no other processes');
  lock(os, ['setPriority'], 'the service decides how important a pipe is');
  lock(process, ['_getActiveHandles', '_getActiveRequests'], 'a pipe cannot see inner objects');
  hideResources(handleOf(channel));
  // Named imports are copies, made when a module is first imported.
  syncBuiltinESMExports();
}

/**
 * Native objects have ways around everything here. Hooks are handed them, so hooks of a pipe are never called; a setter on a prototype that
 * they inherit from is called with them, so these prototypes take no new properties.
 */
function hideResources(handle: object): void {
  const hook: Record<'enable' | 'disable', () => unknown> = {
    enable: () => hook,
    disable: () => hook,
  };
  fix(asyncHooks, 'createHook', () => hook);
  fix(asyncHooks, 'executionAsyncResource', () => ({}));
  Object.preventExtensions(classOfAll(handle));
  Object.preventExtensions(Object.prototype);
}

/** The prototype that all native objects of Node have in common. */
function classOfAll(handle: object): object {
  const above = Object.getPrototypeOf(handle) as object;
  return above === Object.prototype ? handle : classOfAll(above);
}

const NETWORK = 'a pipe has no network: use ctx.fetch';

/** The native objects that everything else is built on. A pipe reaches them by several ways, such as `new TLSSocket()`. */
function lockHandles(channel: Socket): void {
  const connecting = ['connect', 'connect6', 'bind', 'bind6', 'listen'];
  lock(Object.getPrototypeOf(handleOf(channel)), connecting, NETWORK);
  // A name that is never looked up: the handle is made and nothing is asked.
  const tcp = new Socket().connect({ host: 'none', port: 1, lookup: () => {} });
  lock(Object.getPrototypeOf(handleOf(tcp)), connecting, NETWORK);
  tcp.destroy();
  const resolver = Object.getPrototypeOf(handleOf(new dns.Resolver()));
  lock(resolver, callsOf(resolver), NETWORK);
  const udp = dgram.createSocket('udp4');
  const state = Object.getOwnPropertySymbols(udp).map((symbol) => Reflect.get(udp, symbol));
  const { handle } = state.find((value) => Object.hasOwn(Object(value), 'handle'));
  const datagrams = Object.getPrototypeOf(handle);
  lock(datagrams, callsOf(datagrams), NETWORK);
}

function handleOf(owner: object): object {
  return (owner as { _handle: object })._handle;
}

function callsOf(prototype: object): string[] {
  const calls = Object.entries(Object.getOwnPropertyDescriptors(prototype)).filter(
    ([name, { value }]) => name !== 'constructor' && typeof value === 'function',
  );
  return calls.map(([name]) => name);
}

function lockNetwork(): void {
  // HTTP, TLS and the global fetch are all built on these two.
  lock(Socket.prototype, ['connect'], NETWORK);
  lock(Server.prototype, ['listen', '_listen2'], NETWORK);
  lock(net, ['_createServerHandle'], NETWORK);
  lock(dgram.Socket.prototype, ['bind', 'connect', 'send', 'addMembership'], NETWORK);
  // The runtime makes the handle of a datagram socket at once, and it has its own ways.
  lock(dgram, ['createSocket', 'Socket', '_createSocketOrHandle'], NETWORK);
  const lookups = (owner: object) =>
    Object.getOwnPropertyNames(owner).filter((name) =>
      /^(lookup|resolve|reverse|(get|set)Servers|setLocalAddress)/.test(name),
    );
  const resolvers = [dns.Resolver.prototype, dns.promises.Resolver.prototype];
  for (const owner of [dns, dns.promises, ...resolvers]) lock(owner, lookups(owner), NETWORK);
  lock(dns, ['Resolver'], NETWORK);
  lock(dns.promises, ['Resolver'], NETWORK);
  lock(globalThis, ['fetch', 'WebSocket', 'EventSource'], NETWORK);
}

/** What the runtime opens by itself, past its permission model. */
function lockFiles(): void {
  // Its report of a crash goes to any file.
  fix(process, 'report', undefined);
  // The C library and OpenSSL open files that the environment names: a pipe gets an object that they do not see, and nothing that changes
  // the real one.
  fix(process, 'env', {});
  lock(process, ['loadEnvFile'], 'a pipe has no environment: use util.parseEnv');
  const files = 'a pipe writes files by node:fs only, into its output folder';
  const writing = ['setFlagsFromString', 'setHeapSnapshotNearHeapLimit', 'writeHeapSnapshot'];
  lock(v8, [...writing, 'takeCoverage', 'stopCoverage'], files);
  lock(module, ['enableCompileCache', 'flushCompileCache'], files);
}
