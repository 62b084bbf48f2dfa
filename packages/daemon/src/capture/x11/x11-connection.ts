/**
 * One connection to an X server, shared by the parts that watch the screen, the windows and the input, so that what they ask
 * is answered in one order. It turns callbacks into promises and makes sure that no promise stays open when the server goes
 * away. It does not connect again: a lost connection ends it for good.
 */
import { existsSync } from 'node:fs';
import x11 from 'x11';
import { DisplayLostError, DisplayRefusedError, DisplayUnavailableError } from '../errors.ts';
import { type Emitter, emitter } from '../listeners.ts';

// A local server answers in milliseconds; one that takes longer than this is stuck.
const CONNECT_WITHIN_MS = 5_000;
// What is asked in one turn of the event loop leaves in one write: a list of windows is a hundred small questions.
const BUFFER = { flushOnReply: false, maxDelay: Number.POSITIVE_INFINITY };

export type Unsubscribe = () => void;

export interface X11Connection {
  readonly display: string;
  readonly client: x11.Client;
  readonly root: number;
  readonly rootDepth: number;
  readonly keycodes: { readonly first: number; readonly count: number };
  /** The answer to one request; rejects with the server's error, or with `DisplayLostError` when the connection ends first. */
  ask<T>(send: (reply: x11.Reply<T>) => void): Promise<T>;
  /** Like `ask`, but a request the server refuses (most often: the window is missing) gives undefined. */
  tryAsk<T>(send: (reply: x11.Reply<T>) => void): Promise<T | undefined>;
  extension<N extends keyof x11.Extensions>(name: N): Promise<x11.Extensions[N]>;
  atom(name: string): Promise<number>;
  onEvent(listener: (event: x11.Event) => void): Unsubscribe;
  /**
   * Adds to what this connection hears about a window. The server keeps one mask per window and connection, so parts that share
   * the connection must not set it by themselves. Ask for `StructureNotify` too, so that the end of the window is noticed.
   */
  watch(window: number, eventMask: number): Promise<void>;
  /** Resolves once: with the reason when the server went away, with undefined after `close`. */
  readonly ended: Promise<DisplayLostError | undefined>;
  close(): void;
}

export function connectX11(display: string): Promise<X11Connection> {
  const cause = whyNotThere(display);
  if (cause !== undefined) {
    return Promise.reject(new DisplayUnavailableError(display, new Error(cause)));
  }
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    const timer = setTimeout(() => {
      client.stream?.destroy?.();
      fail(new DisplayUnavailableError(display, new Error('the X server does not answer')));
    }, CONNECT_WITHIN_MS);
    const client = x11.createClient({ display, bufferRequests: BUFFER }, (error, opened) => {
      if (error) return fail(new DisplayUnavailableError(display, error));
      clearTimeout(timer);
      resolve(connectionOn(opened, display));
    });
    // A server that refuses us (wrong cookie) says so here and never calls back.
    client.on('error', (error: Error) => fail(new DisplayRefusedError(display, error)));
  });
}

/** The package throws where nobody can catch it when a name is wrong, so names are looked at first. */
function whyNotThere(display: string): string | undefined {
  const [, host, number] = /^(?:[a-z]+\/)?([^/]*):(\d{1,4})(?:\.\d+)?$/.exec(display) ?? [];
  if (host === undefined) return 'this is not the name of a display';
  const isHere = host !== '' || existsSync(`/tmp/.X11-unix/X${number}`);
  return isHere ? undefined : 'no X server has this number';
}

function connectionOn(opened: x11.Display, display: string): X11Connection {
  const { client } = opened;
  const screen = opened.screen[0];
  if (screen === undefined) throw new DisplayUnavailableError(display);
  // The package keeps the atoms of all connections in one table, but a server that was started again numbers them again.
  client.atoms = { ...client.atoms };
  const events: Emitter<x11.Event> = emitter();
  const lifetime = lifetimeOf(client, display);
  const masks = new Map<number, number>();
  const atoms = new Map<string, Promise<number>>();
  client.on('event', (event: x11.Event) => {
    // Window numbers are used again by the server; a mask must not outlive its window.
    if (event.name === 'DestroyNotify' && event.wid !== undefined) masks.delete(event.wid);
    events.emit(event);
  });

  const ask: X11Connection['ask'] = (send) => lifetime.ask(send);
  return {
    display,
    client,
    root: screen.root,
    rootDepth: screen.root_depth,
    keycodes: {
      first: opened.min_keycode,
      count: opened.max_keycode - opened.min_keycode + 1,
    },
    ask,
    async tryAsk(send) {
      try {
        return await ask(send);
      } catch (error) {
        if (error instanceof DisplayLostError) throw error;
        return undefined;
      }
    },
    extension: (name) => ask((reply) => client.require(name, reply)),
    atom(name) {
      const known = atoms.get(name) ?? ask((reply) => client.InternAtom(false, name, reply));
      atoms.set(name, known);
      return known;
    },
    onEvent: events.on,
    async watch(window, eventMask) {
      const mask = (masks.get(window) ?? 0) | eventMask;
      if (mask === masks.get(window)) return;
      masks.set(window, mask);
      try {
        await ask<void>((reply) =>
          client.ChangeWindowAttributes(window, { eventMask: mask }, reply),
        );
      } catch (error) {
        masks.delete(window);
        if (error instanceof DisplayLostError) throw error;
        // The window went away before it could be watched, so there is nothing to hear of it.
      }
    },
    ended: lifetime.ended,
    close: lifetime.close,
  };
}

/** Knows whether the connection still lives and ends every open question when it does not. */
function lifetimeOf(client: x11.Client, display: string) {
  const open = new Set<(error: DisplayLostError) => void>();
  const { promise: ended, resolve: resolveEnded } = Promise.withResolvers<
    DisplayLostError | undefined
  >();
  let isOver = false;

  function finish(reason: DisplayLostError | undefined): void {
    if (isOver) return;
    isOver = true;
    const error = reason ?? new DisplayLostError(display);
    for (const rejectOpen of open) rejectOpen(error);
    open.clear();
    resolveEnded(reason);
  }

  // Errors of single requests come here too, when nobody waits for the answer; they have a number, those of the socket do not.
  client.on('error', (error: Error & { error?: number }) => {
    if (error.error === undefined) finish(new DisplayLostError(display, error));
  });
  client.on('end', () => finish(new DisplayLostError(display)));
  client.stream.on('close', () => finish(new DisplayLostError(display)));

  return {
    ended,
    ask<T>(send: (reply: x11.Reply<T>) => void): Promise<T> {
      if (isOver) return Promise.reject(new DisplayLostError(display));
      return new Promise<T>((resolve, reject) => {
        open.add(reject);
        send((error, value) => {
          open.delete(reject);
          if (error) reject(error);
          else resolve(value);
          return true;
        });
      });
    },
    close(): void {
      if (isOver) return;
      finish(undefined);
      client.terminate();
      // A frozen server never closes its end, and the process would wait for it.
      client.stream.destroy?.();
    },
  };
}
