/**
 * The socket on which sway answers questions about its windows. Messages are JSON behind a short head. It is found by the name in
 * the environment, or among the sockets of the session: the name changes with every start of sway, the environment does not.
 */
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { DisplayLostError } from '#capture/errors.ts';
import { emitter } from '#capture/listeners.ts';

const MAGIC = 'i3-ipc';
const HEAD_BYTES = MAGIC.length + 8;
const EVENT_BIT = 0x80000000;
const CONNECT_WITHIN_MS = 2_000;
const ANSWER_WITHIN_MS = 5_000;

export const SWAY = { subscribe: 2, getOutputs: 3, getTree: 4 } as const;

export interface SwayIpc {
  /** Rejects with `DisplayLostError` when sway is missing or does not answer. */
  ask<T>(type: number, payload?: string): Promise<T>;
  onEvent(listener: () => void): () => void;
  close(): void;
}

/** Undefined when no sway answers that has exactly these outputs. */
export async function findSway(options: {
  socketPath: string | undefined;
  runtimeDir: string | undefined;
  outputNames: readonly string[];
}): Promise<SwayIpc | undefined> {
  const { socketPath, runtimeDir } = options;
  const others = runtimeDir === undefined ? [] : socketsIn(runtimeDir);
  for (const path of new Set([...(socketPath ? [socketPath] : []), ...others])) {
    const ipc = await openSway(path).catch(() => undefined);
    if (ipc === undefined) continue;
    const outputs = await ipc
      .ask<{ name: string; active: boolean }[]>(SWAY.getOutputs)
      .catch(() => []);
    const names = outputs.filter(({ active }) => active).map(({ name }) => name);
    if (sorted(names) === sorted(options.outputNames)) return ipc;
    // Another session of the same person, or the one this desktop runs in a window of.
    ipc.close();
  }
  return undefined;
}

function sorted(names: readonly string[]): string {
  return JSON.stringify(names.toSorted());
}

function socketsIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => /^sway-ipc\..*\.sock$/.test(name));
    return names.map((name) => join(folder, name));
  } catch {
    return [];
  }
}

async function openSway(path: string): Promise<SwayIpc> {
  const socket = connect(path);
  const opened = Promise.withResolvers<void>();
  const timer = setTimeout(() => opened.reject(new Error('no answer')), CONNECT_WITHIN_MS);
  socket.once('connect', () => opened.resolve());
  // Later ones are followed by the end, which is dealt with there.
  socket.on('error', (error) => opened.reject(error));
  try {
    await opened.promise;
    return ipcOn(socket);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function ipcOn(socket: Socket): SwayIpc {
  const events = emitter<void>();
  /** Answers come in the order of the questions. */
  const open: PromiseWithResolvers<unknown>[] = [];
  socket.on(
    'data',
    messageSplitter((type, body) => {
      if ((type & EVENT_BIT) !== 0) events.emit();
      else open.shift()?.resolve(JSON.parse(body));
    }),
  );
  socket.on('close', () => {
    for (const question of open.splice(0)) question.reject(new DisplayLostError('of sway'));
  });
  // The screen keeps the process running, and ends with it.
  socket.unref();

  return {
    async ask<T>(type: number, payload = ''): Promise<T> {
      if (socket.destroyed) throw new DisplayLostError('of sway');
      const question = Promise.withResolvers<unknown>();
      open.push(question);
      socket.write(encode(type, payload));
      // A late answer would be taken for that of the next question.
      const timer = setTimeout(() => socket.destroy(), ANSWER_WITHIN_MS);
      try {
        return (await question.promise) as T;
      } finally {
        clearTimeout(timer);
      }
    },
    onEvent: events.on,
    close: () => void socket.destroy(),
  };
}

function encode(type: number, payload: string): Buffer {
  const body = Buffer.from(payload);
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(MAGIC);
  head.writeUInt32LE(body.length, MAGIC.length);
  head.writeUInt32LE(type, MAGIC.length + 4);
  return Buffer.concat([head, body]);
}

function messageSplitter(onMessage: (type: number, body: string) => void) {
  let parts: Buffer[] = [];
  let have = 0;
  return (chunk: Buffer): void => {
    parts.push(chunk);
    have += chunk.length;
    while (have >= HEAD_BYTES) {
      const data = Buffer.concat(parts);
      const size = HEAD_BYTES + data.readUInt32LE(MAGIC.length);
      parts = [data];
      if (have < size) return;
      parts = [data.subarray(size)];
      have -= size;
      onMessage(data.readUInt32LE(MAGIC.length + 4), data.toString('utf8', HEAD_BYTES, size));
    }
  };
}
