/**
 * One connection to a Wayland compositor, shared by the parts that look at the screen, the windows and the clipboard. It keeps the
 * numbers of objects, gives each event to the one who made its object, and makes sure that no promise stays open when the
 * compositor goes away. It does not connect again: a lost connection ends it for good.
 */

import type { Socket } from 'node:net';
import { isAbsolute, join } from 'node:path';
import { DisplayLostError, DisplayRefusedError, DisplayUnavailableError } from '../errors.ts';
import { emitter } from '../listeners.ts';
import { openWaylandSocket, type WaylandSocket } from './wayland-socket.ts';
import {
  type EventReader,
  encodeRequest,
  eventSplitter,
  type WireArgument,
} from './wayland-wire.ts';

// A compositor answers in milliseconds; one that takes longer than this is stuck.
const CONNECT_WITHIN_MS = 5_000;
const DISPLAY = 1;
const DISPLAY_SYNC = 0;
const DISPLAY_GET_REGISTRY = 1;
const DISPLAY_ERROR = 0;
const REGISTRY_BIND = 0;
const REGISTRY_GLOBAL = 0;
const FIRST_OWN_ID = 2;

/** Something the compositor offers, such as one of its outputs. */
export interface WaylandGlobal {
  /** Its number in the registry. */
  readonly name: number;
  readonly iface: string;
  readonly version: number;
}

export type WaylandListener = (opcode: number, args: EventReader) => void;

export interface WaylandConnection {
  /** For messages. */
  readonly display: string;
  globals(): readonly WaylandGlobal[];
  find(iface: string): WaylandGlobal | undefined;
  /** Called when the list of globals has changed. */
  onGlobals(listener: () => void): () => void;
  /** The number of a new object; the next request must be the one that makes it. */
  create(listener?: WaylandListener): number;
  /** Gives a listener to an object that the compositor made. */
  adopt(id: number, listener: WaylandListener): void;
  /** Ends that; ours end when the compositor says so. */
  disown(id: number): void;
  bind(global: WaylandGlobal, version: number, listener?: WaylandListener): number;
  /** `fd` is taken over and closed. */
  request(object: number, opcode: number, args?: readonly WireArgument[], fd?: number): void;
  /** Hands over one end of a connected pair of sockets. */
  requestWithSocket(
    object: number,
    opcode: number,
    args: readonly WireArgument[],
    socket: Socket,
  ): void;
  /** Resolves when everything asked so far has been dealt with. */
  sync(): Promise<void>;
  /** What `work` gives; rejects with `DisplayLostError` when the connection ends first. */
  orLost<T>(work: Promise<T>): Promise<T>;
  /** Resolves once: with the reason when the compositor went away, with undefined after `close`. */
  readonly ended: Promise<DisplayLostError | undefined>;
  close(): void;
}

/** `name` is that of a socket in `runtimeDir`, or a whole path. */
export async function connectWayland(
  name: string,
  runtimeDir: string | undefined,
): Promise<WaylandConnection> {
  const display = `${name} (Wayland)`;
  if (!isAbsolute(name) && !runtimeDir) {
    throw new DisplayUnavailableError(display, new Error('XDG_RUNTIME_DIR is not set'));
  }
  const path = isAbsolute(name) ? name : join(runtimeDir ?? '', name);
  const socket = await openWaylandSocket(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES' || error.code === 'EPERM') {
      throw new DisplayRefusedError(display, error);
    }
    throw new DisplayUnavailableError(display, error);
  });
  const connection = connectionOn(socket, display);
  const timer = setTimeout(() => connection.close(), CONNECT_WITHIN_MS);
  try {
    await connection.sync();
    return connection;
  } catch (error) {
    throw new DisplayUnavailableError(display, error);
  } finally {
    clearTimeout(timer);
  }
}

function connectionOn(socket: WaylandSocket, display: string): WaylandConnection {
  const lifetime = lifetimeOf(socket, display);
  const objects = objectsOf();
  const changes = emitter<void>();
  let globals: readonly WaylandGlobal[] = [];

  const request: WaylandConnection['request'] = (object, opcode, args = [], fd) =>
    socket.send(encodeRequest(object, opcode, args), fd);

  objects.adopt(DISPLAY, (opcode, args) => {
    if (opcode !== DISPLAY_ERROR) return objects.release(args.uint());
    const [object, code, words] = [args.uint(), args.uint(), args.string()];
    lifetime.finish(new Error(`protocol error ${code} on object ${object}: ${words}`));
  });
  const registry = objects.create((opcode, args) => {
    if (opcode === REGISTRY_GLOBAL) {
      const global = { name: args.uint(), iface: args.string(), version: args.uint() };
      globals = [...globals, global];
    } else {
      const missing = args.uint();
      globals = globals.filter(({ name }) => name !== missing);
    }
    changes.emit();
  });
  socket.onData(
    eventSplitter(({ object, opcode, args }) => objects.listenerOf(object)?.(opcode, args)),
  );
  request(DISPLAY, DISPLAY_GET_REGISTRY, [registry]);

  return {
    display,
    globals: () => globals,
    find: (iface) => globals.find((global) => global.iface === iface),
    onGlobals: changes.on,
    create: objects.create,
    adopt: objects.adopt,
    disown: objects.disown,
    bind({ name, iface, version }, wanted, listener) {
      const id = objects.create(listener);
      request(registry, REGISTRY_BIND, [name, iface, Math.min(wanted, version), id]);
      return id;
    },
    request,
    requestWithSocket: (object, opcode, args, other) =>
      socket.sendWithSocket(encodeRequest(object, opcode, args), other),
    sync() {
      const { promise, resolve } = Promise.withResolvers<void>();
      request(DISPLAY, DISPLAY_SYNC, [objects.create(() => resolve())]);
      return lifetime.orLost(promise);
    },
    orLost: lifetime.orLost,
    ended: lifetime.ended,
    close: lifetime.close,
  };
}

/** A number may be used again only after the compositor has said that it forgot the object. */
function objectsOf() {
  const listeners = new Map<number, WaylandListener>();
  const free: number[] = [];
  let next = FIRST_OWN_ID;
  return {
    listenerOf: (id: number) => listeners.get(id),
    create(listener: WaylandListener = () => {}): number {
      const id = free.pop() ?? next++;
      listeners.set(id, listener);
      return id;
    },
    adopt: (id: number, listener: WaylandListener) => void listeners.set(id, listener),
    disown: (id: number) => void listeners.delete(id),
    release(id: number): void {
      listeners.delete(id);
      free.push(id);
    },
  };
}

/** Knows whether the connection still lives and ends every open question when it does not. */
function lifetimeOf(socket: WaylandSocket, display: string) {
  const open = new Set<(error: DisplayLostError) => void>();
  const { promise: ended, resolve } = Promise.withResolvers<DisplayLostError | undefined>();
  let lost: DisplayLostError | undefined;

  function end(reason: DisplayLostError | undefined): void {
    if (lost) return;
    lost = reason ?? new DisplayLostError(display);
    for (const reject of open) reject(lost);
    open.clear();
    resolve(reason);
    socket.close();
  }
  socket.onEnd((error) => end(new DisplayLostError(display, error)));

  return {
    ended,
    orLost<T>(work: Promise<T>): Promise<T> {
      if (lost) return Promise.reject(lost);
      return new Promise<T>((give, reject) => {
        open.add(reject);
        work.then(give, reject).finally(() => open.delete(reject));
      });
    },
    finish: (cause: Error) => end(new DisplayLostError(display, cause)),
    close: () => end(undefined),
  };
}
